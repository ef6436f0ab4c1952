import TestSupport
import Testing

/// A use case whose id another document of the folder has.
@Suite struct SecondDocumentTests {
  @Test("The import says of a document that its use case is left out, not that it has none")
  func left() async throws {
    let text = "# UC1 Pay\n\n## Main scenario\n\n1. User pays.\n2. System thanks.\n"
    let folder = try Folder(["docs/one.md": text, "docs/two.md": text])
    let done = await flowrun(
      "import", folder.path("docs"), "-o", folder.path("Flows"), flows: nil)
    #expect(done.err.contains("two.md: there is a use case `UC1` already; this one is left out"))
    #expect(!done.err.contains("has no use case"))
  }
}
