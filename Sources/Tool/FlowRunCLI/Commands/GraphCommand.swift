internal import ArgumentParser
internal import FlowModel
internal import FlowReports

struct GraphCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph", abstract: "Draws a flow: sections as frames, rows as arrows.",
    discussion: """
      Slips are red; what must have been meant is dashed green; steps that nothing leads to are \
      grey. `svg` needs the program `dot` of Graphviz.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case mermaid, dot, svg
  }

  @Argument(help: "The flow's id or alias.", completion: .flows) var flow: String
  @Option(help: "mermaid; dot; svg.") var format = Format.mermaid
  @Option(name: .shortAndLong, help: "Writes into this file.") var output: String?
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    let catalogue = try flows.catalogue()
    let found = try catalogue.find(flow)
    let text: String
    switch format {
    case .mermaid: text = FlowDiagram(found, in: catalogue).mermaid
    case .dot: text = FlowDiagram(found, in: catalogue).dot
    case .svg:
      guard let svg = try await Graphviz.svg(of: FlowDiagram(found, in: catalogue)) else {
        throw Refusal(
          "`svg` needs the program `dot` of Graphviz; install it, or use `--format dot` or "
            + "`mermaid`")
      }
      text = svg
    }
    if let output { try write(text, to: output) } else { Console.current.out(text) }
  }
}
