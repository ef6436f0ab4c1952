import TestSupport
import Testing

/// Documents that are flows where they stand.
@Suite struct DocumentFlowsTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      # UC2 Pay for a room

      ## Main success scenario
      1. Guest selects a room.
      2. System shows the price.
      3. Guest confirms the payment.

      ## Extensions
      3a. Card is refused
      3a1. Resumes at step TARGET.
      """.replacing("TARGET", with: "9"), to: "team/UC2.md")
    try folder.write(
      """
      # Use Case UC7: Borrow a book
      ## Main success scenario
      1. Reader searches a book.
      2. System lists the copies.

      # Use Case UC8: Return a book
      ## Main success scenario
      1. Reader hands in a book.
      2. System thanks the reader. Resumes at step 5.
      """, to: "team/library.md")
    try folder.write("# Notes\n\nNothing to run.\n", to: "team/notes.md")
    try folder.write(
      """
      flow: UC1
      title: Start
      steps:
        - step: '1'
          user: begins
          next: goto UC2

      """, to: "team/UC1.yaml")
  }

  @Test("A folder of flow files and documents is checked as a whole, with places in the documents")
  func check() async {
    let check = await flowrun("check", folder.path("team"), flows: nil)
    #expect(check.status == 1)
    #expect(check.out.contains("team/UC2.md:10:22: error: step `9` does not exist"))
    #expect(check.out.contains("team/library.md:9:46: error: step `5` does not exist"))
    #expect(check.out.contains("4 flows: 2 errors"))
    #expect(check.err == "flowrun: note: \(folder.path("team/notes.md")) has no use case\n")
  }

  @Test("Files in formats that cannot be read are named in one line")
  func unread() async throws {
    let names = ["old.pdf", "older.doc", "pom.xml"]
    for name in names { try folder.write("<project>", to: "team/\(name)") }
    let page = "<h2>UC5 Lend</h2><p>Main scenario</p><ol><li>Reader asks.</li></ol>"
    try folder.write(page, to: "team/a page.xml")
    let paths = names.map { folder.path("team/\($0)") }
    let line =
      "3 files cannot be read (save them as .docx, .odt, .html or Markdown): "
      + paths.joined(separator: ", ") + "\n"
    let check = await flowrun("check", folder.path("team"), flows: nil)
    #expect(check.err.hasSuffix(line) && check.out.contains("5 flows: 2 errors"))
    let old = await flowrun(folder.path("team/older.doc"), flows: nil)
    #expect(old.err.contains("older.doc` has no use case"))
    let output = folder.path("imported")
    #expect(
      await flowrun("import", folder.path("team"), "-o", output, flows: nil).err.contains(line))
  }

  @Test("Only what is in one document is shown if that is asked, with all others known")
  func one() async {
    let check = await flowrun("check", folder.path("team/UC2.md"), flows: nil)
    #expect(check.out.contains("team/UC2.md:10:22"))
    #expect(!check.out.contains("library"))
    #expect(check.out.contains("1 error"))
  }

  @Test("The path of a document names its flow, and one of several has to be named")
  func paths() async {
    let table = await flowrun("table", folder.path("team/UC2.md"), flows: nil)
    #expect(table.out.contains("3a.1\tline\tResumes at step 9\t9"))
    let several = await flowrun("table", folder.path("team/library.md"), flows: nil)
    #expect(several.status == 2)
    #expect(several.err.contains("has 2 use cases: UC7, UC8; name one of them"))
    let none = await flowrun("table", folder.path("team/notes.md"), flows: nil)
    #expect(none.status == 2)
    #expect(none.err.contains("has no use case"))
    let file = await flowrun("table", folder.path("team/UC1.yaml"), flows: nil)
    #expect(file.out == "1\tstep\tUser begins\t\n")
  }

  @Test("A folder is named in place of a flow, and its documents run")
  func runs() async {
    let run = await flowrun(
      folder.path("team/UC2.md"), "--rows", "1,2,3", "--trace", "text", flows: nil)
    #expect(run.out.contains("UC2:3  User confirms the payment -> end"))
    let paths = await flowrun("paths", folder.path("team") + "/", flows: nil)
    #expect(paths.out.contains("UC7 Borrow a book"))
    #expect(paths.out.contains("UC1 Start"))
  }

  @Test("Versions of documents in git are compared row by row")
  func versions() async throws {
    try runGit("init -q -b main", in: folder)
    try runGit("add team", in: folder)
    try runGit("commit -qm one", in: folder)
    let text = folder.text("team/UC2.md").replacing("step 9", with: "step 2")
    try folder.write(text, to: "team/UC2.md")
    let diff = await flowrun("diff", "HEAD", flows: folder.path("team"))
    #expect(diff.out.contains("3a.1 “Resumes at step 2” leads to 2 (System shows the price)"))
    #expect(!diff.out.contains("UC7"))
  }

  @Test("A folder of documents without a use case is an error, as an empty folder is")
  func none() async throws {
    try folder.write("# A\n\nText.\n", to: "other/a.md")
    try folder.write("# B\n\nText.\n", to: "other/b.txt")
    let check = await flowrun("check", folder.path("other"), flows: nil)
    #expect(check.status == 2)
    #expect(check.out.contains("none of the 2 documents here has a use case"))
  }

  @Test("A flow file takes the place of the use case with its id in a document")
  func files() async throws {
    try folder.write("flow: UC7\ntitle: Borrow\noutline: Later\n", to: "team/UC7.yaml")
    let list = await flowrun("list", flows: folder.path("team"))
    #expect(list.out.contains("UC7                  outline       Borrow\n"))
    #expect(list.out.contains("UC8"))
  }

  @Test("The manual of flowrun has no use case")
  func manual() async {
    let check = await flowrun("check", projectFolder + "/docs", flows: nil)
    #expect(check.status == 2)
    #expect(check.out.contains("documents here has a use case"))
  }
}
