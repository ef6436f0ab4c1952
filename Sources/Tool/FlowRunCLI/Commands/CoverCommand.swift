internal import ArgumentParser
internal import Diagnostics
internal import FlowModel
internal import FlowReports
internal import FlowTesting

struct CoverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover", abstract: "Shows which rows these traces cover.",
    discussion: """
      A trace is what `--trace json` prints. Several traces are added up. A trace that no run can \
      produce is an error with its first wrong row, and so are rows and texts that the flows do \
      not have. md and html have diagrams; those of html need \
      the program `dot` of Graphviz.
      """)

  @Argument(help: "Files of traces; `-` is standard input.") var traces: [String]
  @Option(help: "Only this flow. By default all flows with a taken row.") var flow: String?
  @Flag(help: "All flows, also those without a taken row.") var all = false
  @Flag(help: "Prints the tables, with how often each row was taken.") var table = false
  @Flag(help: "Compares the traces with the flows as meant.") var asMeant = false
  @Option(help: "text; md; html; json.") var format = CoverageFormat.text
  @Flag(
    help: """
      For traces of an app that does not say when it was suspended, or of an older release: a flow \
      may start where the run waits, and unknown rows and other texts are warnings.
      """)
  var lenient = false
  @Option(
    help: "What stands before files in links, such as https://example.org/blob/main/.")
  var links = ""
  @Option(
    parsing: .unconditional,
    help: "Exits with status 1 if less than this per cent of the rows were taken.")
  var atLeast: Int?
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    let console = Console.current
    if let atLeast, !(0...100).contains(atLeast) { throw Refusal("`--at-least` is from 0 to 100") }
    let catalogue = try flows.catalogue()
    let only = try flow.map { [try catalogue.find($0)] }
    var coverage = TraceCoverage(catalogue, isLenient: lenient)
    var files: [SourceFile] = []
    for path in traces {
      let file = try SourceFile(argument: path)
      coverage.add(file)
      files.append(file)
    }
    guard !coverage.diagnostics.contains(where: { $0.severity == .error }) else {
      throw Refusal(coverage.diagnostics, in: files)
    }
    console.show(coverage.diagnostics, in: files)
    guard coverage.runCount > 0 else {
      throw Refusal("there is no run in \(traces.map { "`\($0)`" }.joined(separator: ", "))")
    }
    guard atLeast == nil || coverage.takenCount > 0 else {
      throw Refusal("the traces have no row of these flows")
    }
    let covered = only ?? (all ? catalogue.flows.filter { !$0.isOutline } : coverage.flows)
    let report = CoverageReport(
      coverage, of: covered, as: asMeant ? .meant : .written,
      files: SourceFile.excerpts(from: covered.map(\.path)), links: links)
    console.out(try await format.text(of: report, in: catalogue, drawsTables: table))
    if let atLeast, report.percent < atLeast {
      throw Refusal("\(report.percent)% of the rows were taken, not \(atLeast)%", status: 1)
    }
  }
}
