import FlowDocument
import FlowModel
import TestSupport
import Testing

// Tables of alternatives, whatever their columns are called.
extension HabitsTests {
  private static let names = [
    "Zorp", "Where", "What goes wrong", "What we do", "Blik", "Kramp", "Info", "More", "Wohin",
  ]

  @Test("Columns of alternatives are known by what is in them", arguments: 0..<8)
  func columns(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let steps = [
      "1. \(tongue.user) \(tongue.deeds[0]).", "2. \(tongue.system) \(tongue.works[0]).",
      "3. \(tongue.system) \(tongue.works[1]).",
    ]
    let heading =
      "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n" + steps.joined(separator: "\n")
      + "\n\n## \(tongue.extensions)\n\n"
    var random = SplitMix(seed: UInt64(number))
    for round in 0..<40 {
      let places = [2, 3].map { Bool.random(using: &random) ? "\($0)" : "\($0). " }
      let hasIDs = Bool.random(using: &random)
      let hasCount = !hasIDs && Bool.random(using: &random)
      let hasTargets = Bool.random(using: &random)
      let count = 3 + (hasIDs || hasCount ? 1 : 0) + (hasTargets ? 1 : 0)
      let head = Self.names.shuffled(using: &random).prefix(count)
      let rows = (0..<2).map { place in
        let deed = "\(tongue.system) \(tongue.works[2])."
        let target = "\(place + 1)"
        var cells = [
          places[place], tongue.cases[place], hasTargets ? deed : "\(deed) \(tongue.ends).",
        ]
        if hasIDs { cells.insert("E\(place + 1)", at: 0) }
        if hasCount { cells.insert("\(place + 1)", at: 0) }
        if hasTargets { cells.append(target) }
        return "| " + cells.joined(separator: " | ") + " |\n"
      }
      let text =
        heading + "| " + head.joined(separator: " | ") + " |\n"
        + String(repeating: "|---", count: count) + "|\n" + rows.joined()
      let flow = try loaded(try #require(DocumentImport(document(text)).flows.first))
      let lines = told(flow).split(separator: "\n").suffix(4)
      for (place, step) in [2, 3].enumerated() {
        let found = lines.dropFirst(2 * place).prefix(2)
        let target = hasTargets ? "\(place + 1)" : "end"
        #expect(
          found.first?.contains(" at \(step): \(tongue.cases[place]) -> ") ?? false
            && found.last?.contains(" system: \(tongue.works[2])") ?? false
            && flow.rows.suffix(4).contains { "\($0.next?.description ?? "")" == target },
          "\(tongue.name), \(round): \(text)\(told(flow))")
      }
    }
  }

  @Test(
    "Two columns with a number in each cell are the steps in the order of their numbers",
    arguments: 0..<8)
  func columnsReadByNumbers(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    let head =
      "# \(tongue.heading) 4: Nova\n\n## \(tongue.main)\n\n| \(tongue.sides[0]) | "
      + "\(tongue.sides[1]) |\n| --- | --- |\n"
    var random = SplitMix(seed: UInt64(number))
    for _ in 0..<30 {
      let ofUser = (1...6).map { $0 == 1 || Bool.random(using: &random) }
      func words(_ step: Int) -> String {
        ofUser[step - 1] ? tongue.deeds[step % 2] : tongue.works[step % 2]
      }
      var columns = [true, false].map { side in
        (1...6).filter { ofUser[$0 - 1] == side }.map { "\($0). \(words($0))" }
      }
      // Empty cells anywhere.
      let height = Int.random(in: 6...8, using: &random)
      for place in columns.indices {
        while columns[place].count < height {
          columns[place].insert(
            "", at: Int.random(in: 0...columns[place].count, using: &random))
        }
      }
      let rows = zip(columns[0], columns[1]).filter { !$0.isEmpty || !$1.isEmpty }
      let text = head + rows.map { "| \($0) | \($1) |\n" }.joined()
      let flow = try loaded(try #require(DocumentImport(document(text)).flows.first, "\(text)"))
      let said = told(flow)
      #expect(flow.steps.map { "\($0.id)" } == (1...6).map(String.init), "\(text)\(said)")
      for step in 1...6 {
        #expect(
          said.contains("\(step) \(ofUser[step - 1] ? "user" : "system"): "), "\(text)\(said)")
      }
    }
  }

  @Test("A second line of dashes and hard hyphens in ids make no difference", arguments: 0..<8)
  func marksThatMeanNothing(number: Int) throws {
    let tongue = LanguagesTests.Tongue.all[number]
    func text(_ dashes: String, _ hyphen: String) -> String {
      "## UC\(hyphen)4 \u{2013} Nova\n\n## \(tongue.main)\n\n| # | \(tongue.columns[1]) |\n"
        + "| --- | --- |\n\(dashes)| 1 | \(tongue.user) \(tongue.deeds[0]). |\n"
        + "| 2 | \(tongue.system) \(tongue.works[0]). |\n"
    }
    func read(_ text: String) throws -> String {
      let flow = try #require(DocumentImport(document(text)).flows.first, "\(text)")
      return "\(flow.id): " + told(try loaded(flow))
    }
    let plain = try read(text("", "-"))
    #expect(plain.hasPrefix("UC4: ") && plain.contains("2 system: "), "\(plain)")
    for (dashes, hyphen) in [
      ("| --- | --- |\n", "-"), ("", "\u{2011}"), ("|---|---|\n", "\u{2010}"),
    ] {
      #expect(try read(text(dashes, hyphen)) == plain)
    }
  }
}
