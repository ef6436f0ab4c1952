import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@Suite struct CatalogueTests {
  private func flow(_ id: String, _ alias: String) -> String {
    "flow: \(id)\nalias: \(alias)\ntitle: T\noutline: It will be written later\n"
  }

  @Test("A flow is found by its id or alias in any letter case, by its exact id first")
  func names() throws {
    let catalogue = try catalogue(flow("UC1", "open-the-app"), flow("UC2", "close"))
    #expect(catalogue.flow(named: "UC1")?.id == "UC1")
    #expect(catalogue.flow(named: "uc2")?.id == "UC2")
    #expect(catalogue.flow(named: "Open-The-App")?.id == "UC1")
    #expect(catalogue.flow(named: "open") == nil)
    #expect(catalogue.flow(id: "uc1") == nil)
  }

  @Test(
    "Every step is found by its id, whether the steps stand in the order of their numbers or not")
  func steps() throws {
    var ids = (1...12).map { "\($0)" } + (1...3).flatMap { s in (1...11).map { "\(s + 12).\($0)" } }
    var random = SplitMix(seed: 5)
    for turn in 0..<20 {
      let text = ids.map { "  - { step: \($0), screen: S, next: end }" }.joined(separator: "\n")
      let catalogue = try catalogue("flow: A\ntitle: A\nsteps:\n" + text)
      let flow = try need(catalogue.flow(id: "A"))
      for (index, id) in ids.enumerated() {
        #expect(flow.step(id)?.index == index, "\(id), \(turn)")
      }
      for id in ["", ".", "0", "13", "13.0", "13.12", "13.1.1", "14.1x", "99999", "1a"] {
        #expect(flow.step(id) == nil, "\(id), \(turn)")
      }
      ids.swapAt(random.next(ids.count), random.next(ids.count))
    }
  }

  @Test("Two views of one flow are equal, and views of two flows are not")
  func equality() throws {
    let catalogue = try catalogue(
      "flow: A\ntitle: A\nsteps:\n  - { step: 1, screen: S, next: end }",
      "flow: B\ntitle: B\nsteps:\n  - { step: 1, screen: S, next: end }")
    let (a, b) = (try need(catalogue.flow(id: "A")), try need(catalogue.flow(id: "B")))
    #expect(a.steps[0] == a.steps[0] && a.rows[0] == a.rows[0] && a == a.steps[0].flow)
    #expect(a != b && a.steps[0] != b.steps[0] && a.rows[0] != b.rows[0])
    #expect(Set([a.rows[0], a.rows[0], b.rows[0]]).count == 2)
  }
}
