internal import ArgumentParser
internal import Files
internal import FlowReports
internal import Markup
internal import Studio

struct ReviewCommand: AsyncParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Writes a folder with what a change of flows means, to walk through.",
    discussion: """
      OLD and NEW are what `diff` takes: a range of git revisions, `main..HEAD`; one revision, \
      against the files as they are; or two folders. Open `index.html` by a double click: changed \
      rows side by side, paths gained and lost to play, rules and findings that turned. \
      `comment.md` is for a pull request. docs/review.md describes it. Exit status: 0 whatever has \
      changed, 1 if `--fail-on` says so.
      """)

  var deed: String? { "comparing" }

  @Argument(help: "A folder, a git revision, or a range of two.") var old: String
  @Argument(help: "A folder.") var new: String?
  @Option(name: .shortAndLong, help: "The folder to write.", completion: .directory)
  var output: String
  @Option(
    name: .customLong("fail-on"),
    help: "Exits with status 1 for these, separated by commas: rule, lost-path, finding.")
  var failOn: String?
  @Option(help: "A folder of saved runs, one `.json` file each, to try.") var snapshots: String?
  @Flag(inversion: .prefixedNo, help: "Writes the pages beside `comment.md` and `review.json`.")
  var pages = true
  @OptionGroup var flows: FlowsOption

  /// The line by which the comment of a pull request is found again.
  static let mark = "<!-- flowrun review -->"

  func run() async throws {
    try requireFolderName(output, for: "--output")
    let reasons = try reasons()
    let saved = try snapshots.map(ReviewCommand.read) ?? []
    let engine = pages ? try EngineModule.bytes() : nil
    let (before, now) = try await ReviewVersion.two(old, new, in: flows)
    let (review, json, comment) = before.review(
      to: now, snapshots: saved, mark: ReviewCommand.mark)
    let site = engine.map {
      Site(review: json, from: before.book, to: now.book, name: "What has changed", engine: $0)
    }
    let files =
      (site?.files ?? []) + [
        ("comment.md", Array(comment.utf8)), ("review.json", Array((json + "\n").utf8)),
      ]
    try write(files, into: output)
    let size = files.reduce(0) { $0 + $1.bytes.count }
    Console.current.out(
      TerminalText.lines("\(review.verdict)\n") + "\((size + 999) / 1_000) kB: "
        + (pages ? "open \(output)/index.html\n" : "\(output)/comment.md\n"))
    let failed = reasons.filter { review.fails(because: $0) }
    guard failed.isEmpty else {
      Console.current.err("fails because of \(failed.map(\.rawValue).joined(separator: ", "))\n")
      throw ExitCode(1)
    }
  }

  private func reasons() throws -> [Review.Reason] {
    guard let failOn else { return [] }
    let all = Review.Reason.allCases.map(\.rawValue).joined(separator: ", ")
    return try names(in: failOn, "`--fail-on` needs one of \(all)").map { name in
      guard let reason = Review.Reason(rawValue: name) else {
        throw Refusal("`--fail-on` does not know `\(name)`; it takes \(all)")
      }
      return reason
    }
  }

  private static func read(_ folder: String) throws -> [(name: String, text: String)] {
    guard FileSystem.isFolder(folder) else { throw Refusal("there is no folder `\(folder)`") }
    return try refusing { () throws(FileError) in
      var saved: [(name: String, text: String)] = []
      for path in try FileSystem.files(below: folder, endingIn: [".json"]) {
        saved.append((path, String(decoding: try FileSystem.read(path), as: UTF8.self)))
      }
      return saved
    }
  }
}
