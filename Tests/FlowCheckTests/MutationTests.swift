import FlowFiles
import FlowLoader
import FlowModel
import FlowMutation
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

/// Mistakes made on purpose, in every row and step. `flowrun mutate` makes all of them; here it is
/// every 15th, and every one in a timer: each of those needs a path that waits there, some one that
/// waits in the background.
@Suite struct MutationTests {
  @Test("Every 15th mutant and each of a timer is caught by the check or by a replay")
  func someMutants() throws {
    let catalogue = try catalogue(in: flowsFolder)
    let book = ReplayBook(folder: flowsFolder + "/" + FlowLoader.pathsFolder)
    var test = MutationTest(catalogue, scripts: book.chapters.flatMap(\.scripts))
    let all = catalogue.mutants
    #expect(all.count >= 1_900)
    #expect(Set(all.map(\.kind)) == Set(Mutant.Kind.allCases))
    let timers = all.filter { $0.kind == .timer }
    #expect(timers.count >= 40)
    let others = stride(from: 0, to: all.count, by: 15).map { all[$0] }
    let some = (timers + others).map { test.verdict(on: $0) }
    #expect(some.filter { !$0.isCaught }.map(\.mutant.description) == [])
    // The check alone sees most of what breaks the structure, and it must not get worse unseen.
    let dropped = some.filter { $0.mutant.kind == .dropped }
    #expect(dropped.count { $0.isCaughtByCheck } * 10 >= dropped.count * 8)
  }

  private static let flow = """
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
    """

  @Test("The mutants of a small flow, and what the check and a path notice, are these")
  func smallFlow() throws {
    let catalogue = try catalogue(Self.flow)
    #expect(
      catalogue.mutants.map(\.description) == [
        "A:1.1a retargeted: 1.2 becomes 1.1", "A:1.1a dropped", "A:1.1a swapped: 1.2 for end",
        "A:1.1b retargeted: end becomes 1.2", "A:1.1b dropped",
        "A:1.2 retargeted: end becomes 1.1",
        "A:1.1 activity: screen becomes prompt", "A:1.1 title: another one",
        "A:1.1 button: `Next` is not there", "A:1.1 button: `Next` is called otherwise",
        "A:1.1 button: `Close` is not there", "A:1.1 button: `Close` is called otherwise",
        "A:1.2 activity: notice becomes screen", "A:1.2 title: another one",
      ])
    let path = Script(flow: "A", name: "path", moves: [.row("1.1a"), .row("1.2")])
    var test = MutationTest(catalogue, scripts: [path])
    let verdicts = catalogue.mutants.map { test.verdict(on: $0) }
    #expect(
      verdicts.filter(\.isCaughtByCheck).map(\.mutant.description) == [
        "A:1.1a retargeted: 1.2 becomes 1.1", "A:1.1a dropped", "A:1.1b dropped",
        "A:1.1 button: `Next` is not there", "A:1.1 button: `Next` is called otherwise",
        "A:1.1 button: `Close` is not there", "A:1.1 button: `Close` is called otherwise",
      ])
    #expect(
      verdicts.filter { !$0.isCaughtByReplay }.map(\.mutant.description) == [
        "A:1.1b retargeted: end becomes 1.2", "A:1.1b dropped",
      ])
    #expect(verdicts.filter { !$0.isCaught }.map(\.reason) == ["no path comes there"])
  }

  @Test("Of more mistakes than the limit of work allows, some are made, spread over all")
  func limit() throws {
    let catalogue = try catalogue(Self.flow)
    let (test, all) = (MutationTest(catalogue, scripts: []), catalogue.mutants)
    // Three rows, so that fourteen mistakes are forty-two of work.
    #expect(test.affordable(all, work: 42).count == 14)
    let half = test.affordable(all, work: 41).map(\.description)
    #expect(half == all.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.description))
  }

  @Test("The house rules are asked about what nothing else notices")
  func houseRules() throws {
    let catalogue = try catalogue(
      """
      flow: A
      title: A
      rules:
        - rule: no-skipping
          never: end
          before: screen Home
          because: Everybody starts at home
      sections:
        - section: 1
          title: Primary scenario
          steps:
            - step: 1.1
              screen: Home
              buttons: [Next]
              rows:
                a: { user: selects Next, next: 1.2 }
            - step: 1.2
              notice: Bye
              next: end
      """)
    let rules = catalogue.flows.flatMap(\.rules)
    var test = MutationTest(catalogue, scripts: [], rules: rules)
    let verdicts = catalogue.mutants.map { test.verdict(on: $0) }
    #expect(
      verdicts.filter { $0.brokenRule == "no-skipping" }.map(\.mutant.description) == [
        "A:1.1 title: another one"
      ])
  }
}
