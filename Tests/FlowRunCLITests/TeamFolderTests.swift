import TestSupport
import Testing

/// The day of a product owner with a folder of forty documents: import, check, print, verify, and a
/// history of thirty commits.
@Suite struct TeamFolderTests {
  private let team: TeamFolder
  private var folder: Folder { team.folder }

  init() throws { team = try TeamFolder() }

  private func imported() async -> Outcome {
    await flowrun(
      "import", folder.path("docs"), "-o", folder.path("Flows"), "--quiet", "--details", flows: nil)
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  @Test(
    "Forty documents become flows; only broken, repeated and missing parts are reported"
  )
  func imports() async throws {
    let done = await imported()
    #expect(done.status == 1)
    let written = lines(done.out)
    #expect(written.count { !$0.hasSuffix(" (outline)") } == team.documents.count + 1)
    #expect(
      written.filter { $0.hasSuffix(" (outline)") }.count == 2, "\(done.out)")
    let told = lines(done.err).filter { $0.contains(": error: ") || $0.contains("unplaced]") }.map {
      String($0[($0.lastIndex(of: "/") ?? $0.startIndex)...].dropFirst())
    }
    #expect(
      told == [
        """
        Copy.md:1:1: error: there is a use case `UC5.1` already; this one is left out \
        [document-unplaced]
        """,
        """
        UC50.1_Broken.md:1:3: error: this is Latin-1 (ISO 8859-1), which is not read \
        [invalid-utf8]
        """,
        "UC51.1_Empty.md:1:1: error: the document is empty [document-unplaced]",
        "UC52.1_Talk.md:1:1: error: `UC52.1` has no table and no main scenario [document-unplaced]",
        """
        UC52.1_Talk.md:3:1: warning: this line has no place in a flow; it is kept as a note \
        [document-unplaced]
        """,
      ], "\(done.err)")
    #expect(done.err.contains("the heading says `PF2.8` and the file name `PF2.9`"))
  }

  @Test(
    "Their flows have no findings, say what their documents say, and are printed back byte for byte"
  )
  func checks() async throws {
    _ = await imported()
    let flows = folder.path("Flows")
    let check = await flowrun("check", flows, flows: nil)
    #expect(check.status == 0)
    #expect(
      lines(check.out).last == "41 flows: 0 errors, 0 warnings, 0 known slips", "\(check.out)")
    let verified = await flowrun("verify", folder.path("docs"), flows: flows)
    #expect(verified.status == 1)
    let same = lines(verified.out).filter { $0.hasSuffix(", 0 different") }
    #expect(same.count == team.documents.count + 1, "\(verified.out)")
    for (id, path) in team.documents {
      let printed = await flowrun("print", id, "--like", folder.path(path), flows: flows)
      #expect(printed.out == folder.text(path), "\(path)")
      #expect(printed.err.isEmpty)
    }
  }

  // MARK: Seeded differences

  /// What somebody changes in one flow each, and what `verify` says of it.
  private static let seeds: [(id: String, before: String, after: String, told: String)] = [
    ("UC1.1", "message: Hello", "message: Bye", "has as the message `“Bye 1”` here"),
    ("UC2.1", "Help, Share]", "Help]", "has as the buttons `“Next (or swipes)”, “Help”` here"),
    ("UC3.1", "digits: 6", "digits: 4", "has as the inputs `code (4-4 digits)` here"),
    ("UC4.1", "takes: 0.0-0.1 s", "takes: 0.0-0.2 s", "has as the duration `0.0-0.2 s` here"),
    ("UC5.1", "cancelable: no", "cancelable: yes", "has as the setting “cancelable” `yes` here"),
    (
      "UC6.1", "does: System opens", "does: System shuts",
      "side effect `“System shuts the page”` here"
    ),
    ("UC7.1", "title: Title 7", "title: Headline 7", "the title is `Headline 7` here"),
    ("UC8.1", "title: Share", "title: Give", "`2` says `Give` here"),
    ("UC9.1", "goal: To know", "goal: To forget", "the goal is `To forget more about 9` here"),
    (
      "UC10.1", "- The app is", "- No app is", "precondition `The app is installed` of the document"
    ),
    ("UC11.1", "- Only with", "- Not with", "note `Only with [a card](card.md).` of the document"),
    ("UC12.1", "note: With a", "note: With no", "has as the note `“With no remark”` here"),
    ("UC13.1", "next: 1.2", "next: end", "`1.1a` leads to `end` here"),
    ("UC14.1", "user: selects Next", "case: selects Next", "`1.1a` is a `case` here"),
    ("UC15.1", "selects Share", "selects Give", "`1.1c` says `selects Give (When EAA)` here"),
    (
      "UC16.1", "          b: { case: Failure, next: error No internet }\n", "",
      "case `1.2b` of the document is missing"
    ),
    (
      "UC17.1", "          b: { event: 5 seconds",
      "          c: { case: Gone, next: end }\n          b: { event: 5 seconds",
      "case `2.1c` is not in the document"
    ),
    ("UC18.1", ": Home", ": House", "`1.1` says `House` here"),
    ("UC19.1", "prompt: Home", "screen: Home", "`1.1` is a `screen` here"),
    ("UC20.1", "items: [Card, Phone]", "items: [Phone]", "has as the items `“Phone”` here"),
    ("UC21.1", "after: 5 s", "after: 6 s", "has as the timer `6.0 s` here"),
    (
      "UC22.1", "- '[Design]", "- '[Idea]",
      "documentation `[Design](https://example.org/22)` of the document"
    ),
    (
      "UC23.1", "next: error No internet", "next: error Offline",
      "`1.2b` leads to `error Offline` here"
    ),
    ("PF1.1", "  - Failure\n", "", "result `Failure` of the document is missing"),
    ("PF2.1", "- UC2.1 Title 2", "- UC3.1 Title 3", "used by `UC2.1 Title 2` of the document"),
    ("UC40.1", "user: pays", "user: prays", "`3` says `prays` here"),
    ("UC41.1", "next: end", "next: 1", "leads to `1` here"),
    ("UC43.1", "list, sorted", "list", "`2` says `shows the list` here"),
  ]

  /// The path of the file of a flow, from the folder.
  private func file(of id: String) async throws -> String {
    let listed = await flowrun("list", "--flows", folder.path("Flows"), flows: nil)
    let line = try #require(lines(listed.out).first { $0.split(separator: " ").first == id[...] })
    let alias = line.split(separator: " ")[1]
    let name = "Flows/\(id)-\(alias).yaml"
    return folder.text(name).isEmpty ? "Flows/\(id).yaml" : name
  }

  @Test("Every seeded difference is found, and printing it changes its line of the document only")
  func seeded() async throws {
    _ = await imported()
    let flows = folder.path("Flows")
    for seed in Self.seeds {
      let path = try await file(of: seed.id)
      let text = folder.text(path)
      try #require(text.contains(seed.before), "\(seed)\n\(text)")
      try folder.write(
        text.replacing(seed.before, with: seed.after, maxReplacements: 1), to: path)
    }
    let verified = await flowrun("verify", folder.path("docs"), flows: flows)
    let results = lines(verified.out).filter { $0.contains(" rows of the document, ") }
    for line in results {
      let id = line.prefix { $0 != ":" }
      // An entry of a list that was replaced is missing on one side, and new on the other.
      let isEntry = ["UC10.1", "UC11.1", "UC22.1", "PF2.1"].contains(id)
      let count = isEntry ? 2 : Self.seeds.contains { $0.id == id } ? 1 : 0
      #expect(line.hasSuffix(", \(count) different"), "\(line)")
    }
    for seed in Self.seeds {
      #expect(verified.out.contains(seed.told), "\(seed.told)")
      let path = try #require(team.documents.first { $0.id == seed.id }?.path)
      let printed = await flowrun("print", seed.id, "--like", folder.path(path), flows: flows)
      if seed.id == "UC41.1" {
        // Its document has no cell for where a step leads.
        #expect(printed.err.contains("the flow was printed anew"))
        continue
      }
      let change = lines(printed.out).difference(from: lines(folder.text(path)))
      #expect(change.removals.count <= 1 && change.insertions.count <= 1, "\(seed.id) \(change)")
      // A timer is said by its sentence.
      #expect(change.isEmpty == (seed.id == "UC21.1"), "\(seed.id)")
    }
  }

  // MARK: History

  /// What an owner changes in a flow, and what `diff` says of it.
  private static let changes: [(before: String, after: String, told: String)] = [
    (
      "user: selects Help", "user: asks for help",
      "said “User selects Help” and now says “User asks for help”"
    ),
    ("Failure, next: error No internet", "Failure, next: end", "leads to the end, no longer to"),
    ("message: Hello", "message: Good day", "the message “Good day"),
    ("goal: To know more", "goal: To know it all", "the goal was “To know more"),
    ("title: Share", "title: Give", "section 2 was “Share” and is now “Give”"),
    ("takes: 0.0-0.1 s", "takes: 0.0-0.5 s", "has the duration 0.0-0.5 s, which was 0.0-0.1 s"),
    ("Help, Share]", "Help]", "the buttons “Next (or swipes)”, “Help”"),
    ("digits: 6", "digits: 4", "the inputs code (4-4 digits)"),
    ("does: System opens", "does: System shuts", "the side effect “System shuts the page”"),
    ("  - The app is installed\n", "", "The app is installed"),
    ("title: Title", "title: Headline", "the title was “Title"),
    ("  - Only with", "  - One more\n  - Only with", "note: “One more” is new"),
    (
      "          b: { event: 5 seconds",
      "          c: { case: Gone, next: end }\n          b: { event: 5 seconds",
      "2.1c “Case: Gone” is new"
    ),
    (
      "          b: { event: 5 seconds passes, after: 5 s, next: 1 }\n", "",
      "2.1b “Event: 5 seconds passes” is gone"
    ),
    ("cancelable: no", "cancelable: yes", "the setting “cancelable” yes"),
  ]

  @Test("Each of thirty commits is told with its change, and with nothing else")
  func history() async throws {
    _ = await imported()
    // Two files of one id, and a broken one, in every revision.
    try folder.write(
      "flow: UC1.1\nalias: other\ntitle: Other\noutline: o\n", to: "Flows/UC1.1-other.yaml")
    try folder.write("flow: UC60.1\ntitle: [\n", to: "Flows/UC60.1.yaml")
    try git("init -q -b main")
    try git("add Flows")
    try git("commit -qm start")
    for number in 1...30 {
      let (before, after, told) = Self.changes[number % Self.changes.count]
      let flow = (number - 1) % TeamFolder.tableCount + 1
      let path = "Flows/UC\(flow).1-title-\(flow).yaml"
      let text = folder.text(path)
      try #require(text.contains(before), "\(text)")
      try folder.write(text.replacing(before, with: after, maxReplacements: 1), to: path)
      try git("commit -qam \(number)")
      let diff = await flowrun(
        "diff", "HEAD~1..HEAD", "--exit-code", flows: folder.path("Flows"))
      #expect(diff.status == 1, "\(diff.err)")
      // Paths and callers follow from the change.
      let changes = lines(diff.out).filter {
        !$0.hasPrefix("  concerns") && !$0.hasPrefix("  paths:") && !$0.hasPrefix("    ")
          && !$0.contains("be reached")
      }
      #expect(changes.count == 2, "\(diff.out)")
      #expect(changes.first?.hasPrefix("UC\(flow).1 ") ?? false)
      #expect(changes.last?.contains(told) ?? false, "\(told)\n\(diff.out)")
      #expect(diff.err.contains("UC60.1.yaml"))
    }
    let all = await flowrun("diff", "HEAD~30..HEAD", flows: folder.path("Flows"))
    let flows = lines(all.out).filter { !$0.hasPrefix(" ") }
    #expect(flows.count == TeamFolder.tableCount, "\(all.out)")
  }

  private func git(_ line: String) throws { try runGit(line, in: folder) }
}

/// Runs `git` in a folder.
func runGit(_ line: String, in folder: Folder) throws {
  let identity = ["user.name=t", "user.email=t@example.org", "commit.gpgsign=false", "gc.auto=0"]
  let arguments = identity.flatMap { ["-c", $0] } + line.split(separator: " ").map(String.init)
  let (status, output) = try OtherProgram.run("git", arguments, in: folder.path)
  try #require(status == 0, "\(output)")
}
