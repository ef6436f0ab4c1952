import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@Suite struct FlowGraphTests {
  private static let flows = [
    """
    flow: A
    title: A
    sections:
      - section: 1
        title: First
        steps:
          - step: 1.1
            screen: Start
            rows:
              a: { user: selects Next, next: 2 }
              b: { user: selects Help, next: goto B:1.2 }
              c: { user: waits, next: stay }
              d: { user: fails, next: error E }
              e: { user: asks, next: goto O, meant: 1.1, why: A slip }
              f: { user: proposes, meant: end, why: A proposal }
          - step: 1.2
            system: is left alone
            next: 1.1
      - section: 2
        title: Second
        steps:
          - step: 2.1
            call: B
            rows:
              a: { result: Done, next: back }
    """,
    """
    flow: B
    title: B
    kind: partial flow
    results: [Done]
    sections:
      - section: 1
        title: First
        steps:
          - step: 1.1
            system: begins
            next: 1.2
          - step: 1.2
            system: ends
            next: result Done
    """,
    """
    flow: E
    title: E
    kind: error flow
    steps:
      - step: 1
        system: tells
        next: resume

    """,
    "flow: O\ntitle: O\noutline: later\n",
  ]
  private let catalogue: Catalogue
  private let a: Flow

  init() throws {
    catalogue = try FlowTestSupport.catalogue(of: FlowGraphTests.flows)
    a = try need(catalogue.flow(id: "A"))
  }

  private func successors(_ graph: FlowGraph) -> [FlowGraph.Successor?] {
    a.rows.map(graph.successor(of:))
  }

  private func step(_ flow: String, _ id: String) throws -> Step {
    try need(catalogue.flow(id: flow)?.step(id))
  }

  @Test("A row leads to a step, another flow, an error flow, an outline, back or the end")
  func inCatalogue() throws {
    let start = try step("A", "1.1")
    let graphs = Reading.allCases.map { CatalogueGraph(catalogue, as: $0).graphs[0] }
    let first: [FlowGraph.Successor?] = [
      .step(try step("A", "2.1")), .flow(try step("B", "1.2")), .step(start),
      .error(try step("E", "1")),
    ]
    #expect(
      successors(graphs[0]) == first + [.outline("O"), nil, .step(start), .exit(Target(.back))])
    #expect(
      successors(graphs[1]) == first + [
        .step(start), .exit(Target(.end)), .step(start), .exit(Target(.back)),
      ])
  }

  @Test("In the graph of a flow alone, other flows are outlines")
  func alone() throws {
    let graph = FlowGraph(a, as: .written)
    #expect(
      successors(graph)[1...3] == [.outline("B"), .step(try step("A", "1.1")), .outline("E")])
    #expect(graph.callee(of: try step("A", "2.1")) == nil)
  }

  @Test("A graph knows what a step reaches, what leads to it and which rows come to it")
  func reach() throws {
    let graph = FlowGraph(a, as: .written)
    let start = try step("A", "1.1")
    let last = try step("A", "2.1")
    #expect(graph.reachable(from: [start]).steps.map(\.id) == ["1.1", "2.1"])
    #expect(graph.reachable(from: [start]) { $0.id != "1.1a" }.steps == [start])
    #expect(graph.leading(to: [last]).steps.map(\.id) == ["1.1", "1.2", "2.1"])
    #expect(graph.predecessors(of: start).map(\.reference) == ["1.1c", "1.2"])
    #expect(graph.predecessors(of: last).map(\.reference) == ["1.1a"])
  }

  @Test("A graph of a catalogue knows callers, arrivals, failures and entries of a flow")
  func betweenFlows() throws {
    let graph = CatalogueGraph(catalogue, as: .written)
    let b = try need(catalogue.flow(id: "B"))
    #expect(graph.callers(of: b).map(\.qualified) == ["A:2.1"])
    #expect(graph.arrivals(at: b).map(\.qualified) == ["A:1.1b"])
    #expect(graph.entries(of: b).map(\.id) == ["1.1", "1.2"])
    #expect(graph.failures(at: try need(catalogue.flow(id: "E"))).map(\.qualified) == ["A:1.1d"])
  }

  @Test("Counting moves every value of a set up and ends at the last")
  func countSets() throws {
    let text = """
      flow: C
      title: C
      facts: { n: 0..2 }
      steps:
        - step: 1
          determine: it
          action: it.find
          count: { n: more }
          rows:
            a: { case: More, on: more, if: { n: 1..2 }, next: 1 }
            b: { case: Less, on: less, reset: n, next: end }
      """
    let flow = try FlowTestSupport.catalogue(text).flows[0]
    let (more, less) = (flow.rows[0], flow.rows[1])
    let (n, step) = (flow.facts[0], flow.steps[0])
    #expect(FactRules.values(of: n, after: more, at: step, from: 0b011) == 0b110)
    #expect(FactRules.values(of: n, after: more, at: step, from: 0b100) == 0b100)
    #expect(FactRules.values(of: n, after: less, at: step, from: 0b110) == 0b001)
    #expect(FactRules.values(of: n, after: less, at: step, from: 0) == 0)
  }
}
