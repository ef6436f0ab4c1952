import Foundation
import TestSupport
import Testing

/// What `import` does with flow files that it has written before.
@Suite struct ImportAgainTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      "# UC2 Pay\n\n## Main success scenario\n1. Guest selects a room.\n2. System charges the card."
        + "\n3. System shows the receipt.\n", to: "docs/UC2.md")
  }

  private func git(_ line: String) throws {
    let settings = ["user.name=A", "user.email=a@example.org", "commit.gpgsign=false"].flatMap {
      ["-c", $0]
    }
    let (status, output) = try OtherProgram.run(
      "git", settings + line.split(separator: " ").map(String.init), in: folder.path)
    try #require(status == 0, "\(output)")
  }

  private func importAgain() async -> Outcome {
    await flowrun("import", folder.path("docs"), "-o", folder.path("Flows"), flows: nil)
  }

  private func change(_ path: String, _ before: String, _ after: String) throws {
    let text = folder.text(path)
    try #require(text.contains(before), "\(text)")
    try folder.write(text.replacing(before, with: after), to: path)
  }

  @Test("A second import takes in what the document has changed, and keeps what was edited")
  func again() async throws {
    try git("init -q -b main")
    try git("add .")
    try git("commit -qm one")
    #expect(await importAgain().status == 0)
    let file = "Flows/UC2-pay.yaml"
    #expect(folder.text(file).contains("/docs/UC2.md "))
    let same = await importAgain()
    #expect(same.status == 0 && same.out.contains("UC2-pay.yaml (up to date)\n"))

    try change(file, "    system: charges the card\n", "    system: charges the card # ours\n")
    try change("docs/UC2.md", "the receipt", "the bill")
    let merged = await importAgain()
    #expect(merged.status == 0 && merged.out.contains("UC2-pay.yaml (1 change)\n"), "\(merged)")
    #expect(folder.text(file).contains("system: shows the bill\n"))
    #expect(folder.text(file).contains("system: charges the card # ours\n"))

    try git("commit -qam two")
    try change(file, "charges the card", "charges the account")
    try change("docs/UC2.md", "charges the card", "debits the card")
    let conflict = await importAgain()
    #expect(conflict.status == 1)
    #expect(conflict.out.contains("UC2-pay.yaml (1 change, 1 conflict)\n"), "\(conflict)")
    #expect(conflict.err.contains("debits the card") && conflict.err.contains("import-conflict"))
    #expect(folder.text(file).contains("#   system: debits the card\n"))
    #expect(await importAgain().out.contains("(up to date)"))
  }

  @Test(
    "What a binding says is taken into the flow, again when it has changed, and stays without it")
  func bound() async throws {
    func bind(_ outcome: String) throws {
      try folder.write(
        "flow: UC2\nfacts: { tries: 0..3 }\nrows:\n  '2':\n    says: System charges the card\n"
          + "    action: card.charge\n    on: \(outcome)\n", to: "docs/UC2.bind.yaml")
    }
    try bind("charged")
    try git("init -q -b main")
    try git("add .")
    try git("commit -qm one")
    let first = await importAgain()
    #expect(first.status == 0 && first.err.contains("docs/UC2.bind.yaml says\n"), "\(first)")
    let file = "Flows/UC2-pay.yaml"
    #expect(
      folder.text(file).contains(
        "    system: charges the card\n    action: card.charge\n    on: charged\n"))
    let same = await flowrun("diff", folder.path("docs"), folder.path("Flows"), flows: nil)
    #expect(same.out == "nothing is different\n", "\(same)")
    #expect(await importAgain().out.contains("(up to date)"))

    try bind("paid")
    #expect(await importAgain().out.contains("UC2-pay.yaml (1 change)\n"))
    #expect(folder.text(file).contains("    on: paid\n"))
    try git("add .")
    try git("commit -qm two")
    try FileManager.default.removeItem(atPath: folder.path("docs/UC2.bind.yaml"))
    try change("docs/UC2.md", "the receipt", "the bill")
    #expect(await importAgain().out.contains("UC2-pay.yaml (1 change)\n"))
    let text = folder.text(file)
    #expect(text.contains("    on: paid\n") && text.contains("shows the bill\n"))
    #expect(!text.contains("# bound: "))
  }

  @Test("A binding that makes a flow unreadable is refused, and the flow is written without it")
  func broken() async throws {
    try folder.write(
      "flow: UC2\nfacts: nonsense\nrows: {}\n", to: "docs/UC2.bind.yaml")
    let result = await importAgain()
    #expect(result.status == 1)
    #expect(result.err.contains("so nothing of it is taken"), "\(result)")
    #expect(folder.text("Flows/UC2-pay.yaml").contains("system: charges the card\n"))
  }

  @Test("Without git, and for a file that was not imported, nothing is written and it is said why")
  func refusals() async throws {
    #expect(await importAgain().status == 0)
    let before = folder.text("Flows/UC2-pay.yaml")
    try change("docs/UC2.md", "the receipt", "the bill")
    let unknown = await importAgain()
    #expect(unknown.status == 2 && unknown.err.contains("is not in git"), "\(unknown)")
    #expect(folder.text("Flows/UC2-pay.yaml") == before)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    try folder.write(
      lines.filter { !$0.hasPrefix("# imported") }.joined(separator: "\n"),
      to: "Flows/UC2-pay.yaml")
    let foreign = await importAgain()
    #expect(foreign.status == 2 && foreign.err.contains("does not say that it was imported"))
  }
}
