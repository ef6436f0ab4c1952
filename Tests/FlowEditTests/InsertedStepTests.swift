import Diagnostics
import FlowCheck
import FlowEdit
import FlowFolder
import FlowModel
import TestSupport
import Testing

/// A step that is put between others of a document, and all that names those that follow.
@Suite struct InsertedStepTests {
  private static let list = """
    # UC2 Pay for a room

    ## Main success scenario
    1. User enters the *PIN* of the card.
    2. System charges the card.
    3. System shows the receipt.

    ## Extensions
    1a. Nothing is entered
    1a1. Use case ends.

    2a. The card is refused
    2a1. Resumes at step 1.

    3a. There is no paper
    3a1. System notes what step 3 lacks.
    3a2. Resumes at step 3.

    """
  private static let table = """
    # UC1 Book

    | # | Description | Next |
    | --- | --- | --- |
    | **1** | **Rooms** | |
    | **1.1** | **System displays screen ‘Rooms’**<ul><li>Message: Hello</li></ul> | |
    | 1.1a | User selects Book | 1.2 |
    | 1.1b | User selects Wait | 1.3 |
    | **1.2** | **System asks the hotel** | |
    | **1.3** | **System awaits the answer** | |
    | 1.3a | Event: Free | End |
    | 1.3b | Event: Taken | 1.1 |

    """
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The document after operations, as it stands in the folder then. Undo gives what was there.
  private func edited(
    _ text: String, _ operation: EditOperation, _ others: [String: String] = [:]
  ) throws -> String {
    try folder.write(text, to: "docs/UC.md")
    for (name, text) in others { try folder.write(text, to: "docs/\(name)") }
    var flows = FlowFolder(folder.path("docs"))
    let before = flows.findings().findings.count { $0.diagnostic.severity == .error }
    let edit = try flows.editable().edit(operation, in: folder.path("docs/UC.md"))
    try flows.write(edit)
    let errors = flows.findings().findings.filter { $0.diagnostic.severity == .error }
    #expect(errors.count <= before, "\(errors.map(\.diagnostic.message))")
    let after = folder.text("docs/UC.md")
    for name in others.keys.sorted() { now[name] = folder.text("docs/\(name)") }
    try flows.write(edit.inverse)
    #expect(folder.text("docs/UC.md") == text)
    return after
  }

  private final class Texts { var texts: [String: String] = [:] }
  private let texts = Texts()
  private var now: [String: String] {
    get { texts.texts }
    nonmutating set { texts.texts = newValue }
  }

  private func refusal(_ text: String, _ operation: EditOperation, in file: String) throws -> String
  {
    try folder.write(text, to: "\(file)/\(file)")
    let flows = FlowFolder(folder.path(file))
    do {
      _ = try flows.editable().edit(operation, in: folder.path("\(file)/\(file)"))
      Issue.record("it was not refused")
      return ""
    } catch { return error.message }
  }

  @Test("A step between others of a list moves the numbers of those that follow, and their lines")
  func list() throws {
    let after = try edited(Self.list, .insert(["system": "asks the bank"], before: "2"))
    #expect(
      after
        == Self.list.replacing(
          "2. System charges the card.\n3. System",
          with: "2. System asks the bank.\n3. System charges the card.\n4. System"
        )
        .replacing("\n3a", with: "\n4a").replacing("\n2a", with: "\n3a")
        .replacing("what step 3 lacks", with: "what step 4 lacks")
        .replacing("Resumes at step 3", with: "Resumes at step 4"))
  }

  @Test("What led to the step after it leads to the new one")
  func leads() throws {
    let after = try edited(Self.list, .insert(["system": "prints"], before: "3"))
    #expect(after.contains("3. System prints.\n4. System shows the receipt.\n"))
    #expect(after.contains("4a1. System notes what step 4 lacks.\n4a2. Resumes at step 3.\n"))
    #expect(after.contains("2a1. Resumes at step 1.\n"))
  }

  @Test(
    "A step between others of a table moves ids, rows and targets, and has no details of others")
  func table() throws {
    let after = try edited(Self.table, .insert(["system": "waits"], before: "1.2"))
    #expect(
      after
        == Self.table.replacing("1.3", with: "1.4").replacing("**1.2**", with: "**1.3**")
        .replacing(
          "| **1.3** | **System asks",
          with: "| **1.2** | **System waits** | |\n| **1.3** | **System asks"))
  }

  @Test("A screen comes with its row")
  func screen() throws {
    let step: EditValue = [
      "screen": "Dates", "rows": .mapping([.init("a", ["user": "selects Next", "next": "1.2"])]),
    ]
    let after = try edited(Self.table, .insert(step, before: "1.2"))
    #expect(
      after.contains(
        "| **1.2** | **System shows screen 'Dates'** | |\n| 1.2a | User selects Next | 1.3 |\n"),
      "\(after)")
  }

  @Test("Steps that are headings keep the empty lines between them")
  func headings() throws {
    let text = """
      # UC3 Send a parcel

      ## Main scenario

      ### Step 1: User enters the address

      ### Step 2: System prints the label

      ### Step 3: User brings the parcel

      """
    let after = try edited(text, .insert(["system": "checks the address"], before: "2"))
    #expect(
      after
        == text.replacing("Step 3", with: "Step 4").replacing(
          "### Step 2", with: "### Step 2: System checks the address\n\n### Step 3"))
  }

  @Test("A step with a number that is free moves no other one")
  func free() throws {
    let text = Self.list.replacing("3. System shows", with: "5. System shows")
      .replacing("\n3a", with: "\n5a").replacing("step 3", with: "step 5")
    let after = try edited(
      text,
      .add(
        .item(["step": "3", "system": "asks the bank"]), to: "steps", of: .file,
        before: .step("5")))
    #expect(
      after
        == text.replacing(
          "\n5. System shows", with: "\n3. System asks the bank.\n5. System shows"))
  }

  @Test("What is said beside the document, another document, a flow file and a path follow")
  func others() throws {
    let binding = """
      flow: UC2

      rows:
        '2': { action: card.charge, on: charged }
        2a: { says: The card is refused, on: refused }

      """
    let other = """
      # UC7 Pay again

      | # | Description | Next |
      | --- | --- | --- |
      | **1** | **Again** | |
      | **1.1** | **System asks again** | Go to: UC2:3 |

      """
    let path = """
      paths:
        - path: paid
          flow: UC2
          rows: [1, 2, 3]

      """
    let after = try edited(
      Self.list, .insert(["system": "asks the bank"], before: "2"),
      ["UC2.bind.yaml": binding, "UC7.md": other, "paths/uc2.yaml": path])
    #expect(after.contains("\n3. System charges the card.\n"))
    #expect(
      now["UC2.bind.yaml"]
        == binding.replacing("'2'", with: "'3'").replacing("  2a:", with: "  3a:"))
    #expect(now["UC7.md"] == other.replacing("UC2:3", with: "UC2:4"))
    #expect(now["paths/uc2.yaml"]?.contains("[1, 3, 4]") == true, "\(now)")
  }

  @Test("Where the place is not clear, it is refused with the line")
  func refused() throws {
    let insert = EditOperation.insert(["system": "asks the bank"], before: "2")
    let asciiDoc = Self.list.replacing("## ", with: "== ").replacing("# ", with: "= ")
    let said = try refusal(asciiDoc, insert, in: "UC.adoc")
    #expect(said.contains("Markdown, plain text and CSV only"), "\(said)")
    #expect(said.contains("line 5"), "\(said)")
    let screen: EditValue = [
      "screen": "Bank", "rows": .mapping([.init("a", ["user": "waits", "next": "2"])]),
    ]
    let inList = try refusal(Self.list, .insert(screen, before: "2"), in: "UC.md")
    #expect(
      inList == "a step of a list has no rows; what the user does there is a step of its own")
    // The steps of one cell.
    let cell = """
      # UC4 Rent

      | Field | Text |
      | --- | --- |
      | Main flow | 1. User asks<br>2. System looks<br>3. System answers |

      """
    let inCell = try refusal(cell, insert, in: "UC4.md")
    #expect(inCell.contains("change it in the document"), "\(inCell)")
    #expect(inCell.contains("UC4.md:5"), "\(inCell)")
  }
}
