internal import CompiledFlows
internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel

/// One of two versions of flows that are compared: from a file, a folder, compiled flows, or a
/// revision of git.
struct FlowVersion {
  /// The flows that could be read. Targets in other files may be missing.
  let flows: [Flow]
  /// Nil if a target is missing.
  let catalogue: Catalogue?
  /// The flows that could be read, to walk through. What is missing ends a run.
  let readable: Catalogue
  /// The names of the flows that could not be read.
  let unread: Set<String>
  /// Whether the flows have their house rules, which compiled flows do not have.
  let hasRules: Bool

  /// The two versions that arguments name: a path each; or, without a second one, a range of git
  /// revisions, or one revision and the files as they are.
  static func two(
    _ old: String, _ new: String?, in folder: FlowsOption
  ) async throws -> (old: FlowVersion, new: FlowVersion) {
    if let new { return (try FlowVersion(at: old), try FlowVersion(at: new)) }
    guard !FileSystem.exists(old) else {
      throw Refusal("there is nothing to compare `\(old)` with; name a second file or folder")
    }
    let repository = GitRepository(folder: try folder.located())
    let (first, last) = try await repository.range(old)
    let before = try await FlowVersion(of: first, repository)
    if let last { return (before, try await FlowVersion(of: last, repository)) }
    return (before, try FlowVersion(at: repository.folder))
  }

  /// The version that an argument names: a path, or a revision of git.
  static func one(_ name: String, in folder: FlowsOption) async throws -> FlowVersion {
    if FileSystem.exists(name) { return try FlowVersion(at: name) }
    let repository = GitRepository(folder: try folder.located())
    return try await FlowVersion(of: name, repository)
  }

  private init(at path: String) throws {
    guard FileSystem.exists(path) else { throw Refusal("there is no file or folder `\(path)`") }
    if path.hasSuffix(CompileCommand.ending) {
      let catalogue = try Catalogue(compiledFile: path)
      self.init(
        flows: catalogue.flows, catalogue: catalogue, readable: catalogue, hasRules: false)
      return
    }
    var folder = FlowFolder(path)
    try self.init(folder.result())
  }

  /// The flows in a git revision.
  private init(of revision: String, _ repository: GitRepository) async throws {
    let sources = try await repository.files(in: revision) { FlowFolder.isSource($0[...]) }
    try self.init(FlowFolder.result(of: sources))
  }

  /// Notes why files could not be read, and goes on with the others: an old revision cannot be
  /// repaired. Refuses if there is no other.
  private init(_ result: FlowLoader.Result) throws {
    let unread = result.unread(besides: result.flows)
    guard !result.flows.isEmpty || unread.isEmpty else {
      throw Refusal(unread, in: result.files, "the flows cannot be compared")
    }
    let notes = unread.map { diagnostic in
      var note = diagnostic
      note.severity = .note
      return note
    }
    Console.current.show(notes, in: result.files)
    self.init(
      flows: result.flows, catalogue: result.unfinished, readable: result.readable,
      // A file of a revision is `HEAD:UC1.yaml`, in both versions another one.
      unread: Set(result.all.unread.map { String($0.split(separator: ":").last ?? "") }))
  }

  private init(
    flows: [Flow], catalogue: Catalogue?, readable: Catalogue, unread: Set<String> = [],
    hasRules: Bool = true
  ) {
    self.flows = flows
    self.catalogue = catalogue
    self.readable = readable
    self.unread = unread
    self.hasRules = hasRules
  }
}
