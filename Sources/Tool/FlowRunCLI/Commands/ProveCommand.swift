internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowProof
internal import FlowReports
internal import JSON

struct ProveCommand: ParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Decides house rules for all runs, and shows a short run that breaks one.",
    discussion: """
      The rules are those of `Flows/rules` and of the flows themselves; docs/house-rules.md \
      describes them. A rule that only a slip of the document breaks is a note, and one that says \
      `allow` may be broken. Exit status: 0 all rules hold, 1 one does not or cannot be decided, \
      2 the files cannot be read.
      """)

  var deed: String? { "proving" }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, github, gitlab, junit
  }

  @Argument(help: "The rule's name; without one, all rules.") var rule: String?
  @Option(
    help: "text; json; sarif (2.1.0); github (workflow commands); gitlab (code quality); junit.")
  var format = Format.text
  @Flag(help: "Prints only the scripts of the counter-examples.") var scripts = false
  @OptionGroup var flows: FlowsOption

  func run() throws {
    let (report, count) = try proven()
    let console = Console.current
    if scripts {
      console.out(report.scripts)
    } else {
      switch format {
      case .text:
        console.show(report.results.flatMap(\.diagnostics), in: report.files, to: .standardOutput)
        console.out(report.text)
      case .json: console.out(report.json.text + "\n")
      case .sarif:
        console.out(FindingsReport(report, flows: count).sarif(version: Version.text))
      case .github: console.out(FindingsReport(report, flows: count).github())
      case .gitlab: console.out(FindingsReport(report, flows: count).gitLab())
      case .junit: console.out(report.junit)
      }
    }
    if report.isUnreadable { throw ExitCode(2) }
    if report.fails { throw ExitCode(1) }
  }

  /// What is found, and the number of flows.
  private func proven() throws -> (ProofReport, flows: Int) {
    if var folder = try flows.opened() {
      let rules = try folder.book().complete().rules(named: rule)
      return (folder.proofs(of: rules), folder.result().flows.count)
    }
    let catalogue = try flows.catalogue()
    let book = try flows.houseRules(of: catalogue)
    let prover = Prover(catalogue, contracts: book.contracts)
    let results = try book.rules(named: rule).map { prover.prove($0) }
    return (ProofReport(results, files: book.allFiles), catalogue.flows.count)
  }
}
