import FlowModel
import TestSupport
import Testing

@Suite struct FlowLinksTests {
  @Test(
    "Links are found at their places only, in whatever order they were added", arguments: 0..<20)
  func places(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var links = FlowLinks().next
    var expected: [Int: Int32] = [:]
    for _ in 0..<60 {
      let place = Int.random(in: 0..<40, using: &random)
      let flow = Int32.random(in: 0..<9, using: &random)
      let isRemoved = Int.random(in: 0..<4, using: &random) == 0
      links[place] = isRemoved ? nil : FlowLinks.Link(flow: flow, step: 0)
      expected[place] = isRemoved ? nil : flow
      for other in 0..<40 { #expect(links[other]?.flow == expected[other]) }
    }
  }

  @Test("As meant, a row leads to its `meant` target, even if that is not another flow")
  func meant() {
    var links = FlowLinks()
    links.next.append(.init(flow: 1, step: 2), at: 3)
    links.next.append(.init(flow: 4, step: 0), at: 5)
    links.meant.append(.none, at: 5)
    #expect(links.link(3, as: .written).flow == 1 && links.link(3, as: .meant).flow == 1)
    #expect(links.link(5, as: .written).flow == 4 && links.link(5, as: .meant).flow == -1)
    #expect(links.link(4, as: .written).flow == -1)
  }

  @Test("As meant, a step calls what it is meant to call")
  func callees() {
    var links = FlowLinks()
    links.callees.append(.init(flow: 1, step: 0), at: 2)
    links.meantCallees.append(.init(flow: 7, step: 0), at: 2)
    #expect(links.callee(2, as: .written) == 1)
    #expect(links.callee(2, as: .meant) == 7)
    #expect(links.callee(0, as: .meant) == -1)
  }
}
