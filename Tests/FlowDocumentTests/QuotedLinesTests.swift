import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Use cases in quotations and in tables of one column, and parts of the system in eight languages.
@Suite struct QuotedLinesTests {
  @Test("A use case in a quotation or in a table of one column is the same", arguments: 0..<8)
  func quoted(number: Int) {
    let tongue = LanguagesTests.Tongue.all[number]
    let steps = [
      "1. \(tongue.user) \(tongue.deeds[0]).", "2. \(tongue.system) \(tongue.works[0]).",
      "3. \(tongue.system) \(tongue.works[1]).",
    ]
    let alternatives = [
      "2a. \(tongue.cases[0]).", "2a1. \(tongue.system) \(tongue.works[2]). \(tongue.ends).",
    ]
    let lines = ["**\(tongue.main):**"] + steps + ["**\(tongue.extensions):**"] + alternatives
    let heading = "# \(tongue.heading) 4: Nova\n\n"
    let plain = rows(heading + lines.map { $0 + "\n\n" }.joined())
    let quoted = rows(heading + lines.map { "> \($0)\n>\n" }.joined())
    let cells = lines.map { "| \($0) |\n" }
    let column = rows(heading + cells[0] + "|---|\n" + cells.dropFirst().joined())
    #expect(plain.count == 5 && quoted == plain, "\(tongue.name)")
    #expect(column == plain, "\(tongue.name)")
  }

  @Test("Parts of the system are the system, and named in a note", arguments: 0..<8)
  func parts(number: Int) {
    let tongue = LanguagesTests.Tongue.all[number]
    for part in ["Backend", "Frontend", "API", "UI"] {
      let heading = "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n"
      let text =
        heading + "1. \(tongue.user) \(tongue.deeds[0]).\n2. \(tongue.system) \(tongue.works[0]).\n"
      let whole = steps(text + "3. \(tongue.system) \(tongue.works[1]).\n")
      let named = steps(text + "3. \(part) \(tongue.works[1]).\n")
      #expect(named.map(\.said) == whole.map(\.said) && whole.count == 3, "\(tongue.name): \(part)")
      #expect(named.last?.note == "Actor: \(part)", "\(tongue.name): \(part)")
    }
  }

  private func steps(_ text: String) -> [(said: String, note: String?)] {
    DocumentImport(document(text)).flows.flatMap { flow in
      (flow.loaded?.steps ?? []).map { ("\($0.activity) \($0.subject)", $0.note) }
    }
  }

  private func rows(_ text: String) -> [String] {
    DocumentImport(document(text)).flows.flatMap { flow in
      (flow.loaded?.rows ?? []).map {
        "\($0.reference) \($0.step.activity) \($0.step.subject) \($0.next?.description ?? "")"
      }
    }
  }
}
