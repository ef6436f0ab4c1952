import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Use cases in quotations and in tables of one column, and parts of the system in eight languages.
@Suite struct QuotedLinesTests {
  @Test("A use case in a quotation or in a table of one column is the same", arguments: 0..<8)
  func quoted(number: Int) {
    let tongue = LanguagesTests.Tongue.all[number]
    let (steps, alternatives) = lines(tongue)
    let all = ["**\(tongue.main):**"] + steps + ["**\(tongue.extensions):**"] + alternatives
    let heading = "# \(tongue.heading) 4: Nova\n\n"
    let plain = rows(heading + all.map { $0 + "\n\n" }.joined())
    let quoted = rows(heading + all.map { "> \($0)\n>\n" }.joined())
    let cells = all.map { "| \($0) |\n" }
    let column = rows(heading + cells[0] + "|---|\n" + cells.dropFirst().joined())
    #expect(plain.count == 5 && quoted == plain, "\(tongue.name)")
    #expect(column == plain, "\(tongue.name)")
  }

  @Test("Cells that are broken over lines and rules between rows change nothing", arguments: 0..<8)
  func broken(number: Int) {
    let tongue = LanguagesTests.Tongue.all[number]
    let (steps, alternatives) = lines(tongue)
    let heading = "# \(tongue.heading) 4: Nova\n\n"
    func form(_ delimiter: String, _ glue: (Int) -> String) -> [String] {
      func cell(_ lines: [String]) -> String {
        lines.enumerated().map { $0 == 0 ? $1 : glue($0) + $1 }.joined()
      }
      return rows(
        heading + "| \(tongue.main) | \(cell(steps)) |\n" + delimiter
          + "| \(tongue.extensions) | \(cell(alternatives)) |\n")
    }
    let plain = form("|---|---|\n") { _ in "<br>" }
    #expect(plain.count == 5, "\(tongue.name)")
    #expect(form("| - | :-: |\n") { _ in "<br>" } == plain, "\(tongue.name)")
    var random = SplitMix(seed: UInt64(number))
    for _ in 0..<20 {
      let breaks = (0..<3).map { _ in
        ["<br>", "\n", "<br>\n", "\n  "].randomElement(using: &random) ?? ""
      }
      #expect(form("|---|---|\n") { breaks[$0] } == plain, "\(tongue.name): \(breaks)")
    }
    let table = (steps + alternatives).map { line in
      let id = line.prefix { $0 != "." }
      return "| \(id) | \(line.dropFirst(id.count + 2)) |\n"
    }
    let head = heading + "| # | \(tongue.main) |\n|---|---|\n"
    let whole = rows(head + table.joined())
    for place in 1..<table.count {
      let ruled = table[..<place].joined() + "|---|---|\n" + table[place...].joined()
      #expect(rows(head + ruled) == whole, "\(tongue.name): \(place)")
    }
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

  @Test(
    "Steps are repeated until something holds, and then it goes on",
    arguments: [
      "Repeat steps 1-2 until all is there.", "Loop 1-2 until all is there.",
      "Wiederholen: zurück zu Schritt 1, bis alles da ist.",
      "Répéter : retour à l'étape 1 jusqu'à la fin de la liste.",
      "Repetir: volver al paso 1 hasta que todo esté.",
      "Repetir: voltar ao passo 1 até que tudo esteja.",
      "Herhaal: ga terug naar stap 1 totdat alles er is.",
      "Korrata: tagasi sammu 1 juurde, kuni kõik on olemas.",
      "Ripetere: tornare al passo 1 finché tutto è presente.",
    ])
  func loops(sentence: String) {
    let steps = "1. User asks.\n2. System answers.\n   \(sentence)\n3. System ends the talk.\n"
    let found = rows("# UC1 T\n\n**Actor:** User\n\n## Main flow\n" + steps)
    #expect(found.count == 3 && found[1] == "2 system answers 3", "\(found)")
  }

  /// The steps of a scenario, and the lines of its alternative.
  private func lines(_ tongue: LanguagesTests.Tongue) -> (steps: [String], alternatives: [String]) {
    (
      [
        "1. \(tongue.user) \(tongue.deeds[0]).", "2. \(tongue.system) \(tongue.works[0]).",
        "3. \(tongue.system) \(tongue.works[1]).",
      ],
      ["2a. \(tongue.cases[0]).", "2a1. \(tongue.system) \(tongue.works[2]). \(tongue.ends)."]
    )
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
