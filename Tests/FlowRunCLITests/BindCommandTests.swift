import TestSupport
import Testing

/// What commands do with what is said beside documents.
@Suite struct BindCommandTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      ## Main success scenario
      1. Guest selects a room.
      2. System charges the card.
      3. System shows the receipt.

      ## Extensions
      2a. The card is refused
      2a1. Resumes at step 1.
      """, to: "team/UC2_Pay.md")
    try folder.write(
      """
      <html><body><h1>UC3 Cancel</h1><h2>Main success scenario</h2>
      <ol><li>Guest selects a booking.</li><li>System cancels the booking.</li></ol>
      </body></html>
      """, to: "team/cancel.html")
  }

  private var entries: String {
    """
    flow: UC2
    rows:
      '2': { says: System charges the card, action: card.charge, on: charged }
      2a: { says: The card is refused, on: refused }
      '*a': { case: The phone rings, on: rings, meant: '3', why: it may happen }
      '*b': { case: The phone is dead, on: dead, meant: goto UC3, why: it may happen }
      '*c': { case: The phone sleeps, on: sleeps, meant: goto UC2, why: it may happen }

    """
  }

  @Test("All documents are asked about, and answers are kept when they are asked again")
  func asks() async throws {
    let first = await flowrun("bind", folder.path("team"), flows: nil)
    #expect(first.status == 0)
    #expect(first.out.contains("team/UC2.bind.yaml: 3 questions about UC2\n"))
    #expect(first.out.contains("team/UC3.bind.yaml: 1 question about UC3\n"))
    let text = folder.text("team/UC2.bind.yaml")
    try folder.write(
      text.replacing("    # action: card.charge", with: "    action: card.take # ours"),
      to: "team/UC2.bind.yaml")
    let again = await flowrun("bind", folder.path("team/UC2_Pay.md"), flows: nil)
    #expect(again.out.contains("team/UC2.bind.yaml: up to date; 2 open\n"))
    #expect(folder.text("team/UC2.bind.yaml").contains("    action: card.take # ours\n"))
  }

  @Test("What would be written can be printed, and a flow file is refused with what to do")
  func prints() async throws {
    let print = await flowrun("bind", "UC3", "--print", flows: folder.path("team"))
    #expect(print.out.contains("    # action: booking.cancel\n"))
    #expect(folder.text("team/UC3.bind.yaml") == "")
    try folder.write("flow: UC9\ntitle: Later\noutline: Later\n", to: "team/UC9.yaml")
    let file = await flowrun("bind", "UC9", flows: folder.path("team"))
    #expect(file.status == 2)
    #expect(file.err.contains("`UC9` is the flow file"))
  }

  @Test("Rows that are proposed at one place of a document lead each where it says")
  func proposals() async throws {
    try folder.write(entries, to: "team/UC2.bind.yaml")
    for (row, next) in [("*a", "UC2:3"), ("*b", "UC3:1"), ("*c", "UC2:1")] {
      let run = await flowrun(
        "UC2", "--as-meant", "--rows", "1,\(row),\(next)", "--trace", "text",
        flows: folder.path("team"))
      let rows = run.out.split(separator: "\n").compactMap { line in
        line.split(separator: " ").first { $0.hasPrefix("UC") }
      }
      #expect(rows.prefix(3) == ["UC2:1", "UC2:\(row)", "\(next)"], "\(run.out)\(run.err)")
    }
  }

  @Test("A changed binding is a difference of revisions, also of a document named by its file")
  func versions() async throws {
    try folder.write(entries, to: "team/UC2.bind.yaml")
    try runGit("init -q -b main", in: folder)
    try runGit("add team", in: folder)
    try runGit("commit -qm one", in: folder)
    let same = await flowrun("diff", "HEAD", flows: folder.path("team"))
    #expect(same.out == "nothing is different\n")
    #expect(same.err == "")
    try folder.write(
      entries.replacing("card.charge", with: "card.take"), to: "team/UC2.bind.yaml")
    let diff = await flowrun("diff", "HEAD", flows: folder.path("team"))
    #expect(diff.out.contains("card.take"))
    #expect(!diff.out.contains("is new"))
  }

  @Test("The findings of a document are also those of the file beside it")
  func findings() async throws {
    try folder.write(
      entries.replacing("on: refused", with: "onn: refused"), to: "team/UC2.bind.yaml")
    for path in ["team", "team/UC2_Pay.md", "team/UC2.bind.yaml"] {
      let check = await flowrun("check", folder.path(path), flows: nil)
      #expect(check.status == 2, "\(path)")
      #expect(check.out.contains("team/UC2.bind.yaml:4:36: error"), "\(check.out)")
    }
    let other = await flowrun("check", folder.path("team/cancel.html"), flows: nil)
    #expect(!other.out.contains("bind.yaml"))
  }
}
