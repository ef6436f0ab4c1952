internal import ArgumentParser
internal import FlowReports

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Describes the differences between two versions of flows.",
    discussion: """
      OLD and NEW are files, folders or compiled flows; or one range of git revisions, \
      `main..HEAD`; or one revision, against the files as they are.
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
    let (before, now) = try await FlowVersion.two(old, new, in: flows)
    let diff = CatalogueDiff(
      before.flows, now.flows, unread: (before.unread, now.unread),
      comparesRules: before.hasRules && now.hasRules)
    let report = DiffReport(diff)
    switch format {
    case .text: Console.current.out(report.text)
    case .md: Console.current.out(report.markdown)
    case .json: Console.current.out(report.json)
    }
    if exitCode, !diff.isEmpty { throw ExitCode(1) }
  }
}
