public import Diagnostics
internal import Dispatch
public import FlowModel
internal import Synchronization
internal import YAMLTree

/// Reads flow files and makes a catalogue of them, or says everything that is wrong with them.
public struct FlowLoader: Sendable {
  private let threads: Int

  /// A loader that reads files on so many threads at once. The result is the same for any number.
  public init(threads: Int = 1) {
    self.threads = threads
  }

  /// What came of loading.
  public struct Result: Sendable {
    /// The flows, when nothing is wrong with any of them.
    public let catalogue: Catalogue?
    /// Every flow that could be read by itself, in the order of the paths, also where others could
    /// not or where targets between them are missing.
    public let flows: [Flow]
    /// Everything that is wrong, in reading order.
    public let diagnostics: [Diagnostic]
    /// The files that diagnostics are about.
    public let files: [SourceFile]
  }

  /// Loads one flow, by its id or alias, and all that it reaches, without reading other files.
  ///
  /// - Parameters:
  ///   - paths: the files that may hold flows, which are found in them by their names.
  ///   - read: gives the file with a path, or nil when it cannot be read.
  /// - Returns: nil where that does not lead to a whole catalogue without a finding. Loading all
  ///   files then says what is wrong.
  package func load(
    _ name: String, among paths: [String], read: (String) -> SourceFile?
  ) -> Result? {
    let names = FileNames(paths)
    var asked: Set<String> = [name]
    var wanted = [name]
    var tables: [FlowTables?] = Array(repeating: nil, count: paths.count)
    var reader = FlowReader()
    while let next = wanted.popLast() {
      for index in names.candidates(for: next) where tables[index] == nil {
        guard let file = read(paths[index]), let flow = reader.read(file).tables else { return nil }
        tables[index] = flow
        wanted += flow.reached.filter { asked.insert($0).inserted }
      }
    }
    // In the order of their paths, as in a catalogue that is loaded whole.
    var linker = Linker(tables: tables.compactMap(\.self))
    linker.link()
    let catalogue = linker.catalogue()
    guard linker.diagnostics.isEmpty, catalogue.flow(named: name) != nil else { return nil }
    return Result(catalogue: catalogue, flows: catalogue.flows, diagnostics: [], files: [])
  }

  /// Loads flow files that are in memory.
  public func load(_ files: [SourceFile]) -> Result {
    load(files, and: [])
  }

  /// Loads flow files that are in memory. `earlier` is what is wrong with files that are not.
  package func load(_ files: [SourceFile], and earlier: [Diagnostic]) -> Result {
    var diagnostics = earlier
    var tables: [FlowTables] = []
    tables.reserveCapacity(files.count)
    for (read, found) in readAll(files) {
      if let read { tables.append(read) }
      if !found.isEmpty { diagnostics += found }
    }
    var linker = Linker(tables: tables)
    linker.link()
    // A target that is missing because its file could not be read is no second problem.
    if diagnostics.isEmpty || linker.diagnostics.allSatisfy({ !linker.isAboutOtherFiles($0) }) {
      diagnostics += linker.diagnostics
    }
    let isGood = diagnostics.allSatisfy { $0.severity != .error }
    return Result(
      catalogue: isGood ? linker.catalogue() : nil, flows: tables.map(Flow.init(tables:)),
      diagnostics: diagnostics.isEmpty ? [] : diagnostics.inReadingOrder(),
      files: diagnostics.isEmpty ? [] : files)
  }

  /// What came of one file.
  private typealias Reading = (tables: FlowTables?, diagnostics: [Diagnostic])

  /// What came of every file, in their order. Files know nothing of each other until they are linked.
  private func readAll(_ files: [SourceFile]) -> [Reading] {
    let workers = min(threads, files.count)
    guard workers > 1 else { return read(files[...]) }
    // Files are handed out in stretches, so that the threads seldom meet.
    let stretch = 16
    let next = Atomic<Int>(0)
    let done = Mutex<[(start: Int, readings: [Reading])]>([])
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while true {
        let start = next.wrappingAdd(stretch, ordering: .relaxed).oldValue
        guard start < files.count else { return }
        let readings = read(files[start..<min(start + stretch, files.count)])
        done.withLock { $0.append((start, readings)) }
      }
    }
    return done.withLock { $0.sorted { $0.start < $1.start }.flatMap(\.readings) }
  }

  private func read(_ files: ArraySlice<SourceFile>) -> [Reading] {
    var reader = FlowReader()
    var readings: [Reading] = []
    readings.reserveCapacity(files.count)
    for file in files { readings.append(reader.read(file)) }
    return readings
  }
}
