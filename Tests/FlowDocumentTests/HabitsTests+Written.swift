import Diagnostics
import FlowDocument
import FlowModel
import TestSupport
import Testing

// The same tables and alternatives, written in other ways.
extension HabitsTests {
  @Test(
    "A table is the same flow with its cells broken over lines, and drawn in a block",
    arguments: 0..<8)
  func drawnTables(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    var random = SplitMix(seed: UInt64(number))
    let rows = [
      (tongue.user, tongue.deeds[0]), (tongue.system, tongue.works[0]),
      (tongue.user, tongue.deeds[1]), (tongue.system, tongue.works[1]),
    ].enumerated().map { ["\($0 + 1)", "\($1.0) \($1.1)."] }
    let head = "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n"
    let names = ["#", tongue.columns[1]]
    func table(_ rows: [[String]]) -> String {
      ([names, ["---", "---"]] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
    let plain = told(
      try loaded(try #require(DocumentImport(document(head + table(rows))).flows.first)))
    #expect(plain.contains("4 system: "), "\(plain)")
    for _ in 0..<20 {
      let broken = rows.map { row in [row[0], Self.broken(row[1], &random)] }
      let text = head + table(broken)
      let flow = try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)"))
      #expect(told(flow) == plain, "\(text)")
    }
    let text = head + Self.drawn([names] + rows)
    let flow = try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)"))
    #expect(told(flow) == plain, "\(text)")
  }

  /// A sentence with a line break in place of one space in the middle of it.
  private static func broken(_ text: String, _ random: inout SplitMix) -> String {
    let places = text.indices.dropFirst().filter { place in
      text[place] == " " && text[text.index(before: place)].isLetter
        && text[text.index(after: place)...].prefix(2).allSatisfy(\.isLowercase)
    }
    guard let place = places.randomElement(using: &random) else { return text }
    return text.replacingCharacters(at: place, with: "\n")
  }

  private static func drawn(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    func edge(_ left: String, _ middle: String, _ right: String) -> String {
      left
        + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle)
        + right + "\n"
    }
    let lines = rows.map { row in
      "│"
        + zip(row, widths).map { cell, width in
          " " + cell + String(repeating: " ", count: width - cell.count + 1)
        }.joined(separator: "│") + "│\n"
    }
    return "```\n" + edge("┌", "┬", "┐") + lines.joined(separator: edge("├", "┼", "┤"))
      + edge("└", "┴", "┘") + "```\n"
  }

  @Test("A name in bold before what is done is that of the alternative", arguments: 0..<8)
  func boldNames(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let head =
      "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n"
      + "1. \(tongue.user) \(tongue.deeds[0]).\n2. \(tongue.system) \(tongue.works[0]).\n\n"
      + "## \(tongue.extensions)\n\n"
    let name = tongue.cases[0]
    let leads = [
      "**E1 — \(name):**", "**E1: \(name).**", "**E1 \(name).**", "**E1 \(name):**",
      "**E1. \(name)** –", "**E1 – \(name)** :",
    ]
    for lead in leads {
      let text = "\(head)- \(lead) \(tongue.system) \(tongue.works[2]).\n"
      let flow = try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)"))
      let said = told(flow)
      #expect(said.contains(": \(name) -> E1.1"), "\(text)\(said)")
      #expect(said.contains("E1.1 system: \(tongue.works[2]) -> end"), "\(text)\(said)")
    }
  }

  @Test("What stands between two steps loses none of those behind it", arguments: 0..<8)
  func betweenSteps(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let steps = [
      "\(tongue.user) \(tongue.deeds[0]).", "\(tongue.system) \(tongue.works[0]):",
      "\(tongue.user) \(tongue.deeds[1]).", "\(tongue.system) \(tongue.works[1]).",
    ]
    let examples = [
      "", "   | X | Y |\n   | --- | --- |\n   | 12 | Nova |",
      "| X | Y |\n| --- | --- |\n| 12 | Nova |",
      "   ```\n   Nova\n   ```", "```\nNova\n```", "   ![Nova](nova.png)", "   - Nova",
    ]
    for example in examples {
      let lines = steps.enumerated().map { "\($0 + 1). \($1)\n" }
      let text =
        "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n" + lines[..<2].joined() + "\n"
        + example + "\n\n" + lines[2...].joined()
      let read = DocumentImport(document(text))
      let flow = try loaded(try #require(read.flows.first, "\(text)"))
      let isTold = read.diagnostics.contains { $0.message.hasPrefix("this table has no steps") }
      #expect(isTold == example.contains("|"), "\(text)")
      #expect(flow.steps.map { "\($0.id)" } == ["1", "2", "3", "4"], "\(text)\(told(flow))")
    }
  }

  @Test(
    "What the system answers in a bullet below a step is the second part of its row",
    arguments: 0..<8)
  func answersInBullets(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let head = "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n"
    let turns = zip(tongue.deeds, tongue.works)
    let columns = turns.enumerated().map { place, turn in
      "| \(place + 1) | \(turn.0) | \(turn.1) |\n"
    }
    let bullets = turns.enumerated().map { place, turn in
      "\(place + 1). \(tongue.user) \(turn.0).\n   - \(tongue.system) \(turn.1).\n"
    }
    let names = "| # | \(tongue.sides[0]) | \(tongue.sides[1]) |\n| --- | --- | --- |\n"
    let said = try [head + names + columns.joined(), head + bullets.joined()].map { text in
      told(try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)")))
    }
    #expect(said[0].contains("3+ system: \(tongue.works[2])"), "\(said[0])")
    #expect(said[0] == said[1])
  }

  @Test(
    "In languages whose sentences are not read, the parts, the user and the system are known",
    arguments: [
      ("Przypadek użycia", "Główny przepływ", "Rozszerzenia", "Użytkownik", "System"),
      ("Případ užití", "Hlavní scénář", "Rozšíření", "Uživatel", "Systém"),
      ("Användningsfall", "Normalflöde", "Undantag", "Användaren", "Systemet"),
      ("Brugstilfælde", "Hovedforløb", "Udvidelser", "Brugeren", "Systemet"),
      ("Brukstilfelle", "Hovedflyt", "Unntak", "Brukeren", "Systemet"),
      ("Käyttötapaus", "Pääskenaario", "Laajennukset", "Käyttäjä", "Järjestelmä"),
      ("Kullanım durumu", "Ana Başarı Senaryosu", "İstisnalar", "Kullanıcı", "Sistem"),
      ("Use case", "Alur Dasar", "Skenario Alternatif", "Pengguna", "Sistem"),
      ("Прецедент", "Основной поток событий", "Исключения", "Пользователь", "Система"),
      ("Варіант використання", "Головний сценарій", "Розширення", "Користувач", "Система"),
      ("Caz de utilizare", "Scenariul principal", "Excepții", "Utilizatorul", "Sistemul"),
      ("Használati eset", "Fő forgatókönyv", "Kivételek", "A felhasználó", "A rendszer"),
      ("Use case", "Luồng chính", "Ngoại lệ", "Người dùng", "Hệ thống"),
    ])
  func otherLanguages(
    heading: String, main: String, extensions: String, user: String, system: String
  ) throws {
    let text =
      "# \(heading) 4: Nova\n\n## \(main)\n\n1. \(user) nova nova.\n2. \(system) nova nova.\n\n"
      + "## \(extensions)\n\n2a. Nova nova.\n  1. \(system) nova nova.\n"
    let flow = try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)"))
    let said = told(flow)
    #expect(flow.id == "UC4", "\(text)")
    #expect(said.contains("1 user: nova nova"), "\(said)")
    #expect(said.contains("2 system: nova nova"), "\(said)")
    #expect(said.contains("2a at 2: Nova nova"), "\(said)")
    #expect(said.contains("2a.1 system: nova nova"), "\(said)")
  }

  @Test(
    "What is asked for again, and the place that somebody goes back to, say the step",
    arguments: [
      ["asks for the PIN again", "returns to the room selection"],
      ["bittet erneut um die PIN", "kehrt zur Auswahl der Zimmer zurück"],
      ["demande de nouveau le code", "revient au choix de la chambre"],
      ["solicita la clave nuevamente", "vuelve a la habitación elegida"],
      ["solicita a senha novamente", "retorna ao quarto"],
      ["vraagt opnieuw om de pincode", "keert terug naar de kamer"],
      ["palub koodi uuesti", "naaseb tellimuse juurde", "3"],
      ["chiede nuovamente il codice", "ritorna alla camera"],
    ].enumerated().map { ($0, $1) })
  func backInWords(number: Int, sentences: [String]) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let steps = [
      (tongue.user, tongue.deeds[2]), (tongue.user, tongue.deeds[0]),
      (tongue.user, tongue.deeds[1]), (tongue.system, tongue.works[0]),
    ].enumerated().map { "\($0 + 1). \($1.0) \($1.1).\n" }
    for (sentence, target) in zip(sentences, ["2", sentences.count == 3 ? sentences[2] : "1"]) {
      let text =
        "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n" + steps.joined()
        + "\n## \(tongue.extensions)\n\n4a. \(tongue.cases[0]):\n"
        + "  1. \(tongue.system) \(tongue.works[2]).\n  2. \(tongue.system) \(sentence).\n"
      let read = DocumentImport(document(text))
      let said = told(try loaded(try #require(read.flows.first, "\(text)")))
      #expect(said.contains("\(sentence) -> \(target)"), "\(text)\(said)")
      #expect(
        read.diagnostics.contains { $0.message.hasSuffix("a number; `\(target)` was written") },
        "\(text)")
    }
  }

  @Test("Cells with dashes in place of nothing are empty", arguments: 0..<8)
  func dashedCells(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let head = "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n"
    let names = "| \(tongue.sides[0]) | \(tongue.sides[1]) |\n| :--- | :--- |\n"
    func text(_ nothing: String) -> String {
      let rows = zip(tongue.deeds, tongue.works).enumerated().map { place, turn in
        "| \(2 * place + 1). \(turn.0) | \(nothing) |\n"
          + "| \(nothing) | \(2 * place + 2). \(turn.1) |\n"
      }
      return head + names + rows.joined()
    }
    let plain = told(try loaded(try #require(DocumentImport(document(text(""))).flows.first)))
    #expect(plain.contains("6 system: \(tongue.works[2])"), "\(plain)")
    for nothing in ["---", "----", ":---:"] {
      let read = DocumentImport(document(text(nothing)))
      let flow = try loaded(try #require(read.flows.first, "\(text(nothing))"))
      #expect(told(flow) == plain, "\(text(nothing))")
    }
  }

  @Test("The name of a part is the same with a hyphen in it", arguments: 0..<8)
  func hyphenatedNames(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    func text(_ name: (String) -> String) -> String {
      "\(tongue.heading) 4: Nova\n\n\(name(tongue.main)):\n"
        + "  1. \(tongue.user) \(tongue.deeds[0]).\n  2. \(tongue.system) \(tongue.works[0]).\n\n"
        + "\(name(tongue.extensions)):\n  2a. \(tongue.cases[0]):\n"
        + "    2a1. \(tongue.system) \(tongue.works[1]).\n"
    }
    let said = try [text { $0 }, text { $0.replacing(" ", with: "-") }].map { text in
      told(
        try loaded(
          try #require(DocumentImport(document(text), id: "UC4").flows.first, "\(text)")))
    }
    #expect(said[0].contains("2a.1 system: \(tongue.works[1])"), "\(said[0])")
    #expect(said[0] == said[1])
  }

  @Test(
    "The lines of a list go on below an article, though a name with a capital begins there",
    arguments: ["the", "die", "la", "la", "uma", "het", "ning", "il"].enumerated().map { ($0, $1) })
  func wrappedNames(number: Int, article: String) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    var random = SplitMix(seed: UInt64(number))
    for _ in 0..<20 {
      let (deed, work) = (tongue.deeds[1], tongue.works.randomElement(using: &random) ?? "")
      let text = { (gap: String) in
        "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n"
          + "1. \(tongue.user) \(deed) \(article)\(gap)Nova Bank.\n"
          + "2. \(tongue.system) \(work) \(article)\(gap)Alfa.\n3. \(tongue.system) \(work).\n"
      }
      let indent = String(repeating: " ", count: Int.random(in: 2...5, using: &random))
      let plain = try loaded(try #require(DocumentImport(document(text(" "))).flows.first))
      let wrapped = try loaded(
        try #require(DocumentImport(document(text("\n\(indent)"))).flows.first))
      #expect(told(plain).contains("\(article) Nova Bank") && plain.steps.count == 3)
      #expect(told(wrapped) == told(plain), "\(text("\n\(indent)"))")
    }
  }

  @Test("Headings are the same as labels, in brackets and without a space", arguments: 0..<8)
  func oddHeadings(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let steps = zip(tongue.deeds, tongue.works).flatMap { deed, work in
      ["\(tongue.user) \(deed)", "\(tongue.system) \(work)"]
    }.enumerated().map { "\($0 + 1). \($1).\n" }.joined()
    let lines = "1. \(tongue.system) \(tongue.works[2]).\n2. \(tongue.ends).\n"
    func text(_ main: String, _ extensions: String) -> String {
      "# \(tongue.heading) 4: Nova\n\n\(main)\n\n\(steps)\n\(extensions)\n\n"
        + "### A1: \(tongue.cases[0])\n\n\(lines)\n### A2: \(tongue.cases[1])\n\n\(lines)"
    }
    let ways = [("## ", ""), ("**", ":**"), ("**", "**"), ("**[", "]**"), ("##", "")]
    let plain = told(
      try loaded(
        try #require(
          DocumentImport(document(text("## \(tongue.main)", "## \(tongue.extensions)"))).flows
            .first)))
    #expect(plain.contains("A2.2 "), "\(plain)")
    for main in ways {
      for own in ways {
        let text = text(
          "\(main.0)\(tongue.main)\(main.1)", "\(own.0)\(tongue.extensions)\(own.1)")
        let flow = try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)"))
        #expect(told(flow) == plain, "\(text)\(told(flow))")
      }
    }
  }
}

extension String {
  fileprivate func replacingCharacters(at place: String.Index, with text: String) -> String {
    String(self[..<place]) + text + String(self[index(after: place)...])
  }
}
