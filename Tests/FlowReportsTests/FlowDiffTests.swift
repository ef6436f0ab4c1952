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
    let diff = CatalogueDiff(old.flows, new.flows, unread: old.unread)
    #expect(diff.added.isEmpty && diff.removed.isEmpty && diff.changed.isEmpty)
    #expect(diff.unread == ["UC2"])
    #expect(DiffReport(diff).text == "UC2 is not compared: one version cannot be read\n")
  }
}
