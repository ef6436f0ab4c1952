import Diagnostics
import FlowDocument
import FlowTestSupport
import TestSupport
import Testing

/// `flowrun import` and `flowrun verify`.
@Suite struct DocumentCommandTests {
  private static let document = """
    # Use Case 1.1 T

    | # | Description | Next |
    |---|---|---|
    | 1 | A | |
    | 1.1 | System shows screen 'A' | |
    | 1.1a | User goes | End |

    """

  @Test("`verify` names every difference in both files")
  func verify() async throws {
    let text = Self.document + "| 1.1b | User stays | Back |\n"
    let file = SourceFile("doc.md", text: text)
    let flow = try #require(DocumentImport(file).flows.first)
    let yaml = flow.yaml.replacing("next: end", with: "next: back").replacing(
      "          b: { user: stays, next: back }\n", with: "")
    let folder = try Folder(["doc.md": text, flow.fileName: yaml])
    let outcome = await flowrun("verify", folder.path("doc.md"), "UC1.1", flows: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.out.contains("doc.md:7:3: error: `1.1a` leads to `end` in the document"))
    #expect(
      outcome.out.contains("\(flow.fileName):13:34: error: `1.1a` leads to `back` here"),
      "\(outcome.out)")
    #expect(outcome.out.contains("doc.md:8:3: error: user `1.1b` of the document is missing from"))
    #expect(outcome.out.hasSuffix("UC1.1: 4 rows of the document, 2 different\n"))
  }

  @Test("`import` prints the flow of a document")
  func importOne() async {
    let outcome = await flowrun("import", "-", flows: nil, input: Self.document)
    #expect(outcome.status == 0)
    #expect(outcome.out.contains("\n        screen: A\n"))
  }

  @Test("`import` refuses to print two use cases")
  func importTwo() async {
    let two = Self.document + Self.document.replacing("1.1 T", with: "1.2 U")
    let outcome = await flowrun("import", "-", flows: nil, input: two)
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("there are 2 use cases; name a folder with `-o DIR`"))
  }

  @Test("`import` refuses an empty document and a missing file")
  func importNothing() async {
    let empty = await flowrun("import", "-", flows: nil, input: "")
    #expect(empty.status == 2)
    #expect(empty.err.contains("the document is empty"))
    let missing = await flowrun("import", "/nowhere/document", flows: nil)
    #expect(missing.status == 2)
    #expect(missing.err.contains("cannot be read"))
  }
}
