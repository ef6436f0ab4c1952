public import Diagnostics
internal import Dispatch
public import FlowModel
internal import Synchronization
internal import YAMLTree

/// Reads flow files and makes a catalogue of them, or reports everything that is wrong with them.
public struct FlowLoader: Sendable {
  private let threads: Int

  /// A loader that reads files on this many threads. The result does not depend on the number.
  public init(threads: Int = 1) {
    self.threads = threads
  }

  /// The result of loading.
  public struct Result: Sendable {
    /// The flows. Nil if anything is wrong with one of them.
    public let catalogue: Catalogue?
    /// Every flow that could be read, in the order of the paths. It is also here if other files are
    /// wrong or targets in other flows are missing.
    public let flows: [Flow]
    /// Everything that is wrong, in reading order.
    public let diagnostics: [Diagnostic]
    /// The files that the diagnostics are about.
    public let files: [SourceFile]
  }

  /// Loads the flow with this id or alias, and the flows it reaches, without reading other files.
  ///
  /// - Parameters:
  ///   - paths: the files that may hold flows. Flows are found by the names of these files.
  ///   - read: returns the file at a path, or nil if it cannot be read.
  /// - Returns: nil unless the result is a complete catalogue without diagnostics. Loading all
  ///   files then reports what is wrong.
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
    // In the order of their paths, as when a whole catalogue is loaded.
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

  /// Loads flow files that are in memory. `earlier` are the diagnostics about files that could not
  /// be read.
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
    // Do not also report a target that is missing because its file could not be read.
    if diagnostics.isEmpty || linker.diagnostics.allSatisfy({ !linker.isAboutOtherFiles($0) }) {
      diagnostics += linker.diagnostics
    }
    let isGood = diagnostics.allSatisfy { $0.severity != .error }
    return Result(
      catalogue: isGood ? linker.catalogue() : nil, flows: tables.map(Flow.init(tables:)),
      diagnostics: diagnostics.isEmpty ? [] : diagnostics.inReadingOrder(),
      files: diagnostics.isEmpty ? [] : files)
  }

  /// The result of one file.
  private typealias Reading = (tables: FlowTables?, diagnostics: [Diagnostic])

  /// The results of all files, in their order. Files are independent until they are linked.
  private func readAll(_ files: [SourceFile]) -> [Reading] {
    let workers = min(threads, files.count)
    guard workers > 1 else { return read(files[...]) }
    // Threads take several files at a time, so that they seldom wait for each other.
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
