import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Steps that are headings, above what the user and the system do in them.
@Suite struct StepPartsTests {
  private static let words = [
    ("Step", "Actor", "System"), ("Schritt", "Akteur", "System"), ("Étape", "Acteur", "Système"),
    ("Paso", "Actor", "Sistema"), ("Passo", "Ator", "Sistema"), ("Stap", "Actor", "Systeem"),
    ("Samm", "Tegija", "Süsteem"), ("Passo", "Attore", "Sistema"),
  ]

  @Test("Each part of a heading is a step, in its order", arguments: ["**%:** ", "**%**: "])
  func parts(form: String) throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      let (step, actor, system) = Self.words[number]
      func label(_ name: String) -> String { form.replacing("%", with: name) }
      for seed in 0..<8 {
        var random = SplitMix(seed: UInt64(seed * 8 + number))
        var (text, expected) = ("", [String]())
        for place in 1...3 {
          text += "### \(step) \(place): Nova\n\n"
          let sides = [[true, false], [false, true], [true], [false]][random.next(4)]
          for (part, isUser) in sides.enumerated() {
            let id = part == 0 ? "\(place)" : "\(place).\(part)"
            expected.append("\(id) \(isUser ? "user" : "system")")
            if isUser {
              text += "\(label(actor))\(tongue.user) \(tongue.deeds[random.next(2)])\n\n"
            } else if random.next(2) == 0 {
              text += "\(label(system))\(tongue.system) \(tongue.works[random.next(3)])\n\n"
            } else {
              let deeds = tongue.works.prefix(2).map {
                "- \($0.prefix(1).uppercased())\($0.dropFirst())"
              }
              text += "\(label(system))\n\n\(deeds.joined(separator: "\n"))\n\n"
            }
          }
        }
        let whole = "# \(tongue.heading) 4: Test\n\n## \(tongue.main)\n\n\(text)"
        let flow = try #require(DocumentImport(document(whole)).flows.first?.loaded, "\(whole)")
        let found = flow.steps.map { "\($0.id) \($0.activity == .user ? "user" : "system")" }
        #expect(found == expected, "\(whole)")
      }
    }
  }

  @Test(
    "A quotation below an alternative says where it begins, and one above the steps is a header")
  func quotations() throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      let plan = Plan(seed: 3).withoutExtensions
      let title = plan.list(in: tongue).prefix { $0 != "\n" }
      let rest = plan.list(in: tongue).dropFirst(title.count)
      let text =
        "\(title)\n\n> **Status:** Draft\n> **Version:** 2\n\(rest)\n## \(tongue.extensions)\n\n"
        + "**A1. \(tongue.cases[0])**\n\n> \(tongue.cases[1]) (\(Self.words[number].0) 2)\n\n"
        + "A1.1. \(tongue.system) \(tongue.works[0]).\nA1.2. \(tongue.ends).\n"
      let flow = try #require(DocumentImport(document(text)).flows.first?.loaded, "\(text)")
      #expect(flow.documentation == ["Status: Draft", "Version: 2"], "\(text)")
      #expect(flow.row("A1")?.step.id == "2", "\(text)")
      #expect(flow.row("A1.2")?.next?.kind == .end, "\(text)")
    }
  }
}
