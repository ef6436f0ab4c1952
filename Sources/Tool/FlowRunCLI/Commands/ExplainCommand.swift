internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowLoader

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Prints the page of a rule: what it finds, why, examples.")

  @Argument(
    help: "The rule's name; without one, lists all rules.",
    completion: .list(Check.all.map(\.rule.name)))
  var rule: String?

  func run() throws {
    let console = Console.current
    let others = (Check.aboutRemarks + Rule.ofReading).map(\.name)
    guard let rule else {
      let width = Check.all.map(\.rule.name.count).max() ?? 0
      for check in Check.all {
        console.out("\(check.rule.name.padded(to: width))  \(check.about)\n")
      }
      console.out("\nand of the file itself: \(others.joined(separator: ", "))\n")
      return
    }
    let known = Check.all.map(\.rule.name) + others
    guard known.contains(rule) else {
      let help = DidYouMean.question(for: rule, in: known) ?? "`flowrun explain` names all rules"
      throw refuse("there is no rule `\(rule)`; \(help)")
    }
    if let path = DataFolder.path("docs/rules/\(rule).md") {
      let page = try refusing { () throws(FileError) in try FileSystem.read(path) }
      console.out(String(decoding: page, as: UTF8.self))
    } else {
      // The program was copied without its pages.
      let about = Check.all.first { $0.rule.name == rule }?.about
      console.out("\(rule): \(about ?? "the file cannot be read as a flow")\n")
    }
  }
}
