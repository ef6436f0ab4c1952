internal import ArgumentParser
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import FlowTesting
internal import JSON

struct PathsCommand: ParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "paths",
    abstract: "Lists paths through a flow that together show something, such as every row.",
    discussion: """
      Counts come first. `--format scripts` prints a file for `flowrun run --script`; every path \
      in it runs as it says.
      """)

  var deed: String? { "finding paths" }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, scripts
  }

  @Argument(help: "The flow's id or alias. By default all flows.", completion: .flows)
  var flow: String?
  @Option(
    help:
      "What to show: rows, pairs, simple, loops, timers, times or all; separate several by commas.")
  var by: String?
  @Flag(help: "Continues in the flows that are called or gone to.") var follow = false
  @Flag(help: "Follows `meant` instead of the document's slips.") var asMeant = false
  @Option(help: "text; json; scripts.") var format = Format.text
  @Option(parsing: .unconditional, help: "The largest number of paths to list for each.")
  var limit = 1_000
  @Flag(help: "Prints only the numbers of paths.") var count = false
  @OptionGroup var flows: FlowsOption

  func run() throws {
    guard (1...1_000_000).contains(limit) else { throw Refusal("`--limit` is from 1 to 1000000") }
    let criteria = try chosen()
    let catalogue = try flows.catalogue()
    let program = catalogue.compiled(as: asMeant ? .meant : .written)
    let some = try flow.map { [try catalogue.find($0)] } ?? catalogue.flows.filter { !$0.isOutline }
    let books = some.lazy.map {
      PathBook($0, on: program, by: criteria, follow: follow, limit: limit)
    }
    let console = Console.current
    switch format {
    case .text:
      // A list of all flows' paths would bury the counts.
      let isListing = !count && flow != nil
      for book in books { console.out(book.text(listing: isListing)) }
      if !count, flow == nil { console.out("`flowrun paths FLOW` lists the paths of a flow\n") }
    case .json: console.out(JSONValue.array(books.map(\.json)).text + "\n")
    case .scripts:
      guard let first = some.first else { return }
      var text = ""
      for book in books {
        for omission in book.omissions { console.err("left out: \(book.flow.id): \(omission)\n") }
        text += book.scripts(named: some.count > 1)
      }
      guard !text.isEmpty else { throw Refusal("there is no such path") }
      console.out("flow: \(first.id)\npaths:\n\(text)")
    }
  }

  private func chosen() throws -> [PathCriterion] {
    guard let by else { return flow == nil || follow ? [.rows, .pairs] : PathCriterion.allCases }
    return try PathCriterion.named(by)
  }
}
