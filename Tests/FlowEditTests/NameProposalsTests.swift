import Diagnostics
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@testable import FlowEdit

/// Names in code that are made of words, and written.
@Suite struct NameProposalsTests {
  private static let text = """
    flow: A
    title: A
    anywhere:
      '*a': { user: closes the app, next: end }
    sections:
    - section: 1
      title: T
      steps:
      - step: 1.1
        screen: Sign in
        rows:
          a: { user: selects Sign in, next: 1.2 }   # the usual way
          b: { user: 'selects "Forgot PIN"', next: 1.2 }
          c: { user: valib "Logi välja", next: 1.2 }
          d: { user: Войти, next: 1.2 }
          e: { event: 90 seconds pass, after: 90 s, next: 1.2 }
      - step: 1.2
        execute: the payment
        action: pay
        rows:
          a: { case: The card is declined, on: declined, next: 1.1 }
          b: { case: The card is declined, on: stolen, name: stolen, next: 1.1 }
          c: { case: The card is declined, on: lost, next: end }
      - step: 1.3
        notice: Good bye
        next: end

    """

  private func flows(_ text: String) -> EditableFlows {
    EditableFlows(flows: [SourceFile("A.yaml", text: text)])
  }

  @Test("Names are made of the words, each is given once, and what is named keeps its name")
  func proposals() throws {
    let flow = try need(flows(NameProposalsTests.text).result.flows.first)
    let found = NameProposals(flow).all.map { "\($0.place): \($0.name ?? "-")" }
    #expect(
      found == [
        "step 1.1: signIn", "step 1.2: payment", "step 1.3: goodBye", "row 1.1a: selectSignIn",
        "row 1.1b: forgotPIN", "row 1.1c: valibLogiValja", "row 1.1d: -",
        "row 1.1e: event90SecondsPass", "row 1.2a: cardDeclined", "row 1.2c: lost",
        "row *a: closeApp",
      ])
  }

  @Test("Names are written where people write them, and all other bytes stay")
  func written() throws {
    let flows = flows(NameProposalsTests.text)
    let flow = try need(flows.result.flows.first)
    let edit = try flows.edit(
      naming: NameProposals(flow), in: "A.yaml", of: flows.result.readable)
    let after = String(decoding: try need(edit.files.first?.after), as: UTF8.self)
    let lines = after.split(separator: "\n")
    #expect(
      lines.contains(
        "      a: { user: selects Sign in, name: selectSignIn, next: 1.2 }   # the usual way"))
    #expect(after.contains("    screen: Sign in\n    name: signIn\n"))
    let named = flows.after(edit)
    #expect(named.result.diagnostics.isEmpty)
    let again = NameProposals(try need(named.result.flows.first)).all
    #expect(again.map { "\($0.place)" } == ["row 1.1d"])
    var bare = lines.filter { !$0.contains("    name: ") }.joined(separator: "\n") + "\n"
    for name in NameProposals(flow).all.compactMap(\.name) {
      bare = bare.replacing(", name: \(name),", with: ",")
    }
    #expect(bare == NameProposalsTests.text)
  }

  @Test("Every proposal for random flows is a name, and the flow that has them loads")
  func random() throws {
    for seed in 0..<20 as Range<UInt64> {
      let flows = try RandomCatalogue.load(seed: seed, flows: 6, kind: .everything).flows
      for flow in flows {
        let names = NameProposals(flow).all.compactMap(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { CodeName.isName($0.utf8) })
      }
    }
  }

  @Test("A name that is renamed is renamed in the scripts that take its row")
  func renamed() throws {
    let text = NameProposalsTests.text.replacing(
      "selects Sign in,", with: "selects Sign in, name: go,")
    let paths = "flow: A\npaths:\n- path: p\n  rows: [go, A:stolen]\n  end: waiting A:1.1\n"
    let flows = EditableFlows(
      flows: [SourceFile("A.yaml", text: text)], scripts: [SourceFile("paths/A.yaml", text: paths)])
    let edit = try flows.edit(.renameName(.name(flow: "A", "go"), to: "enter"), in: "A.yaml")
    let after = edit.files.map { String(decoding: $0.after ?? [], as: UTF8.self) }
    #expect(after.count == 2)
    #expect(after.last?.contains("rows: [enter, A:stolen]") == true)
    #expect(after.first?.contains("name: enter,") == true)
    #expect(throws: EditRefusal.self) {
      try flows.edit(.renameName(.name(flow: "A", "go"), to: "stolen"), in: "A.yaml")
    }
    #expect(throws: EditRefusal.self) {
      try flows.edit(.renameName(.name(flow: "A", "go"), to: "Go there"), in: "A.yaml")
    }
  }
}
