internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowProof
internal import FlowReports
internal import JSON

struct ProveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Decides house rules for all runs, and shows a short run that breaks one.",
    discussion: """
      The rules are those of `Flows/rules` and of the flows themselves; docs/house-rules.md \
      describes them. A rule that only a slip of the document breaks is a note, and one that says \
      `allow` may be broken. Exit status: 0 all rules hold, 1 one does not or cannot be decided, \
      2 the files cannot be read.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, junit
  }

  @Argument(help: "The rule's name; without one, all rules.") var rule: String?
  @Option(help: "text; json; sarif (2.1.0); junit.") var format = Format.text
  @Flag(help: "Prints only the scripts of the counter-examples.") var scripts = false
  @OptionGroup var flows: FlowsOption

  func run() throws {
    let catalogue = try flows.catalogue()
    let book = try RuleBook(catalogue, in: try flows.located())
    let rules = try book.rules(named: rule)
    let prover = Prover(catalogue, contracts: book.contracts)
    let report = ProofReport(rules.map { prover.prove($0) }, files: book.files(of: catalogue))
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
        CheckOutput(report, flows: catalogue.flows.count).show(as: .sarif, on: console)
      case .junit: console.out(report.junit)
      }
    }
    if report.isUnreadable { throw ExitCode(2) }
    if report.fails { throw ExitCode(1) }
  }
}
