internal import ArgumentParser
internal import Diagnostics
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowMutation
internal import FlowTesting
internal import Markup

struct MutateCommand: ParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract: "Makes mistakes in every row and step and counts those that are noticed.",
    discussion: """
      Every row is retargeted, dropped, and swapped with the next one; conditions, counters, \
      timers, changes of facts, answers, texts, buttons, kinds of steps and durations are \
      changed, one at a time, in memory. The check and the replays, with full traces, are asked; \
      the house rules about what these do not notice. A mistake that nothing notices is a place \
      where the document could go wrong unseen. Of very large flows only a part of the mistakes \
      is made, and the output says so.
      """)

  var deed: String? { "making mistakes" }

  @Argument(help: "Only the rows of this flow.", completion: .flows) var flow: String?
  @Option(help: "Only these kinds of mistakes, with commas between them: retargeted,timer")
  var only: String?
  @OptionGroup var flows: FlowsOption

  func run() throws {
    let console = Console.current
    let catalogue = try flows.catalogue()
    let chosen = try flow.map { try catalogue.find($0) }
    let kinds = try kinds()
    let folder = try flows.located()
    let book = ReplayBook(folder: folder + "/" + FlowLoader.pathsFolder)
    let rules = try flows.houseRules(of: catalogue)
    var test = MutationTest(
      catalogue, scripts: book.chapters.flatMap(\.scripts), rules: rules.rules,
      contracts: rules.contracts)
    let wanted = catalogue.mutants.filter { mutant in
      kinds.contains(mutant.kind)
        && chosen.map { mutant.name.hasPrefix("\($0.id):") || mutant.name.hasPrefix("\($0.id) ") }
          ?? true
    }
    let mutants = test.affordable(wanted)
    let verdicts = mutants.enumerated().map { index, mutant in
      console.progress?.tell(index, of: mutants.count)
      return test.verdict(on: mutant)
    }
    for kind in Mutant.Kind.allCases {
      let verdicts = verdicts.filter { $0.mutant.kind == kind }
      if !verdicts.isEmpty { tell(kind.rawValue, verdicts) }
    }
    tell("together", verdicts)
    if mutants.count < wanted.count {
      console.out(
        "only \(mutants.count) of \(wanted.count) mistakes were made, spread over all, since more "
          + "would take too long; name a flow, or kinds of mistakes with `--only`\n")
    }
    for verdict in verdicts where !verdict.isCaught {
      console.out("  not noticed: \(verdict.mutant) (\(verdict.reason ?? ""))\n")
    }
  }

  /// The kinds of mistakes to make.
  private func kinds() throws -> [Mutant.Kind] {
    guard let only else { return Mutant.Kind.allCases }
    let known = Mutant.Kind.allCases.map(\.rawValue)
    let all = "there are: \(known.joined(separator: ", "))"
    return try names(in: only, "`--only` needs a kind of mistake; \(all)").map { name in
      guard let kind = Mutant.Kind(rawValue: name) else {
        throw Refusal(
          "there is no kind of mistake `\(name)`; "
            + (DidYouMean.question(for: name, in: known) ?? all))
      }
      return kind
    }
  }

  private func tell(_ what: String, _ verdicts: [MutationTest.Verdict]) {
    let caught = verdicts.count { $0.isCaught }
    let check = verdicts.count { $0.isCaughtByCheck }
    let replay = verdicts.count { $0.isCaughtByReplay }
    let rules = verdicts.count { $0.brokenRule != nil }
    Console.current.out(
      "\(what.padded(to: 10))  \(caught) of \(verdicts.count) noticed: "
        + "check \(check), replays \(replay)" + (rules > 0 ? ", house rules \(rules)" : "")
        + "\n")
  }
}
