import Diagnostics
import FlowEdit
import FlowFiles
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@Suite struct RenameNameTests {
  private let booking = """
    flow: Booking
    title: A room is booked
    facts: { member: [yes, no], tries: 0..3 }
    sections:
      - section: 1
        title: The member
        steps:
          - step: 1.1
            call: Pay
            rows:
              a: { result: Paid, next: end }
              b: { result: 'Not paid', if: { member: yes }, next: 1.2 }
              c: { result: Not paid, if: { member: no }, next: end }
          - step: 1.2
            screen: Member
            buttons: [Again, Leave]
            rows:
              a: { user: selects Again, next: goto Pay:1.1 }
              b: { user: selects Leave, next: end }

    """
  private let payment = """
    flow: Pay
    title: It is paid
    kind: partial flow
    used by: [Booking]
    results: [Paid, Not paid]
    steps:
      - step: 1.1
        screen: Pay
        buttons: [Pay, Leave]
        rows:
          a: { user: selects Pay, next: result Paid }
          b: { user: selects Leave, next: result Not paid }

    """
  private let paths = """
    flow: Booking
    paths:
      - path: paid
        facts: { member: yes }
        rows: [Pay:1.1a]
        end: end
      - path: alone
        flow: Pay
        rows: [1.1b]
        end: result Not paid

    """
  private let rules = """
    rules:
      - rule: members-may-pay-again
        start: [Booking]
        never: Booking:1.2a
        before: Pay:1.1b
        while: { member: no }
        because: they pay once
      - rule: payment-ends
        never: fact member is no
        before: flow Pay
        because: only members pay

    """
  private let evidence = """
    requirements:
      R1: { title: Pay for it, covers: [Pay:1.1a, Booking, Booking paid, 'Pay alone'] }
      R2: { title: Pay, source: Pay, covers: Pay }

    """
  private let data = """
    Pay: { name: Pay, card: $PAY }
    Pay alone: { name: Booking }

    """
  private let screens = """
    Pay: { web: '#pay', buttons: { Pay: '#pay' } }
    Pay:1.1: { web: Pay }

    """

  private var flows: EditableFlows {
    EditableFlows(
      flows: [SourceFile("Booking.yaml", text: booking), SourceFile("Pay.yaml", text: payment)],
      scripts: [SourceFile("paths/Booking.yaml", text: paths)],
      rules: [SourceFile("rules/house.yaml", text: rules)],
      tables: [
        SourceFile("evidence/R.yaml", text: evidence),
        SourceFile("tests/data.yaml", text: data),
        SourceFile("tests/screens.yaml", text: screens),
      ])
  }

  /// The files after a new name, by path.
  private func after(_ subject: Mention.Subject, _ name: String) throws -> [String: String] {
    let edit = try flows.edit(.renameName(subject, to: name), in: "Booking.yaml")
    let files = edit.files.map { ($0.path, String(decoding: $0.after ?? [], as: UTF8.self)) }
    return Dictionary(uniqueKeysWithValues: files)
  }

  @Test("A flow is renamed in targets, calls, headers, scripts, house rules and evidence")
  func flow() throws {
    let files = try after(.flow("Pay"), "Payment")
    #expect(
      files["Booking.yaml"]
        == booking.replacing("call: Pay", with: "call: Payment")
        .replacing("goto Pay:1.1", with: "goto Payment:1.1"))
    #expect(files["Pay.yaml"] == payment.replacing("flow: Pay", with: "flow: Payment"))
    #expect(
      files["paths/Booking.yaml"]
        == paths.replacing("Pay:1.1a", with: "Payment:1.1a")
        .replacing("flow: Pay", with: "flow: Payment"))
    #expect(
      files["rules/house.yaml"]
        == rules.replacing("Pay:1.1b", with: "Payment:1.1b")
        .replacing("flow Pay", with: "flow Payment"))
    #expect(
      files["evidence/R.yaml"]
        == evidence.replacing("[Pay:1.1a", with: "[Payment:1.1a")
        .replacing("'Pay alone'", with: "'Payment alone'")
        .replacing("covers: Pay }", with: "covers: Payment }"))
    #expect(
      files["tests/data.yaml"]
        == data.replacing("Pay: {", with: "Payment: {")
        .replacing("Pay alone", with: "Payment alone"))
    #expect(files["tests/screens.yaml"] == screens.replacing("Pay:1.1", with: "Payment:1.1"))
    let other = try after(.flow("Booking"), "Stay")
    #expect(
      other["evidence/R.yaml"]
        == evidence.replacing("Booking, Booking paid", with: "Stay, Stay paid"))
    #expect(
      other["rules/house.yaml"]
        == rules.replacing("[Booking]", with: "[Stay]")
        .replacing("Booking:1.2a", with: "Stay:1.2a"))
  }

  @Test("A fact is renamed in conditions, scripts and house rules")
  func fact() throws {
    let files = try after(.fact("member"), "isMember")
    for (path, text) in [
      ("Booking.yaml", booking.replacing("member:", with: "isMember:")),
      ("paths/Booking.yaml", paths.replacing("member:", with: "isMember:")),
      (
        "rules/house.yaml",
        rules.replacing("member:", with: "isMember:")
          .replacing("fact member", with: "fact isMember")
      ),
    ] {
      #expect(files[path] == text)
    }
    #expect(files.count == 3)
  }

  @Test("A result is renamed in its flow, where the flow is called, and at the end of a script")
  func result() throws {
    let files = try after(.result(flow: "Pay", name: "Not paid"), "Declined")
    #expect(files["Booking.yaml"] == booking.replacing("Not paid", with: "Declined"))
    #expect(files["Pay.yaml"] == payment.replacing("Not paid", with: "Declined"))
    #expect(files["paths/Booking.yaml"] == paths.replacing("Not paid", with: "Declined"))
  }

  @Test("A row that gets another number has it in evidence as well")
  func evidenceOfRows() throws {
    let edit = try flows.edit(.rename(.step("1.1"), to: "1.5"), in: "Pay.yaml")
    let file = try #require(edit.files.first { $0.path == "evidence/R.yaml" })
    #expect(
      String(decoding: file.after ?? [], as: UTF8.self)
        == evidence.replacing("Pay:1.1a", with: "Pay:1.5a"))
    let keys = try #require(edit.files.first { $0.path == "tests/screens.yaml" })
    #expect(
      String(decoding: keys.after ?? [], as: UTF8.self)
        == screens.replacing("Pay:1.1", with: "Pay:1.5"))
  }

  @Test("A name that is taken or is none is refused")
  func refused() {
    for (subject, name) in [
      (Mention.Subject.flow("Pay"), "Booking"), (.flow("Pay"), "a b"), (.flow("Pay"), ""),
      (.flow("Pay"), "x: y"), (.flow("None"), "Other"), (.fact("member"), "tries"),
      (.fact("member"), "is member"), (.result(flow: "Pay", name: "Paid"), "Not paid"),
      (.result(flow: "Pay", name: "Paid"), "Paid "),
      (.action("pay"), "other"),
    ] {
      #expect(throws: EditRefusal.self) {
        try flows.edit(.renameName(subject, to: name), in: "Booking.yaml")
      }
    }
  }

  @Test("In random catalogues a name and its old one again give the same files")
  func random() throws {
    var tried = 0
    for seed in UInt64(1)...4 {
      let files = Sample.random(seed: seed)
      let flows = EditableFlows(flows: files)
      guard flows.result.catalogue != nil else { continue }
      let all = flows.result.flows
      let subjects =
        all.map { ($0.path, Mention.Subject.flow($0.id), $0.id) }
        + all.flatMap { flow in flow.facts.map { (flow.path, .fact($0.name), $0.name) } }
        + all.flatMap { flow in
          flow.results.map { (flow.path, .result(flow: flow.id, name: $0), $0) }
            + flow.rows.compactMap(\.name).prefix(2).map {
              (flow.path, .name(flow: flow.id, $0), $0)
            }
        }
      for (path, subject, old) in subjects {
        let isForCode = if case .name = subject { true } else { false }
        let edit = try flows.edit(
          .renameName(subject, to: isForCode ? "zebra" : "Zebra"), in: path)
        let changed = EditableFlows(flows: files.map { edit.after($0) })
        #expect(changed.result.catalogue?.flows.count == all.count)
        #expect(
          changed.result.diagnostics.filter { $0.severity == .error }.isEmpty, "\(seed) \(old)")
        let back: Mention.Subject =
          switch subject {
          case .flow: .flow("Zebra")
          case .fact: .fact("Zebra")
          case .result(let flow, _): .result(flow: flow, name: "Zebra")
          case .name(let flow, _): .name(flow: flow, "zebra")
          case .section, .step, .row, .action: subject
          }
        guard
          isForCode
            || Set(old).isSubset(of: Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        else { continue }
        let again = try changed.edit(.renameName(back, to: old), in: path)
        #expect(changed.files.map { again.after($0).bytes } == files.map(\.bytes), "\(old)")
        tried += 1
      }
    }
    #expect(tried > 10)
  }
}

extension FlowEdit {
  /// A file after the change.
  fileprivate func after(_ file: SourceFile) -> SourceFile {
    let change = files.first { $0.path == file.path }
    return SourceFile(path: file.path, bytes: change?.after ?? file.bytes)
  }
}
