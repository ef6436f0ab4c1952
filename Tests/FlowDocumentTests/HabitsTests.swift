import Diagnostics
import FlowDocument
import FlowModel
import Foundation
import TestSupport
import Testing

/// Ways in which teams write use cases: a document each, and what is read from it.
@Suite struct HabitsTests {
  private static let folder = projectFolder + "/Tests/FlowDocumentTests/Fixtures"

  @Test("Documents of other teams are read as they were meant, without a loss")
  func habits() throws {
    var text = ""
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/habits")
    for name in names.sorted() {
      let file = DocumentText.file(SourceFile(path: name, bytes: try fixture("habits/\(name)")))
      let result = DocumentImport(file)
      #expect(!result.flows.isEmpty, "\(name)")
      text += "=== \(name)\n"
      for flow in result.flows {
        let reading = flow.reading
        #expect(reading.steps > 1 && reading.unplaced.isEmpty, "\(name): \(reading.unplaced)")
        text += "\(reading.summary(of: flow.id, in: file))\n" + told(try loaded(flow))
      }
    }
    #expect(names.count >= 60)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(toFile: Self.folder + "/habits.out", atomically: true, encoding: .utf8)
    }
    let recorded = String(decoding: try fixture("habits.out"), as: UTF8.self)
    #expect(text == recorded, "RECORD_GOLDEN=1 writes it; then read the difference")
  }

  @Test("What is lost is counted, and the summary says where it stands")
  func summary() throws {
    let file = document(
      "# UC1 T\n\n| Step | Action |\n|---|---|\n| 1 | User goes |\n| 2 | |\n| 3 | User rests |\n")
    let flow = try #require(DocumentImport(file).flows.first)
    #expect(
      flow.reading.summary(of: flow.id, in: file)
        == "UC1: 2 of 3 steps; line 6: row `2` does not say what happens")
  }

  @Test("Lines that look like steps and belong to no use case are told")
  func looseSteps() {
    let text =
      "## UC1 T\n\n### Main flow\n\n1. User goes.\n2. User rests.\n\n# Other things\n\n"
      + "1. User opens the door.\n2. System closes the door.\n3. Red and green lamps.\n"
    let result = DocumentImport(document(text))
    #expect(result.flows.first?.reading.steps == 2)
    let told = result.diagnostics.filter { $0.rule == .documentUnplaced }.map(\.message)
    #expect(told == ["2 lines that look like steps belong to no use case; they are left out"])
  }

  @Test("A page that is not a use case gives nothing, and says why")
  func outside() {
    let result = DocumentImport(document("# Installing\n\nRun the installer.\n\n1. Open it.\n"))
    #expect(result.flows.isEmpty)
    #expect(result.diagnostics.map(\.rule) == [.documentNoted])
    #expect(result.diagnostics.first?.message.hasPrefix("`Installing` is not read as") ?? false)
  }

  @Test(
    "A manual with steps below such a heading is no use case",
    arguments: [
      "Workflow", "User flow", "Step-by-step", "Sequence of events", "Flow", "Flow steps",
    ])
  func manuals(heading: String) {
    let steps = "1. Fork the project.\n2. Push your branch.\n3. Wait for the build.\n"
    let errors = "## Exceptions & errors\n\n- The build fails: ask somebody.\n"
    let text = "# Contributing\n\n## \(heading)\n\n\(steps)\n\(errors)"
    #expect(DocumentImport(document(text)).flows.isEmpty)
    let useCase = "# UC4 Contribute\n\n## \(heading)\n\n\(steps)"
    #expect(DocumentImport(document(useCase)).flows.first?.reading.steps == 3)
  }

  @Test("Very many names before colons, and lists above the main flow, are read at once")
  func many() {
    let names = String(repeating: "User bb: ", count: 20_000)
    let nested = "# UC1 T\n\n## Main flow\n\n1. User goes.\n2. Aa: \(names)User ends.\n"
    #expect(DocumentImport(document(nested)).flows.first?.reading.steps == 2)
    let lists = String(repeating: "1. User goes.\n\n", count: 2_000)
    let flows = "# UC1 T\n\n## Flow\n\n\(lists)\n## Main flow\n\n1. User goes.\n2. User rests.\n"
    #expect(DocumentImport(document(flows)).flows.first?.reading.steps == 2)
  }

  @Test("Code in a page is not read")
  func code() {
    let fence = "```yaml\n- step: 1\nMain flow:\n1. User goes\n2. User rests\n```\n"
    #expect(DocumentImport(document("# How to write\n\n\(fence)")).flows.isEmpty)
    let text = "# UC1 T\n\n```\nMain flow\n1. User goes\n2. User rests\n```\n"
    #expect(DocumentImport(document(text)).flows.first?.reading.steps == 2)
  }

  func told(_ flow: Flow) -> String {
    var text = "  \(flow.title) [\(flow.actor ?? "")]"
    for (name, entries) in [
      ("before", flow.preconditions), ("after", flow.postconditions),
      ("by", flow.triggeredBy), ("more", flow.documentation), ("notes", flow.notes),
    ] where !entries.isEmpty {
      text += "\n  \(name): \(entries.joined(separator: " | "))"
    }
    text += "\n"
    for row in flow.rows {
      let next = row.next?.description ?? ""
      if row.kind == .extension {
        text += "  \(row.id) at \(row.isAnywhere ? "any" : row.step.id): \(row.label) -> \(next)\n"
      } else if row.step.ownRow?.reference == row.reference {
        text += "  \(row.step.id) \(row.step.activity): \(row.step.subject) -> \(next)\n"
      } else {
        text += "  \(row.id) \(row.text) -> \(next)\n"
      }
      if let note = row.step.note, row.step.ownRow?.reference == row.reference {
        text += "    \(note)\n"
      }
    }
    return text
  }
}
