import Diagnostics
import FlowEdit
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
  private let documents: EditedFolder

  init() throws { documents = try EditedFolder() }

  private func edited(
    _ text: String, _ operation: EditOperation, _ others: [String: String] = [:]
  ) throws -> String {
    try documents.edited(text, operation, in: "UC.md", others)
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
        "| **1.2** | **System displays screen ‘Dates’** | |\n| 1.2a | User selects Next | 1.3 |\n"),
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
      documents.now["UC2.bind.yaml"]
        == binding.replacing("'2'", with: "'3'").replacing("  2a:", with: "  3a:"))
    #expect(documents.now["UC7.md"] == other.replacing("UC2:3", with: "UC2:4"))
    #expect(documents.now["paths/uc2.yaml"]?.contains("[1, 3, 4]") == true, "\(documents.now)")
  }

  @Test("Before the first step, and not the numbers of lines, code and comments")
  func first() throws {
    let text = """
      # UC2 Pay

      ## Main success scenario
      1. User enters the PIN
         of the card.
      2. System charges it.

      ## Extensions
      2a. The card is refused
         1. System says so.
         2. Resumes at step 1.

      ```
      Step 2: charge()
      ```
      <!-- step 2 -->

      """
    let after = try edited(text, .insert(["user": "selects a card"], before: "1"))
    #expect(
      after
        == text.replacing("2. System charges", with: "3. System charges")
        .replacing("1. User enters", with: "1. User selects a card.\n2. User enters")
        .replacing("2a. The", with: "3a. The"))
  }

  @Test("Alternatives of several steps name all of them that move")
  func ranges() throws {
    let text = Self.list.replacing("2a. The", with: "2-3b. The").replacing("2a1", with: "2-3b1")
      .replacing("\n1a. Nothing", with: "\n1-2a. Nothing").replacing("1a1", with: "1-2a1")
    let before = try edited(text, .insert(["user": "selects a card"], before: "2"))
    #expect(
      before.contains("\n3-4b. The card is refused\n3-4b1. Resumes at step 1.\n"), "\(before)")
    #expect(before.contains("\n1-3a. Nothing is entered\n1-3a1. Use case ends.\n"), "\(before)")
    let within = try edited(text, .insert(["user": "selects a card"], before: "3"))
    #expect(
      within.contains("\n2-4b. The card is refused\n2-4b1. Resumes at step 1.\n"), "\(within)")
    #expect(within.contains("\n1-2a. Nothing is entered\n1-2a1. Use case ends.\n"), "\(within)")
    let first = try edited(text, .insert(["user": "selects a card"], before: "1"))
    #expect(first.contains("\n3-4b. The card is refused\n3-4b1. Resumes at step 1.\n"), "\(first)")
    #expect(first.contains("\n2-3a. Nothing is entered\n2-3a1. Use case ends.\n"), "\(first)")
  }

  @Test("In cells of a file, with every separator, quotation marks and line ends")
  func csv() throws {
    let text = #"""
      #,Description,Next
      1,User selects a room,2
      2,"System asks the hotel, ""please""",3
      3,System shows the answer,
      3a,Case: It is full,1
      3b,"Case: There are 3
      of 3 rooms",2

      """#
    let wanted = #"""
      #,Description,Next
      1,User selects a room,2
      2,"System asks the bank, then waits",
      3,"System asks the hotel, ""please""",4
      4,System shows the answer,
      4a,Case: It is full,1
      4b,"Case: There are 3
      of 3 rooms",2

      """#
    let insert = EditOperation.insert(["system": "asks the bank, then waits"], before: "2")
    #expect(try documents.edited(text, insert, in: "UC1-book.csv") == wanted)
    for mark in [";", "\t"] {
      func other(_ text: String) -> String {
        text.replacing(", ", with: "%").replacing(",", with: mark).replacing("%", with: ", ")
          .replacing("\n", with: "\r\n")
      }
      #expect(try documents.edited(other(text), insert, in: "UC1-book.csv") == other(wanted))
    }
  }

  @Test("Where the place is not clear, it is refused with the line")
  func refused() throws {
    let insert = EditOperation.insert(["system": "asks the bank"], before: "2")
    let screen: EditValue = [
      "screen": "Bank", "rows": .mapping([.init("a", ["user": "waits", "next": "2"])]),
    ]
    let inList = try documents.refusal(Self.list, .insert(screen, before: "2"), in: "UC.md")
    #expect(
      inList == "a step of a list has no rows; what the user does there is a step of its own")
    // Steps without numbers, of one cell.
    let cell = """
      # UC4 Rent

      | Field | Text |
      | --- | --- |
      | Main flow | User asks → System looks → System answers |

      """
    let inCell = try documents.refusal(cell, insert, in: "UC4.md")
    #expect(inCell.contains("change it in the document"), "\(inCell)")
    #expect(inCell.contains("UC4.md:5"), "\(inCell)")
  }

  @Test("A step is put between others of a cell, with its alternatives and what leads to them")
  func inCell() throws {
    let insert = EditOperation.insert(["system": "asks the bank"], before: "2")
    func form(_ steps: String, _ alternatives: String) -> String {
      "# UC4 Rent\n\n| Field | Text |\n| --- | --- |\n| Main flow | \(steps) |\n"
        + "| Extensions | \(alternatives) |\n"
    }
    let text = form(
      "1. User asks<br>2. System looks<br>3. System answers",
      "2a. Nothing: resumes at step 3<br>3a. Late: the use case ends")
    let after = try documents.edited(text, insert, in: "UC4.md")
    #expect(
      after
        == form(
          "1. User asks<br>2. System asks the bank<br>3. System looks<br>4. System answers",
          "3a. Nothing: resumes at step 4<br>4a. Late: the use case ends"))
  }
}
