import TestSupport
import Testing

/// What was guessed about documents, as the check says it.
@Suite struct AssumedTests {
  private let folder: Folder
  private static let head = """
    # UC-4 Cancel an order

    **Actor:** Customer

    ## Main flow
    1. Customer opens the order.
    2. System shows it.
    3. Customer selects "Cancel".
    4. System cancels it.

    ## Alternative courses

    """

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      \(Self.head)
      **AC1 - Only some items.** The customer selects single items. The flow rejoins at step 4.

      **AC2 - No reason.** The system finds no reason. The flow rejoins at step 4.

      **AC3 - No time.** The system finds no time. The flow rejoins at step 4.
      """, to: "docs/UC4.md")
  }

  private func check(_ options: String...) async -> Outcome {
    await flowrun(["check", folder.path("docs")] + options, flows: nil)
  }

  @Test("What was guessed about a document is a note, said once for what is alike")
  func note() async throws {
    let done = await check()
    #expect(done.status == 0)
    #expect(
      done.out.contains(
        """
        UC4.md:13:1: note: the document does not say which step `AC1` extends; 4 was taken; and 2 \
        more like it (lines 15, 17) [document-assumed]
        """), "\(done.out)")
    #expect(done.out.contains("help: write `(at step 3)`"))
    #expect(done.out.contains("1 flow: 0 errors, 0 warnings"))
    #expect(await check("--strict").status == 0)
    let all = await check("--all")
    #expect(all.out.split(separator: "\n").count { $0.hasSuffix("[document-assumed]") } == 3)
  }

  @Test("Each guess is at the alternative that it is about")
  func places() async throws {
    let json = await check("--format", "json").out
    for id in ["AC1", "AC2", "AC3"] {
      #expect(json.contains("\"document-assumed UC4:\(id)"), "\(json)")
    }
  }

  @Test("Levels, the baseline and `allow` hold for guesses as for findings")
  func settings() async throws {
    try folder.write("rules: { document-assumed: error }\n", to: "docs/flowrun.yaml")
    #expect(await check().status == 1)
    let baseline = folder.path("known")
    _ = await check("--baseline", baseline, "--write-baseline")
    let known = await check("--baseline", baseline)
    #expect(known.status == 0 && known.out.contains("3 in the baseline"), "\(known.out)")
    try folder.write("rules: { document-assumed: off }\n", to: "docs/flowrun.yaml")
    #expect(!(await check().out.contains("document-assumed")))
    try folder.write("language: en\n", to: "docs/flowrun.yaml")
    let allow = "flow: UC4\nallow: { document-assumed: it is so }\n"
    try folder.write(allow, to: "docs/UC4.bind.yaml")
    #expect(await check().out.contains("3 allowed"))
  }

  @Test(
    "A document that says what the help asks for has no notes about guesses",
    arguments: [
      "### AC1 Only some items (at step 3)\n\n1. Customer selects items.\n2. Rejoins at step 4.\n",
      "**AC1 - Only some items (at step 3).** Customer selects items. Rejoins at step 4.\n",
      "**AC1 - Only some items (at any step).** System saves it. The flow rejoins at step 4.\n",
    ])
  func clear(alternative: String) async throws {
    try folder.write("\(Self.head)\n\(alternative)", to: "docs/UC4.md")
    let out = await check().out
    #expect(!out.contains("document-assumed"), "\(out)")
  }
}
