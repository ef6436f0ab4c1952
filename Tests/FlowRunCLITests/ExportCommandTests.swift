import TestSupport
import Testing

@Suite struct ExportCommandTests {
  @Test("`export` writes a flow and what the format cannot carry, by the ids of rows")
  func one() async throws {
    let folder = try Folder()
    let outcome = await flowrun("export", "uc2.3", "--to", "scxml", "-o", folder.path)
    #expect(outcome.status == 0)
    #expect(
      outcome.out
        == "1 file in \(folder.path); what they cannot carry is in NOTES-scxml.md: 8 notes\n")
    let chart = folder.text("UC2.3.scxml")
    #expect(chart.contains("<state id=\"UC2.3_1.3\">"))
    #expect(chart.contains("<state id=\"UC9.4_1.1\">"), "a flow that a run can come to")
    #expect(!chart.contains("<state id=\"EID1_1\">"))
    let notes = folder.text("NOTES-scxml.md")
    #expect(notes.contains("\n## UC2.3.scxml\n- `UC2.3:1.3`: the secret `pin` (6 digits)"))
    #expect(notes.contains("- `PF2.8:5.1e`: its timer begins again"))
  }

  @Test("`export --all` writes a file for every flow that is written, in either reading")
  func all() async throws {
    let folder = try Folder()
    let outcome = await flowrun("export", "--all", "--as-meant", "--to", "scxml", "-o", folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.out.hasPrefix("31 files in "))
    let names = folder.files
    #expect(names.count == 32)
    #expect(names.contains("No-internet.scxml"))
    #expect(!names.contains("UC7.1.scxml"))
    #expect(folder.text("UC1.2.scxml").contains("row.UC1-2_-a outcome.No-internet"))
    #expect(folder.text("EID7.scxml").contains("EID7 "))
  }

  @Test("The other formats are written beside each other, each with its own notes")
  func formats() async throws {
    let folder = try Folder()
    for format in ["asl", "bpmn", "scxml"] {
      let outcome = await flowrun("export", "EID5", "--to", format, "-o", folder.path)
      #expect(outcome.status == 0)
    }
    #expect(
      folder.files == [
        "EID5.asl.json", "EID5.bpmn", "EID5.scxml", "NOTES-asl.md", "NOTES-bpmn.md",
        "NOTES-scxml.md",
      ])
    #expect(folder.text("EID5.bpmn").contains("<process id=\"EID5\""))
    #expect(folder.text("EID5.asl.json").contains("\"StartAt\": \"begin\""))
    #expect(folder.text("NOTES-asl.md").contains("`EID5:"))
  }

  @Test("A flow that may be put on top is in the file")
  func onTop() async throws {
    let folder = try Folder()
    let outcome = await flowrun(
      "export", "EID7", "--on-top", "uc1.2", "--to", "scxml", "-o", folder.path)
    #expect(outcome.status == 0)
    #expect(folder.text("EID7.scxml").contains("event=\"suspend.UC1-2\""))
  }

  @Test("`export` refuses what it cannot write, and says why")
  func refusals() async throws {
    let folder = try Folder()
    let outline = await flowrun("export", "uc7.1", "--to", "scxml", "-o", folder.path)
    #expect(outline.status == 2)
    #expect(outline.err == "flowrun: `uc7.1` is not yet written\n")
    let top = await flowrun(
      "export", "uc2.3", "--on-top", "UC7.1", "--to", "scxml", "-o", folder.path)
    #expect(top.status == 2)
    #expect(top.err == "flowrun: `UC7.1` is not yet written\n")
    let nothing = await flowrun("export", "--to", "scxml", "-o", folder.path)
    #expect(nothing.status == 2)
    #expect(nothing.err.contains("name a flow, or write `--all`"))
    let both = await flowrun("export", "uc2.3", "--all", "--to", "scxml", "-o", folder.path)
    #expect(both.status == 2)
    let format = await flowrun("export", "uc2.3", "--to", "visio", "-o", folder.path)
    #expect(format.status == 2)
    let place = await flowrun("export", "uc2.3", "--to", "scxml", "-o", "/dev/null/x")
    #expect(place.status == 2)
    #expect(folder.files.isEmpty)
  }
}
