public import Diagnostics
internal import Dispatch
public import FlowModel
internal import Synchronization
internal import YAMLTree

/// Reads flow files and makes a catalogue of them, or says everything that is wrong with them.
public struct FlowLoader: Sendable {
  /// The folder below the flows that holds their replays, which are no flows.
  public static let pathsFolder = "paths"
  /// The folder below the flows that holds the scripts that run in a world.
  public static let realFolder = "real"
  /// The folders below the flows that hold no flows.
  public static let scriptFolders: Set<String> = [pathsFolder, realFolder]

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

  /// Loads every flow file below a folder.
  public func load(folder: String) -> Result {
    do {
      return load(
        paths: try FileSystem.yamlFiles(
          below: folder, except: FlowLoader.scriptFolders),
        in: folder)
    } catch {
      return refused(unreadable(error))
    }
  }

  /// Loads one flow, by its id or alias, and all that it reaches; other files are not read.
  ///
  /// Files are found by their names. Where that does not lead to a whole catalogue, everything is
  /// loaded, so that nothing goes unsaid.
  public func load(_ name: String, andWhatItReachesIn folder: String) -> Result {
    guard
      let paths = try? FileSystem.yamlFiles(below: folder, except: FlowLoader.scriptFolders)
    else { return load(folder: folder) }
    let files = FlowFiles(paths)
    var asked: Set<String> = [name]
    var wanted = [name]
    var tables: [FlowTables?] = Array(repeating: nil, count: paths.count)
    var reader = FlowReader()
    while let next = wanted.popLast() {
      for index in files.candidates(for: next) where tables[index] == nil {
        guard let bytes = try? FileSystem.read(paths[index], limit: YAMLParser.maximumSize),
          let flow = reader.read(SourceFile(path: paths[index], bytes: bytes)).tables
        else { return load(folder: folder) }
        tables[index] = flow
        wanted += flow.reached.filter { asked.insert($0).inserted }
      }
    }
    // In the order of their paths, as in a catalogue that is loaded whole.
    var linker = Linker(tables: tables.compactMap(\.self))
    linker.link()
    let catalogue = linker.catalogue()
    guard linker.diagnostics.isEmpty, catalogue.flow(named: name) != nil else {
      return load(folder: folder)
    }
    return Result(catalogue: catalogue, flows: catalogue.flows, diagnostics: [], files: [])
  }

  /// Loads the flow files with these paths. `folder` is only named when there are none.
  public func load(paths: [String], in folder: String = "") -> Result {
    var files: [SourceFile] = []
    var unreadable: [Diagnostic] = []
    for path in paths {
      do {
        files.append(
          SourceFile(
            path: path, bytes: try FileSystem.read(path, limit: YAMLParser.maximumSize)))
      } catch {
        unreadable.append(self.unreadable(error))
      }
    }
    if paths.isEmpty {
      unreadable.append(
        Diagnostic(
          .noFlows, path: folder, span: .top, "there are no flow files here",
          help: "name the folder that holds the `.yaml` files with `--flows`"))
    }
    return load(files, and: unreadable)
  }

  /// Loads flow files that are in memory.
  public func load(_ files: [SourceFile]) -> Result {
    load(files, and: [])
  }

  private func load(_ files: [SourceFile], and earlier: [Diagnostic]) -> Result {
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

  private func unreadable(_ failure: FileSystem.Failure) -> Diagnostic {
    Diagnostic(
      .unreadableFile, path: failure.path, span: .top, "cannot be read: \(failure.reason)")
  }

  private func refused(_ diagnostic: Diagnostic) -> Result {
    Result(catalogue: nil, flows: [], diagnostics: [diagnostic], files: [])
  }
}
