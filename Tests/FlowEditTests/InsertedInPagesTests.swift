import FlowEdit
import Testing

/// A step that is put between others of a page of HTML.
@Suite struct InsertedInPagesTests {
  private let documents: EditedFolder
  private let insert = EditOperation.insert(["system": "asks A & B"], before: "2")

  init() throws { documents = try EditedFolder() }

  private func edited(_ text: String, _ operation: EditOperation) throws -> String {
    try documents.edited(text, operation, in: "UC.html")
  }

  private static let list = """
    <!DOCTYPE html>
    <html><head><title>System charges the card.</title>
    <style>li::before { content: "step 3" }</style></head><body>
    <h1 id="uc2">UC2 Pay for a room</h1>
    <!-- step 3 -->
    <h2>Main success scenario</h2>
    <ol class="steps 2">
      <li id="s1">User enters the <b>PIN</b> of the card.</li>
      <li id="s2" class="step 2">2 systems charge the card.</li>
      <li id=s3><p>System shows the receipt.</p></li>
    </ol>
    <h2>Extensions</h2>
    <p>2a. The card is refused</p>
    <ol><li>Resumes at step 2.</li></ol>
    <p>3a. There is no paper</p>
    <ol><li>System notes what step 3 lacks.</li><li>Resumes at step&nbsp;3.</li></ol>
    <pre>step 3</pre>
    </body></html>

    """

  @Test("A list gets an item like one of its own, and what names the steps follows")
  func list() throws {
    let after = try edited(Self.list, insert)
    #expect(
      after
        == Self.list.replacing(
          "\n  <li id=\"s2\"",
          with: "\n  <li><p>System asks A &amp; B.</p></li>\n  <li id=\"s2\""
        )
        .replacing("<p>3a.", with: "<p>4a.").replacing("<p>2a.", with: "<p>3a.")
        .replacing("what step 3 lacks", with: "what step 4 lacks")
        .replacing("step&nbsp;3", with: "step&nbsp;4"))
  }

  @Test("Items of one line stay on it")
  func line() throws {
    let text =
      "<h1>UC2 Pay</h1><h2>Main flow</h2><ol><li>User pays</li><li>System prints</li></ol>\r\n"
    #expect(
      try edited(text, insert)
        == text.replacing(
          "<li>System prints", with: "<li>System asks A &amp; B</li><li>System prints"))
  }

  private static let table = """
    <h1>UC1 Book</h1>
    <table data-rows="2">
    <tr><th>#</th><th width="20">Description</th><th>Next</th></tr>
    <tr><td>1</td><td><b>Rooms</b></td><td></td></tr>
    <tr id="r1"><td>1.1</td><td><p>System displays screen 'Rooms'</p>
      <ul><li>Message: Hello</li></ul></td><td></td></tr>
    <tr><td>1.1a</td><td>User selects Book</td><td>1.2</td></tr>
    <tr><td>1.1b</td><td>User selects Wait</td><td><a href="#r3">1.3</a></td></tr>
    <tr id="r2"><td width="1.2">1.2</td><td>System asks the hotel</td><td></td></tr>
    <tr id="r3">
      <td>1.3</td>
      <td>System awaits the answer</td>
      <td></td>
    </tr>
    <tr><td>1.3a</td><td>Event: Free</td><td>End</td></tr>
    <tr><td>1.3b</td><td>Event: Taken</td><td>1.1</td></tr>
    </table>

    """

  @Test("A table gets a row, and its ids and targets move")
  func table() throws {
    let after = try edited(Self.table, .insert(["system": "asks A & B"], before: "1.2"))
    #expect(
      after
        == Self.table.replacing(">1.3", with: ">1.4").replacing(
          "<tr id=\"r2\"><td width=\"1.2\">1.2<",
          with: "<tr><td width=\"1.2\">1.2</td><td>System asks A &amp; B</td><td></td></tr>\n"
            + "<tr id=\"r2\"><td width=\"1.2\">1.3<"),
      "\(after)")
  }

  @Test("A target that is a link is left out with the link")
  func links() throws {
    let text = Self.table.replacing(
      "<td>System asks the hotel</td><td></td>",
      with: "<td>System asks the hotel</td><td><a href=\"#r1\">1.1</a></td>")
    let after = try edited(text, .insert(["system": "waits"], before: "1.2"))
    #expect(
      after.contains("<td>System waits</td><td></td></tr>\n<tr id=\"r2\">"), "\(after)")
  }

  @Test("So is one in a cell of Markdown")
  func linksOfMarkdown() throws {
    let cells = """
      # UC1 Book

      | # | Description | Next |
      | --- | --- | --- |
      | 1 | User selects a room | |
      | 2 | System asks the hotel | [1](#s1) |

      """
    let other = try documents.edited(cells, .insert(["system": "waits"], before: "2"), in: "UC.md")
    #expect(
      other
        == cells.replacing("| 2 | System asks", with: "| 2 | System waits |  |\n| 3 | System asks"),
      "\(other)")
  }

  @Test("Where an item says its number, or has no end, it is refused with the line")
  func refused() throws {
    let numbered = Self.list.replacing("<li id=s3>", with: "<li id=s3 value='3'>")
    let said = try documents.refusal(numbered, insert, in: "UC2.html")
    #expect(said.hasPrefix("the item of step `3` says its number itself; "), "\(said)")
    #expect(said.hasSuffix("UC2.html:9"), "\(said)")
    let open = Self.list.replacing("</li>", with: "").replacing("</ol>", with: "</ol>\n")
    let torn = try documents.refusal(open, insert, in: "UC3.html")
    #expect(torn.contains("change it in the document"), "\(torn)")
  }
}
