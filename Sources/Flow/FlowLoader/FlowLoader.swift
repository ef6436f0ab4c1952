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
    /// Every flow that could be read and agrees with the others about ids and facts. It may refer
    /// to steps and flows that do not exist, or whose files could not be read.
    public let readable: Catalogue
    /// Every flow that could be read, in the order of the paths.
    public var flows: [Flow] { all.flows }
    /// Every flow that could be read, also a second one of the same id: versions are compared by
    /// their files.
    package let all: Catalogue
    /// The same flows, and those with mistakes as far as they could be read. For the check of the
    /// others; nothing runs it.
    package let declared: Catalogue
    /// Whether only the headers of some flows could be read.
    package let hasHeaders: Bool
    /// Whether nothing is wrong with any file.
    public var isComplete: Bool { diagnostics.allSatisfy { $0.severity != .error } }
    /// The flows, if all that is wrong is that they lead to steps and flows that do not exist, as
    /// in a document that is being written. A run ends where it comes to one. Otherwise nil.
    public var unfinished: Catalogue? {
      let isRunnable = diagnostics.allSatisfy {
        $0.severity != .error || Rule.ofMissingTargets.contains($0.rule)
      }
      return isRunnable ? readable : nil
    }
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
    return Result(
      readable: catalogue, all: catalogue, declared: catalogue, hasHeaders: false, diagnostics: [],
      files: [])
  }

  /// Loads flow files that are in memory. `earlier` are the diagnostics about files that could not
  /// be read.
  public func load(_ files: [SourceFile], and earlier: [Diagnostic] = []) -> Result {
    let readings = readAll(files)
    let linked = LinkedFlows(
      zip(files, readings).map { ($0.path, $1) }, unread: earlier.map { FlowLoader.name($0.path) })
    let diagnostics = earlier + readings.flatMap(\.diagnostics) + linked.diagnostics
    return Result(
      readable: linked.readable, all: linked.all, declared: linked.declared,
      hasHeaders: !earlier.isEmpty || linked.hasHeaders,
      diagnostics: diagnostics.isEmpty ? [] : diagnostics.inReadingOrder(),
      files: diagnostics.isEmpty ? [] : files)
  }

  /// The name of a file without its suffix, for a flow whose id could not be read.
  static func name(_ path: String) -> String { String(Substring(FileNames.stem(of: path))) }

  /// The results of all files, in their order. Files are independent until they are linked.
  private func readAll(_ files: [SourceFile]) -> [FlowReading] {
    let workers = min(threads, files.count)
    guard workers > 1 else { return read(files[...]) }
    // Threads take several files at a time, so that they seldom wait for each other.
    let stretch = 16
    let next = Atomic<Int>(0)
    let done = Mutex<[(start: Int, readings: [FlowReading])]>([])
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

  private func read(_ files: ArraySlice<SourceFile>) -> [FlowReading] {
    var reader = FlowReader()
    var readings: [FlowReading] = []
    readings.reserveCapacity(files.count)
    for file in files { readings.append(reader.read(file)) }
    return readings
  }
}
