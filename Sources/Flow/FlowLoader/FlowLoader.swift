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
    public var catalogue: Catalogue? { isComplete ? readable : nil }
    /// Every flow that could be read. It may refer to steps and flows that do not exist, or whose
    /// files could not be read.
    public let readable: Catalogue
    /// Every flow that could be read, in the order of the paths.
    public var flows: [Flow] { readable.flows }
    /// Whether nothing is wrong with any file.
    public var isComplete: Bool { diagnostics.allSatisfy { $0.severity != .error } }
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
        guard let file = read(paths[index]) else { return nil }
        let found = reader.read(file)
        guard found.diagnostics.isEmpty, let flow = found.tables else { return nil }
        tables[index] = flow
        wanted += flow.reached.filter { asked.insert($0).inserted }
      }
    }
    // In the order of their paths, as when a whole catalogue is loaded.
    var linker = Linker(tables: tables.compactMap(\.self), unread: [])
    linker.link()
    let catalogue = linker.catalogue()
    guard linker.diagnostics.isEmpty, catalogue.flow(named: name) != nil else { return nil }
    return Result(readable: catalogue, diagnostics: [], files: [])
  }

  /// Loads flow files that are in memory. `earlier` are the diagnostics about files that could not
  /// be read.
  public func load(_ files: [SourceFile], and earlier: [Diagnostic] = []) -> Result {
    var diagnostics = earlier
    var tables: [FlowTables] = []
    tables.reserveCapacity(files.count)
    var unread = earlier.map { FlowLoader.name($0.path) }
    for (file, read) in zip(files, readAll(files)) {
      if let flow = read.tables {
        tables.append(flow)
      } else {
        unread.append(read.id ?? FlowLoader.name(file.path))
      }
      if !read.diagnostics.isEmpty { diagnostics += read.diagnostics }
    }
    var linker = Linker(tables: tables, unread: unread)
    linker.link()
    diagnostics += linker.diagnostics
    return Result(
      readable: linker.catalogue(),
      diagnostics: diagnostics.isEmpty ? [] : diagnostics.inReadingOrder(),
      files: diagnostics.isEmpty ? [] : files)
  }

  /// The name of a file without its suffix, for a flow whose id could not be read.
  static func name(_ path: String) -> String { String(Substring(FileNames.stem(of: path))) }

  private typealias Reading = FlowReader.Result

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
