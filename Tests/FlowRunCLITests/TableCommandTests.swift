import TestSupport
import Testing

/// What is told of a document that does not say everything: by its table, and when it is read.
@Suite struct TableCommandTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      # UC7 Log in

      ## Main flow
      1. Guest enters a name.
      2. Guest enters a password.
      3. System checks the password.

      ## Alternative flows

      **Wrong password**
      1. System says so.

      ## Colours
      The page is blue.

      The button is red.

      The text is grey.
      """, to: "docs/UC7.md")
  }

  @Test("A table says where an alternative begins whose id does not say it")
  func places() async throws {
    let docs = folder.path("docs")
    let lines = await flowrun("table", "UC7", flows: docs)
    #expect(lines.out.contains("A1\textension\tWrong password (at step 3)\tA1.1\n"), "\(lines)")
    let page = await flowrun("table", "UC7", "--format", "md", flows: docs)
    #expect(page.out.contains("| A1 | Wrong password (at step 3) | A1.1 |"), "\(page)")
    let json = await flowrun("table", "UC7", "--format", "json", flows: docs)
    #expect(json.out.contains(#""at":"3""#) || json.out.contains(#""at": "3""#), "\(json)")
  }

  @Test("A document that is read has each cause said once, with the lines of the others")
  func causes() async throws {
    let read = await flowrun(
      "import", folder.path("docs/UC7.md"), "-o", folder.path("Flows"), flows: nil)
    let told = read.err.split(separator: "\n").filter { $0.contains("this line has no place") }
    #expect(told.count == 1, "\(read.err)")
    #expect(told.first?.contains("and 2 more like it (lines 16, 18)") ?? false, "\(read.err)")
  }
}
