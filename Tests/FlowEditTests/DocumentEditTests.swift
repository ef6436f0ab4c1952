import Diagnostics
import Files
import FlowCheck
import FlowEdit
import FlowFolder
import FlowModel
import TestSupport
import Testing

/// Documents that are edited where they stand, and what is said beside them.
@Suite struct DocumentEditTests {
  private static let document = """
    # UC2 Pay for a room

    **Primary actor:** Guest

    ## Main success scenario
    1. Guest enters the *PIN* of the card.
    2. System charges the card.
    3. System shows the receipt.

    ## Extensions
    1a. Nothing is entered within 90 seconds
    1a1. Use case ends.

    2a. The card is refused
    2a1. Resumes at step 1.

    """
  private static let binding = """
    # Agreed with the payment team.
    flow: UC2

    rows:
      '2':
        says: System charges the card
        action: card.charge # at once
        on: charged
      2a: { says: The card is refused, on: refused }

    """
  private static let table = """
    # UC1 Book

    | # | Description | Next |
    | --- | --- | --- |
    | **1** | **Rooms** | |
    | **1.1** | **System displays screen ‘Rooms’** | |
    | 1.1a | User selects Book | 1.2 |
    | 1.1b | User selects Leave | End |
    | **1.2** | **System asks the hotel** | |
    | 1.2a | Case: Free | End |
    | 1.2b | Case: Taken | 1.1 |

    """
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The document after operations, as it stands in the folder then.
  private func edited(
    _ text: String, _ operations: EditOperation..., in file: String = "UC.md"
  ) throws -> String {
    try folder.write(text, to: "docs/\(file)")
    var flows = FlowFolder(folder.path("docs"))
    let edit = try flows.editable().edit(operations, in: folder.path("docs/\(file)"))
    try flows.write(edit)
    let errors = flows.findings().findings.filter { $0.diagnostic.severity == .error }
    #expect(errors.isEmpty, "\(errors.map(\.diagnostic.message))")
    let after = folder.text("docs/\(file)")
    try flows.write(edit.inverse)
    #expect(folder.text("docs/\(file)") == text)
    return after
  }

  private func refusal(
    _ text: String, _ operation: EditOperation, in file: String = "UC.md"
  ) throws -> String {
    do {
      _ = try edited(text, operation, in: file)
      return "done"
    } catch let refusal as EditRefusal { return refusal.message }
  }

  @Test(
    "Words of a document change where they stand, with the marks around them",
    arguments: [
      (
        EditOperation.set(.step("2"), key: "system", "charges the gold card"), "charges the card",
        "charges the gold card"
      ),
      (.set(.step("1"), key: "user", "enters the code of the card"), "*PIN*", "*code*"),
      (
        .set(.extension("2a"), key: "case", "The card is *blocked*"), "card is refused",
        #"card is \*blocked\*"#
      ),
      (.set(.file, key: "title", "Pay for a suite"), "for a room", "for a suite"),
      (.set(.step("2a.1"), key: "next", "3"), "at step 1", "at step 3"),
      (.set(.step("2a.1"), key: "next", "end"), "Resumes at step 1", "Use case ends"),
      (.set(.step("3"), key: "next", "1"), "receipt.\n", "receipt. Resumes at step 1.\n"),
    ])
  func words(operation: EditOperation, was: String, now: String) throws {
    #expect(
      try edited(Self.document, operation) == Self.document.replacing(was, with: now))
  }

  @Test("An alternative, a step and a row are added in the document's own style, and taken out")
  func rows() throws {
    let case2b: EditValue = ["case": "The bank is closed", "next": "1"]
    #expect(
      try edited(
        Self.document, .add(.pair("b", case2b), to: "rows", of: .step("2"), before: nil))
        == Self.document + "\n2b. The bank is closed\n2b1. Resumes at step 1.\n")
    #expect(
      try edited(
        Self.document,
        .add(
          .item(["step": "4", "user": "takes it", "next": "end"]), to: "steps", of: .file,
          before: nil))
        == Self.document.replacing("receipt.\n", with: "receipt.\n4. Guest takes it.\n"))
    #expect(
      try edited(Self.document, .remove(.extension("2a")))
        == Self.document.replacing(
          "\n2a. The card is refused\n2a1. Resumes at step 1.\n", with: ""))
    #expect(
      try edited(Self.document, .remove(.step("3")))
        == Self.document.replacing("3. System shows the receipt.\n", with: ""))
    let row: EditValue = ["user": "selects Help | more", "next": "1.2"]
    #expect(
      try edited(Self.table, .add(.pair("c", row), to: "rows", of: .step("1.1"), before: nil))
        == Self.table.replacing(
          "Leave | End |\n", with: "Leave | End |\n| 1.1c | User selects Help \\| more | 1.2 |\n"))
    #expect(
      try edited(Self.table, .remove(.row("1.1b")))
        == Self.table.replacing("| 1.1b | User selects Leave | End |\n", with: ""))
  }

  @Test(
    "A mark of emphasis or a tag does not lose its other half, and marks are written as letters")
  func pairs() throws {
    let operation = EditOperation.set(.step("1"), key: "user", "enters the code for the card")
    #expect(
      try edited(Self.document, operation)
        == Self.document.replacing("the *PIN* of", with: "the code for"))
    let page = """
      <html><body><h1>UC2 Pay</h1><p><b>Primary actor:</b> Guest</p>
      <h2>Main success scenario</h2>
      <ol><li>Guest enters the <b>PIN</b> of the card.</li>
      <li>System charges the card &amp; waits.</li></ol>
      <h2>Extensions</h2>
      <p>2a. The card is refused</p><ol><li>Resumes at <a href="#s">step 1</a>.</li></ol>
      </body></html>

      """
    #expect(
      try edited(page, operation, in: "UC.html")
        == page.replacing("the <b>PIN</b> of", with: "the code for"))
    let cents = EditOperation.set(.step("2"), key: "system", "charges < 5 cents & waits")
    #expect(
      try edited(page, cents, in: "UC.html")
        == page.replacing("the card &amp;", with: "&lt; 5 cents &amp;"))
    let target = EditOperation.set(.step("2a.1"), key: "next", "2")
    #expect(
      try edited(page, target, in: "UC.html")
        == page.replacing("<a href=\"#s\">step 1</a>", with: "step 2"))
    #expect(
      try edited(page, .remove(.extension("2a")), in: "UC.html")
        == page.replacing(
          "\n<p>2a. The card is refused</p><ol><li>Resumes at <a href=\"#s\">step 1</a>.</li></ol>",
          with: ""))
    let more: EditValue = ["step": "3", "system": "waits", "next": "end"]
    #expect(
      try edited(page, .add(.item(more), to: "steps", of: .file, before: nil), in: "UC.html")
        == page.replacing("waits.</li></ol>", with: "waits.</li>\n<li>System waits.</li></ol>"))
  }

  @Test("What a document cannot say is written beside it, in a new file or with its comments")
  func beside() throws {
    let path = folder.path("docs/UC.md")
    try folder.write(Self.document, to: "docs/UC.md")
    var flows = FlowFolder(folder.path("docs"))
    let after = EditOperation.set(.extension("1a"), key: "after", "90 s")
    try flows.write(try flows.editable().edit(after, in: path))
    #expect(
      folder.text("docs/UC2.bind.yaml") == """
        # What UC.md does not say about UC2, Pay for a room. docs/documents.md says more.
        flow: UC2

        rows:
          1a:
            says: Nothing is entered within 90 seconds
            after: 90 s

        """)
    try folder.write(Self.binding, to: "docs/UC2.bind.yaml")
    flows.reload()
    let action = EditOperation.set(.step("2"), key: "action", "card.pay")
    try flows.write(try flows.editable().edit([action, after], in: path))
    #expect(
      folder.text("docs/UC2.bind.yaml")
        == Self.binding.replacing("card.charge", with: "card.pay").replacing(
          "on: charged\n",
          with: "on: charged\n  1a: { says: Nothing is entered within 90 seconds, after: 90 s }\n"))
    #expect(folder.text("docs/UC.md") == Self.document)
    #expect(flows.flow(at: path)?.row("1a")?.after == 90_000)
  }

  @Test("The words by which a binding knows a row follow the row")
  func follows() throws {
    try folder.write(Self.binding, to: "docs/UC2.bind.yaml")
    let text = EditOperation.set(.step("2"), key: "system", "asks the bank for money")
    #expect(
      try edited(Self.document, text)
        == Self.document.replacing("charges the card", with: "asks the bank for money"))
    var flows = FlowFolder(folder.path("docs"))
    try flows.write(try flows.editable().edit(text, in: folder.path("docs/UC.md")))
    #expect(
      folder.text("docs/UC2.bind.yaml")
        == Self.binding.replacing(
          "says: System charges the card", with: "says: System asks the bank for money"))
  }

  @Test("What a document cannot have is refused, with its place")
  func refused() throws {
    let move = try refusal(Self.document, .move(.step("2"), before: .step("1")))
    #expect(move.contains("the order of a document is that of its lines"))
    // The system would act.
    let actor = try refusal(Self.document, .set(.file, key: "actor", "Clerk"))
    #expect(actor.contains("change it in the document") && actor.contains("UC.md:"), "\(actor)")
    // The step would say a target.
    let target = try refusal(
      Self.document, .set(.step("2"), key: "system", "goes back to step 1"))
    #expect(target.contains("UC.md:7"), "\(target)")
    let unknown = try refusal(Self.document, .set(.step("2a.1"), key: "next", "9"))
    #expect(unknown.contains("step `9` does not exist"), "\(unknown)")
    let lines = try refusal(Self.document, .set(.step("2"), key: "system", "a\nb"))
    #expect(lines.contains("on one line"))
  }

  @Test("A document that has changed meanwhile is not written over")
  func meanwhile() throws {
    try folder.write(Self.document, to: "docs/UC.md")
    var flows = FlowFolder(folder.path("docs"))
    let edit = try flows.editable().edit(
      .set(.step("2"), key: "system", "charges it"), in: folder.path("docs/UC.md"))
    try folder.write(Self.document + "More.\n", to: "docs/UC.md")
    #expect(throws: EditRefusal.self) { try flows.write(edit) }
    #expect(folder.text("docs/UC.md") == Self.document + "More.\n")
  }
}
