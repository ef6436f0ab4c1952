import Foundation
import TestSupport
import Testing

@Suite struct TestsCommandTests {
  /// The flows that `flowrun init` writes.
  private func hotel() async throws -> Folder {
    let folder = try Folder()
    let outcome = await flowrun("init", folder.path("hotel"), flows: nil)
    #expect(outcome.status == 0)
    return folder
  }

  @Test("`tests` writes a file for each path, and `--check` says what is out of date")
  func check() async throws {
    let folder = try await hotel()
    let flows = folder.path("hotel/Flows")
    let output = folder.path("out")
    let first = await flowrun("tests", "--for", "playwright", "-o", output, flows: flows)
    #expect(first.status == 0, "\(first)")
    #expect(first.out.hasPrefix("3 files in \(output), 3 of them written\nhooks:\n"))
    #expect(folder.text("out/UC1/taken.spec.ts").contains("test(\"UC1 taken\""))
    let again = await flowrun("tests", "--for", "playwright", "-o", output, flows: flows)
    #expect(again.out.hasPrefix("3 files in \(output), 0 of them written\n"))
    let right = await flowrun(
      "tests", "--for", "playwright", "-o", output, "--check", flows: flows)
    #expect(right.status == 0)
    #expect(right.out == "3 files up to date\n")

    let path = "hotel/Flows/UC1-book-a-room.yaml"
    try folder.write(
      folder.text(path).replacing("selects Choose another", with: "taps Choose another"), to: path)
    let paths = "hotel/Flows/paths/UC1.yaml"
    try folder.write(folder.text(paths).replacing("path: booked", with: "path: kept"), to: paths)
    let wrong = await flowrun(
      "tests", "--for", "playwright", "-o", output, "--check", flows: flows)
    #expect(wrong.status == 1)
    #expect(
      wrong.out == """
        missing: UC1/kept.spec.ts
        not up to date: UC1/taken.spec.ts
        no path makes it any more: UC1/booked.spec.ts

        """)
    #expect(wrong.err.hasSuffix("help: run the command without `--check`\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out/UC1/kept.spec.ts")))
  }

  @Test("`tests --missing` lists what the tables lack, and a table in the folder is read")
  func missing() async throws {
    let folder = try await hotel()
    let flows = folder.path("hotel/Flows")
    try folder.write(
      "Choose a room: { screen: rooms, buttons: { Book: book, Close: close } }\nBooked: booked\n",
      to: "hotel/Flows/tests/screens.yaml")
    let outcome = await flowrun("tests", "UC1", "--for", "maestro", "--missing", flows: flows)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.out == """
        STEP     SCREEN             MISSING  NAME            USED
        UC1:1.3  Booked             button   Done            its text
        UC1:2.1  The room is taken  screen                   its text
        UC1:2.1  The room is taken  button   Choose another  its text

        """)
    #expect(await flowrun("check", flows, flows: nil).status == 0, "it is not a flow")
    try folder.write("Boked: x\n", to: "hotel/Flows/tests/screens.yaml")
    let wrong = await flowrun("tests", "UC1", "--for", "maestro", "--missing", flows: flows)
    #expect(wrong.status == 2)
    #expect(wrong.err.contains("screens.yaml:1:1: error: no step shows a screen `Boked`"))
    #expect(wrong.err.contains("did you mean `Booked`?"))
  }

  @Test("A flow without paths is refused, and `--by rows` takes those of the path book")
  func withoutPaths() async throws {
    let folder = try await hotel()
    let flows = folder.path("hotel/Flows")
    try FileManager.default.removeItem(atPath: folder.path("hotel/Flows/paths"))
    let output = folder.path("out")
    let refused = await flowrun("tests", "UC1", "--for", "gherkin", "-o", output, flows: flows)
    #expect(refused.status == 2)
    #expect(refused.err.contains("`UC1` has no paths as written"))
    let outcome = await flowrun(
      "tests", "UC1", "--for", "gherkin", "--by", "rows", "-o", output, flows: flows)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.out.contains(" of them written\n"))
    #expect(FileManager.default.fileExists(atPath: folder.path("out/UC1")))
    let other = await flowrun("tests", "UC1", "--for", "cypress", flows: flows)
    #expect(other.status == 2)
    let criterion = await flowrun(
      "tests", "UC1", "--for", "gherkin", "--by", "row", "-o", output, flows: flows)
    #expect(criterion.status == 2)
    #expect(criterion.err.contains("`row` cannot be shown"))
  }
}
