import TestSupport
import Testing

/// A use case whose id another document of the folder has.
@Suite struct SecondDocumentTests {
  private static let text = "# UC1 Pay\n\n## Main scenario\n\n1. User pays.\n2. System thanks.\n"

  @Test("The import says of a document that its use case is left out, not that it has none")
  func left() async throws {
    let folder = try Folder(["docs/one.md": Self.text, "docs/two.md": Self.text])
    let done = await flowrun(
      "import", folder.path("docs"), "-o", folder.path("Flows"), flows: nil)
    #expect(done.err.contains("two.md: there is a use case `UC1` already; this one is left out"))
    #expect(!done.err.contains("has no use case"))
  }

  @Test("Beside a use case that is left out, steps that nothing leads to are found")
  func unreachable() async throws {
    let other =
      "# UC2 Lend\n\n## Main scenario\n\n1. User asks.\n2. Go to step 1.\n3. User waits.\n"
    let folder = try Folder([
      "docs/one.md": Self.text, "docs/two.md": Self.text, "docs/three.md": other,
    ])
    let done = await flowrun("check", folder.path("docs"), flows: nil)
    #expect(done.out.contains("nothing leads to step `3`"), "\(done.out)")
    #expect(done.out.contains("there is a use case `UC1` already"), "\(done.out)")
  }

  @Test("A check of one document says nothing of what others lack")
  func others() async throws {
    let lost =
      "# UC4 Lost\n\n## Main scenario\n\n1. User asks.\n2. System says so.\n3. System ends.\n"
      + "2. System prints.\n"
    let folder = try Folder(["docs/one.md": Self.text, "docs/four.md": lost])
    let all = await flowrun("check", folder.path("docs"), flows: nil)
    #expect(all.err.contains("four.md: UC4: "), "\(all.err)")
    let one = await flowrun("check", folder.path("docs/one.md"), flows: nil)
    #expect(!one.err.contains("UC4"), "\(one.err)")
  }
}
