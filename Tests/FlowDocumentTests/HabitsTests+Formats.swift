import Diagnostics
import FlowDocument
import FlowModel
import TestSupport
import Testing

// What other formats make of tables, lists and pages.
extension HabitsTests {
  @Test(
    "One step in a table that is drawn is a use case, if its document says who acts or what fails",
    arguments: [
      ("| Actor         | Clerk              |", "", 1),
      ("| Colour        | Red                |", "", 0),
      (
        "| Colour        | Red                |",
        "\nExtensions\n----------\n\n===== =======================\nStep  Branching action\n"
          + "===== =======================\n1a    Box is torn: Clerk says\n      so.\n"
          + "===== =======================\n", 1
      ),
    ])
  func drawn(row: String, behind: String, count: Int) {
    let rule = "+---------------+--------------------+\n"
    let steps = "| Main scenario | 1. Clerk folds it. |\n"
    let text =
      "Fold\n====\n\n\(rule)| Use case      | Fold a box         |\n\(rule)\(row)\n"
      + "\(rule)\(steps)\(rule)\(behind)"
    let flows = DocumentImport(DocumentText.file(document(text, "fold.rst"))).flows
    #expect(flows.map(\.reading.steps) == Array(repeating: 1, count: count), "\(text)")
  }

  @Test(
    "A page that has a title and a table of contents only has no use case",
    arguments: [
      "<h1>Use case 3: Log in</h1><ul><li><a href='#a'>Actors</a></li></ul>",
      "<h1>UC3</h1><ol><li>1. <a href='#a'>Main flow</a></li><li><a href='b'>UC4</a></li></ol>",
      "<h1>Rooms</h1><nav><ul><li><a href='#a'>Main flow</a></li></ul></nav>", "",
    ])
  func contents(body: String) {
    let file = document("<html><head><title>T</title></head><body>\(body)</body></html>", "t.html")
    let result = DocumentImport(DocumentText.file(file))
    #expect(result.flows.isEmpty && result.diagnostics.map(\.rule) == [.documentNoted])
    let whole = "<p>Guest asks.</p><p>System answers.</p>"
    let page = document("<body><h1>UC3 Ask</h1><h2>Main flow</h2>\(whole)</body>", "t.html")
    #expect(DocumentImport(DocumentText.file(page)).flows.first?.reading.steps == 2)
  }

  @Test("Numbers before steps make no titles of them, and tabs in steps no labels")
  func others() throws {
    let steps = "1. Guest asks\nActor: Guest\n2. Guest waits\nActor: Guest\n3. System answers\n"
    let text = "Main flow\n\(steps)"
    #expect(DocumentImport(document("# UC1 Ask\n\n\(text)")).flows.map(\.id) == ["UC1"])
    let tabs = "1.\tGuest asks\n2.\tSystem answers\n"
    let flow = try #require(DocumentImport(document("# UC1 Ask\n\nMain flow\n\(tabs)")).flows.first)
    #expect(try loaded(flow).steps.map(\.subject) == ["asks", "answers"])
  }

  @Test("Lists of AsciiDoc are nested by their marks, and numbered as their attributes say")
  func lists() {
    func markdown(_ text: String) -> [Substring] {
      let bytes = DocumentText.file(document(text, "a.adoc")).bytes
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
    #expect(markdown(". a\n* b\n** c\n. d\n") == ["1. a", "    - b", "        - c", "2. d"])
    #expect(
      markdown("* a\n. b\n. c\n* d\n. e\n") == ["- a", "    1. b", "    2. c", "- d", "    1. e"])
    #expect(
      markdown("[start=3]\n. a\n[loweralpha]\n.. b\n.. c\n. d\n") == [
        "3. a", "    a. b", "    b. c", "4. d",
      ])
    #expect(markdown(". a\n+\nb\n\n. c\n\nd\n\n. e\n") == ["1. a", "    b", "2. c", "d", "1. e"])
    #expect(markdown(". a\n+\n--\n. b\n\nc\n--\n. d\n") == ["1. a", "    1. b", "    c", "2. d"])
  }

  @Test(
    "A word for a scenario and one for the main one head it, in every language",
    arguments: [
      (["flow", "scenario", "path", "course"], ["main", "typical", "happy", "nominal"]),
      (["flux", "scénario", "enchaînement"], ["principal", "nominal", "normal"]),
      (["flujo", "escenario", "curso"], ["principal", "básico", "normal"]),
      (["fluxo", "cenário", "caminho"], ["principal", "básico", "feliz"]),
      (["flusso", "scenario", "percorso"], ["principale", "nominale", "normale"]),
      (["Ablauf", "Verlauf", "Szenario"], ["normaler", "erfolgreicher", "hauptsächlicher"]),
      (["scenario", "verloop", "stroom"], ["normaal", "normale", "succesvolle"]),
    ])
  func composedNames(scenarios: [String], mains: [String]) throws {
    for scenario in scenarios {
      for main in mains {
        for name in ["\(main) \(scenario)", "\(scenario) \(main)"] {
          for label in ["**\(name):**", "**\(name)**:", "\(name):", "## \(name)", "**\(name)**"] {
            let text = "# UC4 Nova\n\n\(label)\n\n1. User asks.\n2. System answers.\n"
            let flow = try #require(DocumentImport(document(text)).flows.first, "\(text)")
            #expect(flow.reading.steps == 2, "\(text)")
          }
        }
      }
    }
  }
}
