import Diagnostics
import FlowFiles
import FlowLoader
import FlowModel
import FlowReports
import FlowTestSupport
import Foundation
import TestSupport
import Testing

@Suite struct FlowDiagramTests {
  private let catalogue: Catalogue

  init() throws {
    catalogue = try #require(FlowLoader().load(folder: flowsFolder).catalogue)
  }

  private func flow(_ id: String) throws -> Flow { try #require(catalogue.flow(id: id)) }

  @Test("Every row with a target is on an arrow between two drawn steps")
  func arrows()
    throws
  {
    for flow in catalogue.flows {
      let graph = FlowDiagram(flow, in: catalogue)
      let labels = Set(graph.edges.flatMap { $0.label.components(separatedBy: ", ") })
      for row in flow.rows where row.kind != .own && row.next != nil {
        #expect(labels.contains(row.reference), "\(row.qualified)")
      }
      let keys = Set(graph.clusters.flatMap(\.nodes).map(\.key))
      #expect(graph.edges.allSatisfy { keys.contains($0.from) && keys.contains($0.to) })
    }
  }

  @Test("Slips are red, `meant` targets are dashed and unreachable steps are grey")
  func colours() throws {
    let graph = FlowDiagram(try flow("UC2.3"), in: catalogue)
    let slips = graph.edges.filter { $0.kind == .slip }.map(\.label)
    #expect(slips == ["1.1a", "1.1b", "1.2a", "2.1b", "4.1b"])
    let meant = graph.edges.filter { $0.kind == .meant }.map(\.label)
    #expect(meant == ["1.1a", "1.1b", "1.2a", "1.2e", "2.1b", "4.1b", "*a", "*b"])
    let grey = graph.clusters.flatMap(\.nodes).filter(\.isUnreached).map(\.id)
    #expect(grey == ["5.1", "5.2"])
    #expect(graph.dot.contains("color=\"#c62828\""))
    #expect(graph.dot.contains("style=dashed"))
    #expect(graph.mermaid.contains("-.->|\"1.2e\"|"))
    #expect(graph.mermaid.contains(":::unreached"))
    #expect(graph.mermaid.contains("linkStyle "))
  }

  @Test("No text can break out of a drawing")
  func escaping() throws {
    let text = """
      flow: X1
      title: 'a "quoted" \\ <b> #1; `tick` -->'
      sections:
        - section: 1
          title: 'end"]'
          steps:
            - step: 1.1
              screen: '"); drop ]} | x'
              rows:
                a: { user: '"x" --> y', next: end }
      """
    let file = SourceFile("X1.yaml", text: text)
    let catalogue = try #require(FlowLoader().load([file]).catalogue)
    let graph = FlowDiagram(catalogue.flows[0], in: catalogue)
    #expect(graph.dot.contains("label=\"1.1\\n\\\"); drop ]} | x\""))
    #expect(graph.mermaid.contains("(\"1.1<br/>#quot;)#59; drop ]} | x\")"))
  }
}
