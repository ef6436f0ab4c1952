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
