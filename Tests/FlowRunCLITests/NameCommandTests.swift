import FlowTestSupport
import TestSupport
import Testing

/// Names for flows in documents, and for flows that are translated.
@Suite struct NameCommandTests {
  @Test("Names of a flow in a document are written beside it")
  func namesBesideDocument() async throws {
    let folder = try Folder([
      "Flows/UC1.md": """
      # UC1 Menu

      1. The system shows the menu.
      2. The user selects Refresh.
      3. The system shows the news.

      ## Extensions

      2a. The user selects Sign out.
         1. The system signs the user out. The use case ends.

      """
    ])
    let flows = folder.path("Flows")
    let shown = await flowrun("name", "UC1", "--diff", flows: flows)
    #expect(shown.status == 1, "\(shown.err)")
    let named = await flowrun("name", "UC1", flows: flows)
    #expect(named.status == 0, "\(named.err)")
    #expect(folder.text("Flows/UC1.bind.yaml").contains("name: "), "\(named.out)")
    let again = await flowrun("name", "UC1", flows: flows)
    #expect(again.out.hasSuffix("UC1: nothing to name\n"), "\(again.out)")
    let types = await flowrun("swift", "UC1", flows: flows)
    #expect(types.out.contains("case userSelectsSignOut = \"UC1:"), "\(types.out)")
    #expect(await flowrun("check", flows, flows: nil).status == 0)
  }

  @Test("Names take their translations with them, and what was exported before comes back")
  func named() async throws {
    let yaml = """
      A:
        '1.1a':
          # The first button.
          user: maksab
        1.1b:
          user: katkestab

      """
    let folder = try Folder([
      "Flows/A.yaml": TextsCommandTests.flow, "Flows/texts/et.yaml": yaml,
    ])
    let flows = folder.path("Flows")
    for format in ["xliff", "xcstrings", "android"] {
      let exported = await flowrun(
        "texts", "export", "--format", format, "-o", folder.path("out"), flows: flows)
      #expect(exported.status == 0, "\(exported.err)")
    }
    let named = await flowrun("name", "A", flows: flows)
    #expect(named.status == 0, "\(named.err)")
    let moved = yaml.replacing("'1.1a'", with: "pay").replacing("1.1b", with: "cancel")
    #expect(folder.text("Flows/texts/et.yaml") == moved)
    for file in ["et.xliff", "Flows.xcstrings", "values-et/flows.xml"] {
      let path = folder.path("out/" + file)
      try folder.write(
        folder.text("out/" + file).replacing("maksab", with: "maksab kohe"), to: "out/" + file)
      let run = await flowrun("texts", "import", path, flows: flows)
      #expect(run.status == 0, "\(file): \(run.out)\(run.err)")
      #expect(
        folder.text("Flows/texts/et.yaml").contains("maksab kohe"),
        "\(file): \(folder.text("Flows/texts/et.yaml"))")
      try folder.write(moved, to: "Flows/texts/et.yaml")
    }
  }
}
