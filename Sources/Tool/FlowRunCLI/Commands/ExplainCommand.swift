internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowProof
internal import Markup

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Prints the page of a rule of the check, or reads a house rule aloud.")

  @Argument(
    help: "The rule's name; without one, lists the rules of the check.",
    completion: .list(Check.all.map(\.rule.name)))
  var rule: String?
  @OptionGroup var flows: FlowsOption

  func run() throws {
    let console = Console.current
    let ofFiles = Rule.ofReading + Rule.ofBindings + [.documentAssumed] + Rule.ofTexts
    let others = (Check.aboutRemarks + ofFiles).map(\.name)
    guard let rule else {
      let width = Check.all.map(\.rule.name.count).max() ?? 0
      for check in Check.all {
        console.out("\(check.rule.name.padded(to: width))  \(check.about)\n")
      }
      console.out("\nand of the file itself: \(others.joined(separator: ", "))\n")
      return
    }
    let known = Check.all.map(\.rule.name) + others + Rule.ofProof.map(\.name)
    guard known.contains(rule) else {
      let house = houseRules()
      let meant = house.filter { $0.name.text == rule }
      if !meant.isEmpty { return readAloud(meant) }
      let help =
        DidYouMean.question(for: rule, in: known + house.map(\.name.text))
        ?? "`flowrun explain` names the rules of the check, and `flowrun prove` the house rules"
      throw Refusal("there is no rule `\(rule)`; \(help)")
    }
    if let path = DataFolder.path("docs/rules/\(rule).md") {
      let page = try refusing { () throws(FileError) in try FileSystem.read(path) }
      console.out(String(decoding: page, as: UTF8.self))
    } else {
      // The program was copied without its pages. Rules of reading and of proofs have none.
      let about = Check.all.first { $0.rule.name == rule }?.about
      let isProof = Rule.ofProof.contains { $0.name == rule }
      let other = isProof ? "see docs/house-rules.md" : "the file cannot be read as a flow"
      console.out("\(rule): \(about ?? other)\n")
    }
  }

  /// The house rules of the folder and of its flows. None if there is no folder.
  private func houseRules() -> [HouseRule] {
    guard let folder = try? flows.located() else { return [] }
    let inFlows = FlowLoader().load(folder: folder).flows.flatMap(\.rules)
    return FlowLoader.rules(in: folder).rules.rules + inFlows
  }

  /// Prints the sentences of house rules.
  private func readAloud(_ rules: [HouseRule]) {
    for rule in rules {
      Console.current.out(TerminalText.line(RuleSentence(rule).text) + "\n")
      if let because = rule.because {
        Console.current.out("Because: \(TerminalText.line(because))\n")
      }
    }
  }
}
