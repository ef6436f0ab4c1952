import Diagnostics
import Files
import FlowFiles
import FlowLoader
import FlowModel
import FlowReports
import FlowTestSupport
import Foundation
import TestSupport
import Testing

@Suite struct FlowDiffTests {
  private let source: String

  init() throws {
    let bytes = try FileSystem.read(flowsFolder + "/wallet/UC2.3-unlock-the-app.yaml")
    source = String(decoding: bytes, as: UTF8.self)
  }

  private func flow(_ text: String) throws -> Flow {
    let file = SourceFile("UC2.3.yaml", text: text)
    let result = FlowLoader().load([file])
    return try #require(result.flows.first, "\(result.diagnostics.map(\.message))")
  }

  private func diff(_ change: (String) -> String) throws -> FlowDiff {
    let changed = change(source)
    #expect(changed != source)
    return FlowDiff(try flow(source), try flow(changed))
  }

  @Test("A flow does not differ from itself")
  func same() throws {
    #expect(FlowDiff(try flow(source), try flow(source)).isEmpty)
  }

  @Test("A row and a step are found by their names, whatever their words and ids are")
  func named() throws {
    func menu(_ first: String, _ second: String) throws -> Flow {
      try flow(
        """
        flow: UC2.3
        title: Menu
        steps:
          - step: 1
            screen: Menu
            name: menu
            rows:
              a: { user: \(first), next: 1 }
              b: { user: \(second), next: end }
        """)
    }
    let old = try menu("selects Refresh, name: refresh", "selects Sign out, name: signOut")
    let new = try menu("selects Leave, name: signOut", "selects Refresh, name: other")
    let told = FlowDiff(old, new).changes.map(\.text)
    #expect(told.contains("1b “User selects Leave” is now 1a"), "\(told)")
    #expect(told.contains("1a said “User selects Sign out” and now says “User selects Leave”"))
    #expect(told.contains { $0.contains("has the name other, which was refresh") }, "\(told)")
  }

  @Test("A row with a new target is reported with both targets and the paths gained")
  func retargeted()
    throws
  {
    let diff = try diff {
      $0.replacing(
        """
        user: selects Try again\n            next: 2.1\n            meant: 1.2\n            why: \
        trying
        """,
        with:
          """
          user: selects Try again\n            next: 1.2\n            meant: 1.2\n \
                     why: trying
          """
      )
    }
    #expect(
      diff.changes.map(\.text) == [
        """
        2.1b “User selects Try again” leads to 1.2 (System scans biometrics), no longer to 2.1 \
        (System shows prompt 'Biometric not recognized')
        """
      ])
    #expect(diff.gained.contains("1.1a 2.1b 1.2a -> goto UC7.1"))
    #expect(diff.lost.isEmpty)
  }

  @Test(
    "A step that comes to a section with rows at any time is told, with the paths of these rows")
  func moved() throws {
    let step = """
            - step: 1.2
              screen: Two
              rows:
                a: { user: selects Next, next: 2.1 }

      """
    func source(_ inFirst: String, _ inSecond: String, rows: String) -> String {
      """
      flow: A
      title: A
      sections:
        - section: 1
          title: First
          steps:
            - step: 1.1
              screen: One
              rows:
                a: { user: selects Next, next: 1.2 }
      \(inFirst)  - section: 2
          title: Second
          steps:
            - step: 2.1
              screen: Three
              rows:
                a: { user: selects Done, next: end }
      \(inSecond)\(rows)
      """
    }
    let rows = "    anywhere:\n      '*a': { user: cancels, next: back }"
    let before = try flow(source(step, "", rows: rows))
    let diff = FlowDiff(before, try flow(source("", step, rows: rows)))
    #expect(
      diff.changes.map(\.text) == [
        """
        step 1.2 “System shows screen 'Two'” is in section 2, no longer in 1; other rows hold \
        there at any time
        """
      ])
    #expect(diff.gained == ["1.1a *a -> back"] && diff.lost.isEmpty, "\(diff.gained)")
    let plain = try flow(source(step, "", rows: ""))
    #expect(FlowDiff(plain, try flow(source("", step, rows: ""))).isEmpty)
  }

  @Test("A row that holds anywhere in a section is compared once, whatever else changes")
  func anywhere() throws {
    let source = """
      flow: A
      title: A flow with a row at any time
      sections:
        - section: 1
          title: First
          anywhere:
            '*a': { user: selects Start over, next: 2.1 }
          steps:
            - step: 1.1
              screen: One
              rows:
                a: { user: selects Next, next: 1.2 }
            - step: 1.2
              screen: Two
              rows:
                a: { user: selects Next, next: 2.1 }
                b: { user: selects Leave, next: end }
        - section: 2
          title: Second
          steps:
            - step: 2.1
              screen: Three
              rows:
                a: { user: selects Done, next: end }
      """
    let before = try flow(source)
    let reworded = FlowDiff(
      before, try flow(source.replacing("selects Leave", with: "selects Go away")))
    #expect(
      reworded.changes.map(\.text) == [
        "1.2b said “User selects Leave” and now says “User selects Go away”"
      ])
    let led = FlowDiff(
      before, try flow(source.replacing("over, next: 2.1", with: "over, next: 1.2")))
    #expect(
      led.changes.map(\.text) == [
        "*a “User selects Start over” leads to 1.2 (System shows screen 'Two'), no longer to 2.1 "
          + "(System shows screen 'Three')"
      ])
    #expect(led.gained == ["*a 1.2a 2.1a -> end", "*a 1.2b -> end"])
    #expect(led.lost == ["1.1a *a 2.1a -> end", "*a 2.1a -> end"])
    let back = FlowDiff(led.new, before)
    #expect(back.gained == led.lost)
    #expect(back.lost == led.gained)
    let gone = FlowDiff(
      before,
      try flow(
        source.replacing("      '*a': { user: selects Start over, next: 2.1 }\n", with: "")
          .replacing("    anywhere:\n", with: "")))
    #expect(gone.changes.map(\.kind) == [.rowRemoved])
    #expect(gone.lost == led.lost)
    #expect(gone.gained.isEmpty)
  }

  @Test("After a removed row the next one is renumbered, not changed")
  func removedRow() throws {
    let diff = try diff {
      $0.replacing(
        "          b: { result: Retry, next: 1.3 }\n          c: { result: Back",
        with: "          b: { result: Back")
    }
    #expect(
      diff.changes.map(\.text) == [
        "1.4b “Result: Retry” is gone; it led to 1.3 (System shows screen 'Open app with PIN')",
        "1.4c “Result: Back” is now 1.4b",
      ])
  }

  @Test("An inserted step renumbers the later ones and changes no target")
  func insertedStep() throws {
    let diff = try diff { source in
      var text = source.replacing("next: 1.6 }", with: "next: 1.7 }")
        .replacing("step: 1.7\n", with: "step: 1.8\n").replacing(
          "next: 1.7 }\n      - step: 1.8", with: "next: 1.8 }\n      - step: 1.8"
        )
        .replacing("step: 1.6\n", with: "step: 1.7\n")
      text = text.replacing(
        "      - step: 1.7\n        call",
        with: "      - step: 1.6\n        system: says hello\n      - step: 1.7\n        call")
      return text
    }
    #expect(diff.changes.filter { $0.kind == .rowRetargeted }.isEmpty)
    #expect(
      diff.changes.filter { $0.kind == .stepRenumbered }.map(\.text) == [
        "step 1.6 “System executes partial flow PF2.7” is now 1.7",
        "step 1.7 “System determines whether app was shutdown before unlocking” is now 1.8",
      ])
    #expect(diff.changes.contains { $0.kind == .stepAdded && $0.id == "1.6" })
    #expect(diff.changes.contains { $0.kind == .unreachable && $0.id == "1.6" })
  }

  @Test("A step that nothing leads to any more is reported")
  func unreachable() throws {
    let diff = try diff { $0.replacing("next: 6 }", with: "next: 1.4 }") }
    #expect(diff.changes.contains { $0.kind == .unreachable && $0.id == "6.1" })
  }

  @Test("A row with new words is the same row")
  func reworded() throws {
    let diff = try diff { $0.replacing("user: selects Forgot PIN", with: "user: taps Forgot PIN") }
    #expect(diff.changes.map(\.kind) == [.rowReworded])
    #expect(diff.gained.isEmpty && diff.lost.isEmpty)
  }

  @Test("Callers that wait for a result no longer returned are reported")
  func callers() throws {
    let old = FlowLoader().load(folder: flowsFolder)
    let path = flowsFolder + "/wallet/PF2.8-validate-pin.yaml"
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let changed = text.replacing("result Retry", with: "result Again")
      .replacing("Retry", with: "Again")
    let new = FlowLoader().load([SourceFile(path, text: changed)]).flows
    let others = old.flows.filter { $0.id != "PF2.8" }
    let diff = CatalogueDiff(old.flows, others + new)
    let callers = diff.changed.first?.changes.filter { $0.kind == .caller }.map(\.text) ?? []
    #expect(callers.contains("UC2.3:1.4 calls it"))
    #expect(
      callers.contains("UC2.3:1.4b “Result: Retry” waits for “Retry”, which is no longer returned"))
    #expect(callers.contains("UC2.3:1.4 has no row for the new result “Again”"))
    let report = DiffReport(diff)
    #expect(report.markdown.contains("### PF2.8 Validate PIN"))
    #expect((try? JSONSerialization.jsonObject(with: Data(report.json.utf8))) != nil)
  }

  @Test("Flows with one id are compared with their own older versions, and unread ones not at all")
  func twoOfOneID() {
    func flows(_ texts: (String, String)...) -> Catalogue {
      FlowLoader().load(texts.map { SourceFile($0.0, text: $0.1) }).readable
    }
    let plain = "title: T\nsteps:\n  - step: 1\n    user: acts\n    next: end\n"
    let one = ("UC1-a.yaml", "flow: UC1\nalias: a\n" + plain)
    let two = ("UC1-b.yaml", "flow: UC1\nalias: b\n" + plain.replacing("acts", with: "waits"))
    let broken = ("UC2.yaml", "flow: UC2\ntitle: [\n")
    let whole = ("UC2.yaml", "flow: UC2\n" + plain.replacing("title: T", with: "title: U"))
    let (old, new) = (flows(one, two, broken), flows(one, two, whole))
    #expect(CatalogueDiff(old.flows, old.flows).isEmpty)
    let diff = CatalogueDiff(old.flows, new.flows, unread: (old.unread, new.unread))
    #expect(diff.added.isEmpty && diff.removed.isEmpty && diff.changed.isEmpty)
    #expect(diff.unread == ["UC2"])
    #expect(DiffReport(diff).text == "UC2 is not compared: one version cannot be read\n")
    // One that only the newer version has.
    let beside: Set = ["UC3", "UC1-c"]
    #expect(CatalogueDiff(new.flows, new.flows, unread: ([], beside)).unread == ["UC1-c", "UC3"])
    #expect(CatalogueDiff(new.flows, new.flows, unread: (beside, beside)).isEmpty)
    // One of two files of an id was broken before, and now both are: it is not gone.
    let both = CatalogueDiff(flows(whole).flows, [], unread: (["UC2"], ["UC2"]))
    #expect(both.removed.isEmpty && both.unread == ["UC2"])
  }
}
