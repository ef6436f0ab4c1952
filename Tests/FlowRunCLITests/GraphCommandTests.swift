import Testing

@Suite struct GraphCommandTests {
  @Test("`graph` draws a flow")
  func draws() async {
    let outcome = await flowrun("graph", "uc1.2")
    #expect(outcome.status == 0)
    #expect(outcome.out.hasPrefix("---\ntitle: UC1.2 Open the app\n---\nflowchart TD\n"))
  }

  @Test("`graph --format svg` draws, or names Graphviz if it is missing")
  func svg() async {
    let outcome = await flowrun("graph", "pf2.8", "--format", "svg")
    if outcome.status == 0 {
      #expect(outcome.out.contains("<svg "))
      #expect(outcome.out.contains("10.1"))
    } else {
      #expect(outcome.status == 2)
      #expect(outcome.err.contains("`svg` needs the program `dot` of Graphviz"))
    }
  }
}
