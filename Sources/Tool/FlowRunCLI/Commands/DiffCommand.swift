internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowReports

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Describes the differences between two versions of flows.",
    discussion: """
      OLD and NEW are files, folders or compiled flows; or one range of git revisions, `main..HEAD`; or one \
      revision, against the files as they are.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, md, json
  }

  @Argument(help: "A file, a folder, a git revision, or a range of two.") var old: String
  @Argument(help: "A file or a folder.") var new: String?
  @Option(help: "text; md, for a pull request; json.") var format = Format.text
  @Flag(help: "Exits with status 1 if there is a difference.") var exitCode = false
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    let (before, now) = try await sides()
    let diff = CatalogueDiff(before, now)
    let report = DiffReport(diff)
    switch format {
    case .text: Console.current.out(report.text)
    case .md: Console.current.out(report.markdown)
    case .json: Console.current.out(report.json)
    }
    if exitCode, !diff.isEmpty { throw ExitCode(1) }
  }

  private func sides() async throws -> (old: [Flow], new: [Flow]) {
    if let new { return (try flows(at: old), try flows(at: new)) }
    guard !FileSystem.exists(old) else {
      throw refuse("there is nothing to compare `\(old)` with; name a second file or folder")
    }
    let repository = GitRepository(folder: try flows.located())
    guard let dots = old.firstRange(of: "..") else {
      return (try await flows(of: old, repository), try flows(at: repository.folder))
    }
    var first = String(old[..<dots.lowerBound])
    var last = String(old[dots.upperBound...])
    let isFromBase = last.hasPrefix(".")
    if isFromBase { last.removeFirst() }
    if first.isEmpty { first = "HEAD" }
    if last.isEmpty { last = "HEAD" }
    if isFromBase { first = try await repository.base(of: first, last) }
    return (try await flows(of: first, repository), try await flows(of: last, repository))
  }

  private func flows(at path: String) throws -> [Flow] {
    guard FileSystem.exists(path) else { throw refuse("there is no file or folder `\(path)`") }
    if path.hasSuffix(CompileCommand.ending) { return try Catalogue(compiledFile: path).flows }
    let loader = FlowLoader()
    return try checked(
      FileSystem.isFolder(path) ? loader.load(folder: path) : loader.load(paths: [path]))
  }

  /// The flows in a git revision.
  private func flows(of revision: String, _ repository: GitRepository) async throws -> [Flow] {
    let sources = try await repository.files(in: revision) { path in
      (path.hasSuffix(".yaml") || path.hasSuffix(".yml"))
        && !path.split(separator: "/").dropLast()
          .contains { FlowLoader.scriptFolders.contains(String($0)) }
    }
    return try checked(FlowLoader().load(sources.sorted { $0.path < $1.path }))
  }

  /// The flows that could be read. An error in a file ends the comparison; a missing target in
  /// another file does not.
  private func checked(_ result: FlowLoader.Result) throws -> [Flow] {
    let read = Set(result.flows.map(\.path))
    let broken = result.diagnostics.filter { $0.severity == .error && !read.contains($0.path) }
    guard broken.isEmpty else {
      Console.current.show(broken, in: result.files)
      throw refuse("the flows cannot be compared")
    }
    return result.flows
  }
}
