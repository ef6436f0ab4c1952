internal import Diagnostics
internal import FlowModel

/// The steps and sections of a flow as places to which a row may have been meant to lead.
struct TargetPlaces {
  private struct Place {
    let id: String
    /// The id of the section that begins with the step.
    let section: String?
    let isLedTo: Bool
    let words: Set<String>
  }

  private let places: [Place]
  private let sections: [String]

  /// The steps of another flow, of which only their words say something: what leads to them is not
  /// known before all flows are linked.
  init(of flow: FlowTables) {
    places = Flow(tables: flow).steps.map { step in
      Place(
        id: step.id, section: nil, isLedTo: true,
        words: TargetPlaces.words(of: flow.string(flow.all.steps[step.index].subject)))
    }
    sections = []
  }

  init(_ reader: borrowing FlowReader) {
    let isLedTo = reader.isLedTo
    let isTable = reader.tables.header.form == .table
    var places: [Place] = []
    for (index, step) in reader.tables.steps.enumerated() {
      let section = reader.tables.sections[Int(step.section)]
      var text = reader.reader.string(step.subject)
      let isFirst = section.steps.range.lowerBound == index
      if isFirst { text += " " + reader.reader.string(section.title) }
      places.append(
        Place(
          id: reader.reader.string(step.id),
          section: isFirst && isTable ? reader.reader.string(section.id) : nil,
          isLedTo: isLedTo[index],
          words: TargetPlaces.words(of: text)))
    }
    self.places = places
    sections = reader.tables.sections.map { reader.reader.string($0.id) }
  }

  /// "did you mean `1.6`, to which nothing leads, or `1.4`?": a step that nothing leads to, and the
  /// step that has the most words of the row. Nil if there is neither.
  func question(
    for name: String, of text: String, _ suggestions: inout Suggestions
  ) -> String? {
    suggestions.spend(places.count)
    let words = TargetPlaces.words(of: text)
    let scores = places.map { $0.words.intersection(words).count }
    func best(where isGood: (Int) -> Bool) -> Int? {
      places.indices.filter(isGood).max { first, second in
        // Of equally good ones the nearer, and of those the earlier.
        let far = [first, second].map { TargetPlaces.distance(places[$0].id, name) }
        return (scores[first], far[1], second) < (scores[second], far[0], first)
      }
    }
    let unled = best { !places[$0].isLedTo && !places[$0].id.isEmpty }
    let alike = best { scores[$0] > 0 && !places[$0].id.isEmpty }
    func shown(_ place: Int) -> String {
      let section = name.contains(".") ? nil : places[place].section
      return "`\(section ?? places[place].id)`"
    }
    switch (unled, alike) {
    case (nil, nil): return nil
    case (nil, let alike?): return "did you mean \(shown(alike))?"
    case (let unled?, let alike?) where scores[alike] > scores[unled]:
      return "did you mean \(shown(unled)), to which nothing leads, or \(shown(alike))?"
    case (let unled?, _): return "did you mean \(shown(unled)), to which nothing leads?"
    }
  }

  /// The ids of all steps and sections, those with the nearest numbers first: of equally similar
  /// ids, the first is suggested.
  func ids(near name: String) -> [String] {
    let all = places.map(\.id) + sections
    let distances: [Int] = all.map { TargetPlaces.distance($0, name) }
    return all.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { all[$0] }
  }

  /// How far the numbers of two ids are apart. A number of another section counts a thousand.
  private static func distance(_ id: String, _ other: String) -> Int {
    let numbers = [id, other].map { $0.split(separator: ".").map { Int($0) ?? 0 } }
    guard numbers[0].count == numbers[1].count else { return .max }
    return zip(numbers[0], numbers[1]).enumerated().reduce(0) { sum, pair in
      let isLast = pair.offset == numbers[0].count - 1
      let apart = pair.element.0.subtractingReportingOverflow(pair.element.1).partialValue.magnitude
      return sum + (isLast ? Int(min(apart, 999)) : apart == 0 ? 0 : 1_000)
    }
  }

  /// The words of a text that say something, in lower case and without the `s` of a plural.
  private static func words(of text: String) -> Set<String> {
    Set(
      text.lowercased().split { !($0.isLetter || $0.isNumber) }.compactMap { word in
        let stem = word.count > 3 && word.last == "s" ? word.dropLast() : word
        return stem.count < 3 || usual.contains(String(stem)) ? nil : String(stem)
      })
  }

  /// Words that most rows have.
  private static let usual: Set<String> = [
    "the", "and", "for", "not", "with", "that", "this", "has", "have", "are", "user", "select",
    "choose", "enter", "system", "show", "screen", "case", "result", "back", "press", "tap",
    "click", "open", "its", "from", "into",
  ]
}

extension FlowTables {
  /// What a row says: its own words, or those of its step.
  func text(of row: RowRecord) -> String {
    if row.label.isPresent { return string(row.label) }
    let step = Int(row.step)
    return all.steps.indices.contains(step) ? string(all.steps[step].subject) : ""
  }
}
