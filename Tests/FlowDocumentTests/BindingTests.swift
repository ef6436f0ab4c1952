import Diagnostics
import FlowDocument
import FlowLoader
import FlowModel
import TestSupport
import Testing

/// What is said beside documents.
@Suite struct BindingTests {
  private static let document = """
    # UC1 Pay

    ## Main success scenario
    1. Guest enters the PIN.
    2. System charges the card.
    3. System shows the receipt.

    ## Extensions
    1a. Nothing is entered within 90 seconds
    1a1. Use case ends.

    2a. The card is refused
    2a1. Resumes at step 1.
    """

  private static let binding = """
    # Ours.
    flow: UC1
    facts: { tries: 0..3 }

    rows:
      '1':
        says: User enters the PIN
        input: { pin: { secret: yes, digits: 4 } }
        enters: pin
      '2':
        says: System charges the card
        # The payment team knows why.
        action: card.charge
        with: { pin: pin }
        on: charged
      1a: { says: Nothing is entered within 90 seconds, after: 90 s }
      2a: { says: The card is refused, on: refused }

    """

  /// The flows of a document with a binding file, and what is wrong.
  private func load(
    _ binding: String, in document: String = document
  ) -> (flow: Flow?, diagnostics: [Diagnostic], draft: BindingDraft?) {
    var documents = DocumentFlows()
    documents.read(SourceFile(path: "UC1.md", bytes: Array(document.utf8)))
    documents.read(binding: SourceFile(path: "UC1.bind.yaml", bytes: Array(binding.utf8)))
    var flows = KeptFlows()
    for (path, sources) in documents.sources() { flows.read(sources, ofDocument: path) }
    let result = flows.result(and: documents.problems + documents.unbound)
    return (result.flows.first, result.diagnostics, documents.bindingDraft(of: "UC1"))
  }

  @Test("A document with its binding is the flow that a whole flow file would be")
  func bound() throws {
    let (read, diagnostics, _) = load(Self.binding)
    #expect(diagnostics.isEmpty)
    let flow = try #require(read)
    let step = try #require(flow.step("2"))
    #expect(step.action == "card.charge")
    #expect(step.ownRow?.outcome == "charged")
    #expect(flow.step("1")?.inputs.first?.name == "pin")
    let extensions = flow.steps.flatMap { $0.rows(.written) }.filter { $0.kind == .extension }
    #expect(extensions.map(\.outcome) == [nil, "refused"])
    #expect(extensions.map(\.after) == [90_000, nil])
    #expect(flow.facts.map(\.name) == ["tries"])
  }

  @Test(
    "An entry follows its row by id and words, by words, and by words that are like them",
    arguments: [
      ("3. System shows", "3. System thanks.\n4. System shows", "2"),
      ("2. System charges the card.", "2. System asks.\n3. System charges the card.", "3"),
      ("System charges the card.", "System charges the card of the guest.", "2"),
      (
        "2. System charges the card.", "2. System asks.\n3. System charges the guest's card.", "3"
      ),
    ])
  func following(old: String, new: String, id: String) {
    let document = Self.document.replacing(old, with: new)
    let (flow, diagnostics, draft) = load(Self.binding, in: document)
    #expect(flow?.steps.filter { $0.action == "card.charge" }.map(\.id) == [id])
    #expect(diagnostics.allSatisfy { $0.severity != .error })
    #expect(diagnostics.contains { $0.rule == .boundRowChanged } == (draft?.text != nil))
    guard let text = draft?.text else { return }
    let again = load(text, in: document)
    #expect(again.diagnostics.isEmpty)
    #expect(again.draft?.text == nil)
    #expect(text.contains("# Ours.\n") && text.contains("    # The payment team knows why.\n"))
  }

  @Test("An id with words of another row is not that row, and nothing is lost")
  func gone() {
    let document = Self.document.replacing(
      "System charges the card.", with: "Somebody sweeps the floor.")
    let (flow, diagnostics, draft) = load(Self.binding, in: document)
    #expect(flow?.steps.contains { $0.action != nil } == false)
    let found = diagnostics.filter { $0.rule == .boundRowGone }
    #expect(found.map(\.path) == ["UC1.bind.yaml"])
    #expect(found.first?.message.contains("`System charges the card`; now it says") == true)
    #expect(draft?.text?.contains("says: System charges the card") ?? true)
  }

  @Test("Words that several rows have are never given to a row by chance")
  func severalRows() {
    let document = """
      # UC1 Pay

      ## Main success scenario
      1. System reads the card.
      2. System waits.
      3. System reads the card.
      """
    let entry = "flow: UC1\nrows:\n  '7': { says: System reads the card, action: card.read }\n"
    let (flow, diagnostics, _) = load(entry, in: document)
    #expect(flow?.steps.contains { $0.action != nil } == false)
    #expect(diagnostics.map(\.rule) == [.boundRowGone])
  }

  @Test("A mistake in an entry is shown where it is written")
  func places() {
    let wrong = Self.binding.replacing("after: 90 s", with: "after: 90 x")
      .replacing("on: charged", with: "onn: charged")
    let found = load(wrong).diagnostics
    #expect(found.map(\.path) == ["UC1.bind.yaml", "UC1.bind.yaml"])
    #expect(found.map(\.rule) == [.unknownKey, .wrongValue])
    let file = SourceFile(path: "UC1.bind.yaml", bytes: Array(wrong.utf8))
    #expect(found.map { file.position(of: $0.span.start).line } == [15, 16])
  }

  @Test("What the document says is not said again, and a row that it lacks is proposed")
  func ofTheDocument() {
    let said = """
      flow: UC1
      title: Pay now
      rows:
        '2': { system: pays, next: end }
        2c: { case: Nobody answers, next: end }
        '*a': { error: No internet, meant: end, why: it may happen }
      """
    let (flow, diagnostics, _) = load(said)
    #expect(diagnostics.map(\.rule) == [.keysExclude, .keysExclude, .keysExclude, .keysExclude])
    #expect(flow?.step("2")?.subject == "charges the card")
    #expect(flow?.anywhere.map(\.label) == ["No internet"])
  }

  @Test("Who acts can be said, if the document names somebody whom it does not declare")
  func actors() {
    let document = """
      # UC1 Register

      **Primary actor:** Guest

      ## Main success scenario
      1. Guest asks for a key.
      2. The clerk makes a key.
      3. Registry stores the key.
      """
    #expect(load("flow: UC1\n", in: document).flow?.steps.map(\.activity).first == .user)
    let said = "flow: UC1\nactors: { Clerk: user, Registry: system }\n"
    let (flow, diagnostics, _) = load(said, in: document)
    #expect(diagnostics.isEmpty)
    #expect(flow?.steps.map(\.activity) == [.user, .user, .system])
    #expect(flow?.steps.map(\.subject) == ["asks for a key", "makes a key", "stores the key"])
    let wrong = load("flow: UC1\nactors: { Clerk: robot }\n", in: document).diagnostics
    #expect(wrong.map(\.rule) == [.wrongValue])
  }

  @Test("A file without a use case of a document is an error at its id")
  func unbound() {
    let found = load("flow: UC7\nrows: {}\n").diagnostics
    #expect(found.map(\.rule) == [.unknownFlow])
    #expect(found.first?.path == "UC1.bind.yaml")
    #expect(load("").diagnostics.map(\.rule) == [.emptyFile])
    #expect(load("rows: {}\n").diagnostics.map(\.rule) == [.missingKey])
    #expect(load("- a\n").diagnostics.map(\.rule) == [.wrongKind])
    #expect(load("flow: UC1\nrows: { '2': [x] }\n").diagnostics.map(\.rule) == [.wrongKind])
  }

  @Test("Questions are comments that become answers by removing a sign")
  func questions() throws {
    var documents = DocumentFlows()
    documents.read(SourceFile(path: "UC1.md", bytes: Array(Self.document.utf8)))
    _ = documents.sources()
    let draft = try #require(documents.bindingDraft(of: "UC1"))
    let text = try #require(draft.text)
    #expect(draft.newCount == 6)
    #expect(load(text).diagnostics.isEmpty)
    #expect(load(text).draft?.text == nil)
    let keys = ["input", "enters", "action", "on", "after"]
    let answered = keys.reduce(text) { $0.replacing("    # \($1): ", with: "    \($1): ") }
    let (flow, diagnostics, again) = load(answered)
    #expect(diagnostics.isEmpty)
    #expect(again?.openCount == 0)
    #expect(flow?.step("2")?.action == "card.charge")
  }
}
