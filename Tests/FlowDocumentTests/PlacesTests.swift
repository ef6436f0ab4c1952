import Diagnostics
import FlowDocument
import FlowLoader
import FlowModel
import TestSupport
import Testing

/// Flows of documents have the places of the documents.
@Suite struct PlacesTests {
  private static let document = """
    # UC1 Book

    **Actor:** Guest

    | # | Description | Next |
    | --- | --- | --- |
    | **1** | **Rooms** | |
    | **1.1** | **System displays screen ‘Rooms’**<ul><li>Actions: Book</li></ul> | |
    | 1.1a | User selects Book | 1.2 |
    | **1.2** | **System asks the hotel** | |
    | 1.2a | Case: Free | Go to: UC9 |
    | 1.2b | Case: Taken | 1.1 |
    """

  private func flow(_ text: String) throws -> (flow: Flow, file: SourceFile) {
    let file = SourceFile(path: "book.md", bytes: Array(text.utf8))
    var documents = DocumentFlows()
    documents.read(file)
    var flows = KeptFlows()
    for (path, sources) in documents.sources() { flows.read(sources, ofDocument: path) }
    return (try #require(flows.flow("book.md")), file)
  }

  @Test("A row, its target and its line are those of the document")
  func rows() throws {
    let (flow, file) = try flow(PlacesTests.document)
    func words(_ span: Span) -> String {
      let scalars = Array(String(decoding: file.bytes, as: UTF8.self).unicodeScalars)
      return String(String.UnicodeScalarView(scalars[Int(span.start)..<Int(span.end)]))
    }
    let row = try #require(flow.rows.first { $0.id == "1.2a" })
    #expect(row.line == 11)
    #expect(words(row.span) == "1.2a")
    #expect(words(row.targetSpan(.written)) == "UC9")
    let step = try #require(flow.step("1.1"))
    #expect(step.line == 8)
    #expect(words(step.subjectSpan) == "Rooms")
    #expect(words(flow.span) == "UC1")
  }

  @Test("No place of a flow is left as that of the text that was made of the document")
  func all() throws {
    // So far down that no place of the made text is one of the document.
    let lead = String(repeating: "Text.\n", count: 400)
    let (flow, file) = try flow(lead + "\n" + PlacesTests.document)
    let first = UInt32(lead.count)
    var count = 0
    var wrong: [String] = []
    func visit(_ value: Any, _ name: String) {
      if let span = value as? Span {
        count += 1
        let isInside = span.start >= first && span.end <= UInt32(file.bytes.count)
        if !isInside, span != .top { wrong.append("\(name): \(span)") }
        return
      }
      if value is [UInt8] { return }
      for child in Mirror(reflecting: value).children { visit(child.value, child.label ?? name) }
    }
    visit(flow.tables.all, "tables")
    #expect(wrong.isEmpty)
    #expect(count > 25)
  }
}
