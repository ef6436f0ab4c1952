import FlowEdit
import Testing

/// A step that is put between others of a document in AsciiDoc.
@Suite struct InsertedInAsciiDocTests {
  private let documents: EditedFolder
  private let insert = EditOperation.insert(["system": "asks the bank"], before: "2")

  init() throws { documents = try EditedFolder() }

  private func edited(_ text: String, _ operation: EditOperation) throws -> String {
    try documents.edited(text, operation, in: "UC.adoc")
  }

  private static let list = """
    = UC2 Pay for a room
    :revnumber: 2

    == Main success scenario

    1. User enters the *PIN* of the card.
    2. System charges the card.
    3. System shows the receipt, which
    has two pages.

    == Extensions

    1a. Nothing is entered
    1a1. Use case ends.

    2a. The card is refused
    2a1. Resumes at step 1.

    // After step 3, nobody waits.
    3a. There is no paper
    3a1. System notes what step 3 lacks.
    3a2. Resumes at step 2.

    ----
    step 3
    ----

    """

  @Test("In a list with numbers they move, and so do those that name the steps")
  func list() throws {
    let after = try edited(Self.list, insert)
    #expect(
      after
        == Self.list.replacing("\n3. System shows", with: "\n4. System shows")
        .replacing(
          "2. System charges the card.",
          with: "2. System asks the bank.\n3. System charges the card."
        )
        .replacing("\n3a", with: "\n4a").replacing("\n2a", with: "\n3a")
        .replacing("what step 3 lacks", with: "what step 4 lacks"))
  }

  @Test("A list that numbers itself gets an item, and its words keep their numbers")
  func dots() throws {
    let text = Self.list.replacing("\n1. ", with: "\n. ")
      .replacing("\n2. System charges the card.", with: "\n. 2 cards are charged by the system.")
      .replacing("\n3. ", with: "\n. ")
    let after = try edited(text, insert)
    #expect(
      after
        == text.replacing("\n. 2 cards", with: "\n. System asks the bank.\n. 2 cards")
        .replacing("\n3a", with: "\n4a").replacing("\n2a", with: "\n3a")
        .replacing("what step 3 lacks", with: "what step 4 lacks"))
  }

  @Test("Lines of alternatives that number themselves name the steps that moved")
  func nested() throws {
    let text = """
      = UC2 Pay

      == Main success scenario
      . User enters the PIN.
      . System charges the card.
      . System prints.

      == Extensions
      2a. The card is refused:

      . System says so.
      . Resumes at step 2.

      3a. There is no paper:

      . Resumes at step 3.

      """
    let after = try edited(text, insert)
    #expect(
      after
        == text.replacing("\n. System charges", with: "\n. System asks the bank.\n. System charges")
        .replacing("\n3a. ", with: "\n4a. ").replacing("\n2a. ", with: "\n3a. ")
        .replacing("at step 3", with: "at step 4"))
  }

  @Test("Steps that are headings keep the empty lines between them, and line ends stay")
  func headings() throws {
    let text = """
      = UC3 Send a parcel

      == Main scenario

      === Step 1: User enters the address

      === Step 2: System prints the label

      === Step 3: User brings the parcel

      """.replacing("\n", with: "\r\n")
    let after = try edited(text, .insert(["system": "checks the address"], before: "2"))
    #expect(
      after
        == text.replacing("Step 3", with: "Step 4").replacing(
          "=== Step 2", with: "=== Step 2: System checks the address\r\n\r\n=== Step 3"))
  }

  private static let table = """
    = UC1 Book

    .The flow
    [cols="1.2,4,1.3",options="header"]
    |===
    | # | Description | Next

    | *1* | *Rooms* |
    | *1.1* | *System displays screen 'Rooms'* |
    | 1.1a | User selects Book | 1.2
    | 1.1b | User selects Wait | 1.3
    | *1.2* | *System asks the hotel* |
    | *1.3* | *System awaits the answer* |
    | 1.3a | Event: Free | End
    | 1.3b | Event: Taken | 1.1
    |===

    """

  @Test("A table gets a row, and ids and targets move")
  func table() throws {
    let after = try edited(Self.table, .insert(["system": "waits"], before: "1.2"))
    #expect(
      after
        == Self.table.replacing("| *1.3*", with: "| *1.4*").replacing("| 1.3", with: "| 1.4")
        .replacing(
          "| *1.2* | *System asks",
          with: "| *1.2* | *System waits* |\n| *1.3* | *System asks"),
      "\(after)")
  }

  @Test("A screen comes with its row")
  func screen() throws {
    let step: EditValue = [
      "screen": "Dates", "rows": .mapping([.init("a", ["user": "selects Next", "next": "1.2"])]),
    ]
    let after = try edited(Self.table, .insert(step, before: "1.2"))
    #expect(
      after.contains(
        "| *1.2* | *System displays screen 'Dates'* |\n| 1.2a | User selects Next | 1.3\n| *1.3*"),
      "\(after)")
  }

  @Test("A target that is a link moves in it, and is left out with it")
  func links() throws {
    let text = """
      = UC1 Book

      [cols="1,4,2",options="header"]
      |===
      | # | Description | Next
      | 1 | User selects a room | <<s3,3>>
      | 2 | System asks the hotel | <<s1,1>>
      | 3 | System shows the answer | <<s2,2>>
      |===

      """
    let after = try edited(text, insert)
    #expect(
      after
        == text.replacing("| 3 | System", with: "| 4 | System").replacing("3>>", with: "4>>")
        .replacing("| 2 | System asks", with: "| 2 | System asks the bank |\n| 3 | System asks"),
      "\(after)")
  }

  @Test("A title keeps what names it, and the empty lines between titles stay")
  func anchors() throws {
    let text = """
      = UC3 Send a parcel

      == Main scenario

      [[s1]]
      === Step 1: User enters the address

      [#s2]
      === Step 2: System prints the label

      """
    let after = try edited(text, .insert(["system": "checks the address"], before: "2"))
    #expect(
      after
        == text.replacing("=== Step 2", with: "=== Step 3").replacing(
          "[#s2]", with: "=== Step 2: System checks the address\n\n[#s2]"))
  }

  @Test("A row whose cells stand on lines of their own is written so")
  func cells() throws {
    let text = """
      = UC1 Book

      [cols="1,4,1",options="header"]
      |===
      |# |Description |Next

      |1
      |User selects a room
      |2

      |2
      |System asks the hotel
      |3

      |3
      |System shows the answer
      |1
      |===

      """
    let after = try edited(text, insert)
    #expect(
      after
        == text.replacing(
          "|3\n|System", with: "|4\n|System"
        )
        .replacing("the hotel\n|3", with: "the hotel\n|4")
        .replacing(
          "|2\n|System", with: "|2\n|System asks the bank\n|\n\n|3\n|System"),
      "\(after)")
  }

  @Test("A step is put between others of a cell, with a break like theirs")
  func inCell() throws {
    let text = """
      = UC1 Book

      [cols="1,4",options="header"]
      |===
      |Field |Text
      |Main flow |1. User asks +
      2. System looks +
      3. System answers
      |===

      """
    let after = try edited(text, insert)
    #expect(
      after
        == text.replacing(
          "2. System looks +\n3. System",
          with: "2. System asks the bank +\n3. System looks +\n4. System"), "\(after)")
  }
}
