internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowReports

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Describes the differences between two versions of flows.",
    discussion: """
      OLD and NEW are files or folders; or one range of git revisions, `main..HEAD`; or one \
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

  func run() throws {
    let (before, now) = try sides()
    let diff = CatalogueDiff(before, now)
    let report = DiffReport(diff)
    switch format {
    case .text: Console.current.out(report.text)
    case .md: Console.current.out(report.markdown)
    case .json: Console.current.out(report.json)
    }
    if exitCode, !diff.isEmpty { throw ExitCode(1) }
  }

  private func sides() throws -> (old: [Flow], new: [Flow]) {
    if let new { return (try flows(at: old), try flows(at: new)) }
    guard !FileSystem.exists(old) else {
      throw refuse("there is nothing to compare `\(old)` with; name a second file or folder")
    }
    let folder = try flows.located()
    guard let dots = old.firstRange(of: "..") else {
      return (try flows(of: old, folder), try flows(at: folder))
    }
    var first = String(old[..<dots.lowerBound])
    var last = String(old[dots.upperBound...])
    let isFromBase = last.hasPrefix(".")
    if isFromBase { last.removeFirst() }
    if first.isEmpty { first = "HEAD" }
    if last.isEmpty { last = "HEAD" }
    if isFromBase { first = try base(of: first, last, folder) }
    return (try flows(of: first, folder), try flows(of: last, folder))
  }

  private func flows(at path: String) throws -> [Flow] {
    guard FileSystem.exists(path) else { throw refuse("there is no file or folder `\(path)`") }
    let loader = FlowLoader()
    return try checked(
      FileSystem.isFolder(path) ? loader.load(folder: path) : loader.load(paths: [path]))
  }

  /// The flows below the folder in a git revision.
  private func flows(of revision: String, _ folder: String) throws -> [Flow] {
    let list = try git(["ls-tree", "-r", "-z", "--name-only"], [revision], folder)
    let paths = list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.filter {
      path in
      (path.hasSuffix(".yaml") || path.hasSuffix(".yml"))
        && !path.split(separator: "/").dropLast()
          .contains { FlowLoader.scriptFolders.contains(String($0)) }
    }
    let names = paths.map { "\(revision):./\($0)\n" }.joined()
    var rest = try git(["cat-file", "--batch"], [], folder, input: names)[...]
    let sources = try paths.map { path in
      // One line with the length in bytes at its end, the bytes, and a line feed.
      let head = rest.prefix { $0 != 0x0A }
      guard let word = head.split(separator: 0x20).last,
        let count = Int(String(decoding: word, as: UTF8.self)), head.count + count + 2 <= rest.count
      else { throw refuse("git cannot read `\(revision)`: \(path) is missing") }
      let bytes = rest.dropFirst(head.count + 1).prefix(count)
      rest = rest.dropFirst(head.count + count + 2)
      return SourceFile(path: "\(revision):\(path)", bytes: Array(bytes))
    }
    return try checked(FlowLoader().load(sources.sorted { $0.path < $1.path }))
  }

  private func base(of first: String, _ last: String, _ folder: String) throws -> String {
    let out = try git(["merge-base"], [first, last], folder)
    return String(decoding: out.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  private func git(
    _ command: [String], _ revisions: [String], _ folder: String, input: String = ""
  ) throws -> [UInt8] {
    let name = revisions.joined(separator: "...")
    guard !revisions.contains(where: { $0.hasPrefix("-") }) else {
      throw refuse("`\(name)` is not a revision")
    }
    let arguments = ["-C", folder] + command + revisions
    guard let outcome = ChildProcess.run("git", arguments, input: Array(input.utf8)) else {
      throw refuse("git is not installed; compare two folders instead")
    }
    guard outcome.status == 0 else {
      throw refuse("git cannot read `\(name)`: \(outcome.errText)")
    }
    return outcome.out
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
