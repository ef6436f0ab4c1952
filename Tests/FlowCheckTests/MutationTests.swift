import FlowFiles
import FlowLoader
import FlowModel
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

/// Mistakes made on purpose, in every row. `flowrun mutate` makes all of them; here it is every fifth.
@Suite struct MutationTests {
  @Test("Every fifth mutant is caught by the check or by a replay")
  func everyFifthMutant() throws {
    let catalogue = try catalogue(in: flowsFolder)
    let book = ReplayBook(folder: flowsFolder + "/" + FlowLoader.pathsFolder)
    let test = MutationTest(catalogue, scripts: book.chapters.flatMap(\.scripts))
    let all = catalogue.mutants
    #expect(all.count >= 600)
    let some = stride(from: 0, to: all.count, by: 5).map { test.verdict(on: all[$0]) }
    #expect(some.filter { !$0.isCaught }.map(\.mutant.description) == [])
    // The check alone sees most of what breaks the structure, and it must not get worse unseen.
    let dropped = some.filter { $0.mutant.kind == .dropped }
    #expect(dropped.count { $0.isCaughtByCheck } * 10 >= dropped.count * 8)
  }

  @Test("The mutants of a small flow and the catch of the check are these")
  func smallFlow() throws {
    let catalogue = try catalogue(
      """
      flow: A
      title: A
      sections:
        - section: 1
          title: Primary scenario
          steps:
            - step: 1.1
              screen: Home
              buttons: [Next, Close]
              rows:
                a: { user: selects Next, next: 1.2 }
                b: { user: selects Close, next: end }
            - step: 1.2
              notice: Bye
              next: end
      """)
    #expect(
      catalogue.mutants.map(\.description) == [
        "A:1.1a retargeted: 1.2 becomes 1.1", "A:1.1a dropped", "A:1.1a swapped: 1.2 for end",
        "A:1.1b retargeted: end becomes 1.2", "A:1.1b dropped",
        "A:1.2 retargeted: end becomes 1.1",
      ])
    let test = MutationTest(catalogue, scripts: [])
    let caught = catalogue.mutants.filter { test.verdict(on: $0).isCaughtByCheck }
    #expect(
      caught.map(\.description) == [
        "A:1.1a retargeted: 1.2 becomes 1.1", "A:1.1a dropped", "A:1.1b dropped",
      ])
  }
}
