import FlowEdit
import Testing

/// A step that is put between others of a document in reStructuredText.
@Suite struct InsertedInStructuredTests {
  private let documents: EditedFolder
  private let insert = EditOperation.insert(["system": "asks the bank"], before: "2")

  init() throws { documents = try EditedFolder() }

  private func edited(_ text: String, _ operation: EditOperation) throws -> String {
    try documents.edited(text, operation, in: "UC.rst")
  }

  private static let list = """
    UC2 Pay for a room
    ==================

    Main success scenario
    ---------------------

    1. User enters the :guilabel:`PIN` of the card.
    2. System charges the card.
    3. System shows the receipt.

    Extensions
    ----------

    2a. The card is refused
        1. Resumes at step 2.

    .. step 3

    3a. There is no paper
        1. System notes what step 3 lacks.
        2. Resumes at step 3.

    For example::

        step 3

    """

  @Test("In a list with numbers they move, and so do those that name the steps")
  func list() throws {
    let after = try edited(Self.list, insert)
    #expect(
      after
        == Self.list.replacing("\n3. System", with: "\n4. System")
        .replacing("2. System charges", with: "2. System asks the bank.\n3. System charges")
        .replacing("\n3a", with: "\n4a").replacing("\n2a", with: "\n3a")
        .replacing("what step 3", with: "what step 4").replacing("at step 3", with: "at step 4"))
  }

  @Test("A list that numbers itself gets an item")
  func marks() throws {
    let text = Self.list.replacing("\n1. ", with: "\n#. ").replacing("\n2. ", with: "\n#. ")
      .replacing("\n3. ", with: "\n#. ")
    let after = try edited(text, insert)
    #expect(
      after
        == text.replacing("#. System charges", with: "#. System asks the bank.\n#. System charges")
        .replacing("\n3a", with: "\n4a").replacing("\n2a", with: "\n3a")
        .replacing("what step 3", with: "what step 4").replacing("at step 3", with: "at step 4"))
  }

  @Test("The lines below titles are as long as these are, and a title keeps what names it")
  func titles() throws {
    let steps = (1...9).map { number in
      let title =
        "Step \(number): System prints page \("abcdefghi".dropFirst(number - 1).prefix(1))"
      let rule = String(repeating: "~", count: title.count)
      return ".. _s\(number):\n\n\(title)\n\(rule)\n\n"
    }
    let text = "UC3 Print\n=========\n\nMain scenario\n-------------\n\n\(steps.joined())"
    let after = try edited(text, .insert(["system": "asks"], before: "8"))
    let wanted =
      steps.prefix(7).joined() + "Step 8: System asks\n~~~~~~~~~~~~~~~~~~~\n\n"
      + steps[7].replacing("Step 8", with: "Step 9")
      + steps[8].replacing("Step 9", with: "Step 10").replacing("~\n", with: "~~\n")
    #expect(after == "UC3 Print\n=========\n\nMain scenario\n-------------\n\n\(wanted)")
  }

  private static let grid = """
    UC1 Book
    ========

    +---+----------------------+------+
    | # | Description          | Next |
    +===+======================+======+
    | 1 | User selects a room  | 2    |
    +---+----------------------+------+
    | 2 | System asks          | 3    |
    +---+----------------------+------+
    | 3 | System answers       | 1    |
    +---+----------------------+------+

    """

  @Test("A drawn table gets a row with its line, and its columns stay")
  func grid() throws {
    let after = try edited(Self.grid, insert)
    #expect(
      after
        == Self.grid.replacing("| 3 | System answers ", with: "| 4 | System answers ")
        .replacing(
          "| 2 | System asks          | 3    |",
          with: "| 2 | System asks the bank |      |\n+---+----------------------+------+\n"
            + "| 3 | System asks          | 4    |"))
  }

  @Test("Words that are too long for a column are refused, and so is a table that gets too narrow")
  func narrow() throws {
    let long = EditOperation.insert(["system": "asks the bank of the hotel"], before: "2")
    let said = try documents.refusal(Self.grid, long, in: "UC1.rst")
    #expect(said.contains("its words do not fit into a column of the table"), "\(said)")
    #expect(said.hasSuffix("UC1.rst:9"), "\(said)")
    let full = Self.grid.replacing("| 1 |", with: "| 7 |").replacing("| 2 |", with: "| 8 |")
      .replacing("| 3 |", with: "| 9 |").replacing("2    |", with: "8    |")
      .replacing("3    |", with: "9    |").replacing("1    |", with: "7    |")
    let last = EditOperation.insert(["system": "asks"], before: "8")
    let wide = try documents.refusal(full, last, in: "UC3.rst")
    #expect(wide.contains("change it in the document"), "\(wide)")
  }

  @Test("A screen comes with its row, in a list of lists")
  func screen() throws {
    let text = """
      UC1 Book
      ========

      .. list-table::
         :header-rows: 1

         * - #
           - Description
           - Next
         * - 1.1
           - System displays screen 'Rooms'
           -
         * - 1.1a
           - User selects Book
           - 1.2
         * - 1.2
           - System asks the hotel
           - End

      """
    let step: EditValue = [
      "screen": "Dates", "rows": .mapping([.init("a", ["user": "selects Next", "next": "1.2"])]),
    ]
    let after = try edited(text, .insert(step, before: "1.2"))
    let new = """
         * - 1.2
           - System displays screen 'Dates'
           -
         * - 1.2a
           - User selects Next
           - 1.3
         * - 1.3
           - System asks
      """
    #expect(
      after == text.replacing("   * - 1.2\n     - System asks", with: new), "\(after)")
  }

  @Test("A simple table keeps its columns")
  func simple() throws {
    let text = """
      UC1 Book
      ========

      ==  ====================  ====
      #   Description           Next
      ==  ====================  ====
      1   User selects a room   2
      2   System asks           3
      3   System answers        1
      ==  ====================  ====

      """
    let after = try edited(text, insert)
    #expect(
      after
        == text.replacing("3   System answers", with: "4   System answers").replacing(
          "2   System asks           3",
          with: "2   System asks the bank\n3   System asks           4"),
      "\(after)")
  }
}
