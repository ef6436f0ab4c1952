internal import ArgumentParser
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowTesting
internal import Markup

struct MutateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract: "Makes mistakes in every row and counts those that check and replays notice.",
    discussion: """
      Every row is retargeted, dropped, and swapped with the one behind it, in memory. A mistake \
      that not noticed: is a place where the document could go wrong unseen.
      """)

  @Argument(help: "Only the rows of this flow.", completion: .flows) var flow: String?
  @OptionGroup var flows: FlowsOption

  func run() throws {
    let console = Console.current
    let catalogue = try flows.catalogue()
    let only = try flow.map { try catalogue.find($0) }
    let book = ReplayBook(folder: try flows.located() + "/" + FlowLoader.pathsFolder)
    let test = MutationTest(catalogue, scripts: book.chapters.flatMap(\.scripts))
    let verdicts = catalogue.mutants.filter { mutant in
      only.map { mutant.name.hasPrefix("\($0.id):") } ?? true
    }.map { test.verdict(on: $0) }
    for kind in Mutant.Kind.allCases {
      tell(kind.rawValue, verdicts.filter { $0.mutant.kind == kind })
    }
    tell("together", verdicts)
    for verdict in verdicts where !verdict.isCaught {
      console.out("  not noticed: \(verdict.mutant)\n")
    }
  }

  private func tell(_ what: String, _ verdicts: [MutationTest.Verdict]) {
    let caught = verdicts.count { $0.isCaught }
    let check = verdicts.count { $0.isCaughtByCheck }
    let replay = verdicts.count { $0.isCaughtByReplay }
    Console.current.out(
      "\(what.padded(to: 10))  \(caught) of \(verdicts.count) noticed: "
        + "check \(check), replays \(replay)\n")
  }
}
