internal import Diagnostics

/// A feature file as its lines say it.
struct GherkinFeature {
  /// A line of a scenario.
  struct Item: Hashable {
    enum Kind {
      case given, when, then
    }

    var kind: Kind
    var text: String
    /// The table or the text below the line.
    var detail: String?
    var span: Span

    /// Whether two lines say the same.
    func says(_ other: Item) -> Bool {
      kind == other.kind && detail == other.detail
        && PlainWords.folded(text) == PlainWords.folded(other.text)
    }
  }

  struct Scenario {
    var name: String
    var span: Span
    /// The number of its rule. 0 without one.
    var rule: Int
    var items: [Item] = []
    var isOutline = false
    /// The tables of its examples.
    var examples: [[(cells: [String], span: Span)]] = []
  }

  var title = ""
  var span = Span.top
  var end = 0
  /// The tags before the feature, without the `@`.
  var tags: [String] = []
  /// The text below its title.
  var about: [(text: String, span: Span)] = []
  var rules: [(title: String, span: Span)] = []
  var scenarios: [Scenario] = []
  /// Whether flowrun wrote it: then it is a test of a flow.
  var isTest = false

  private var words: GherkinWords?
  private var backgrounds: [Int: [Item]] = [:]
  /// What the lines that follow belong to.
  private var open = Open.none
  private var kind = Item.Kind.given
  private var rows: [(cells: [String], span: Span)] = []
  /// The lines of a text between quotes, with its mark.
  private var quoted: (mark: String, lines: [String])?

  private enum Open {
    case none, feature, background, scenario, examples
  }

  /// What the first line of the features of `flowrun tests` begins with.
  static let testMark = "# Made by `flowrun tests"

  init(_ file: SourceFile, _ reporter: inout Reporter) {
    words = GherkinWords("en")
    for line in GherkinFeature.lines(of: file) {
      guard words != nil else { return }
      read(line.text, line.span, &reporter)
      if !line.text.isEmpty { end = Int(line.span.end) }
    }
    closeRows(&reporter)
    let found = scenarios
    scenarios = []
    for scenario in found {
      var scenario = scenario
      guard !scenario.items.isEmpty else {
        reporter.lose(
          scenario.span, "`\(scenario.name)` has no step; it is left out",
          help: "write a line that begins with `Given`, `When` or `Then`", whole: .alternative)
        continue
      }
      let shared =
        (backgrounds[0] ?? []) + (scenario.rule > 0 ? backgrounds[scenario.rule] ?? [] : [])
      scenario.items = shared + scenario.items
      scenarios += scenario.expanded(&reporter)
    }
  }

  /// The lines without the spaces around them, and their places.
  private static func lines(of file: SourceFile) -> [(text: String, span: Span)] {
    let body =
      file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? file.bytes.dropFirst(3) : file.bytes[...]
    let scalars = Array(String(decoding: body, as: UTF8.self).unicodeScalars)
    var lines: [(text: String, span: Span)] = []
    var start = 0
    for place in 0...scalars.count
    where place == scalars.count || scalars[place] == "\n" || scalars[place] == "\r" {
      var (first, last) = (start, place)
      while first < last, scalars[first].properties.isWhitespace { first += 1 }
      while first < last, scalars[last - 1].properties.isWhitespace { last -= 1 }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[first..<last])
      lines.append((String(text), Span(start: UInt32(first), end: UInt32(last))))
      start = place + 1
    }
    return lines
  }

  // MARK: Lines

  private mutating func read(_ line: String, _ span: Span, _ reporter: inout Reporter) {
    if let (mark, lines) = quoted {
      guard line.hasPrefix(mark) else {
        quoted = (mark, lines + [line])
        return
      }
      quoted = nil
      addDetail(lines.filter { !$0.isEmpty }.joined(separator: " "))
      return
    }
    for mark in ["\"\"\"", "```"] where line.hasPrefix(mark) {
      quoted = (mark, [])
      return
    }
    if line.hasPrefix("|") {
      rows.append((GherkinFeature.cells(line), span))
      return
    }
    closeRows(&reporter)
    guard !line.isEmpty else { return }
    if line.hasPrefix("#") {
      readComment(line, span, &reporter)
    } else if line.hasPrefix("@") {
      let found = line.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }
      if open == .none { tags += found.map { String($0.dropFirst()) } }
    } else if let (part, title) = words?.part(of: line) {
      begin(part, title, span, &reporter)
    } else if let found = words?.step(of: line), open == .background || open == .scenario {
      addStep(found, span)
    } else {
      readText(line, span, &reporter)
    }
  }

  private mutating func readComment(_ line: String, _ span: Span, _ reporter: inout Reporter) {
    if line.hasPrefix(GherkinFeature.testMark) { isTest = true }
    let parts = line.dropFirst().split(separator: ":", maxSplits: 1).map {
      CellText.collapsed(String($0))
    }
    guard open == .none, parts.count == 2, parts[0] == "language" else { return }
    let name = parts[1]
    words = GherkinWords(name) ?? GherkinWords(String(name.prefix { $0 != "-" }))
    guard words == nil else { return }
    reporter.lose(
      span, "the keywords of the language `\(name)` are not known",
      help: "these are: " + GherkinWords.languages.joined(separator: ", "))
  }

  /// Reads a line that begins with no keyword: a description, or a mistake.
  private mutating func readText(_ line: String, _ span: Span, _ reporter: inout Reporter) {
    switch open {
    case .feature: about.append((line, span))
    case .background where backgrounds[rules.count]?.isEmpty ?? true: break
    case .scenario where scenarios.last?.items.isEmpty ?? true: break
    case .examples: break
    case .none:
      reporter.misplace(span, "this stands before the feature, and is left out")
    case .background, .scenario:
      reporter.lose(
        span, "this line begins with none of the words of a step; it is left out",
        help: "begin it with `Given`, `When`, `Then`, `And` or `But`, in the file's language",
        whole: .step)
    }
  }

  private mutating func begin(
    _ part: GherkinWords.Part, _ title: String, _ span: Span, _ reporter: inout Reporter
  ) {
    kind = .given
    switch part {
    case .feature:
      guard self.title.isEmpty else {
        reporter.lose(span, "a file has one feature; this one is read as a part of the first")
        return
      }
      (self.title, self.span, open) = (title.isEmpty ? "Feature" : title, span, .feature)
    case .background:
      backgrounds[rules.count] = []
      open = .background
    case .rule:
      rules.append((title, span))
      // Its description is of no use to a run.
      open = .examples
    case .scenario, .outline:
      let name = title.isEmpty ? "Scenario \(scenarios.count + 1)" : title
      scenarios.append(
        Scenario(name: name, span: span, rule: rules.count, isOutline: part == .outline))
      open = .scenario
    case .examples:
      if scenarios.isEmpty || open == .background {
        reporter.lose(span, "these examples belong to no scenario")
      }
      open = .examples
    }
  }

  private mutating func addStep(
    _ found: (step: GherkinWords.Step, word: String, text: String), _ span: Span
  ) {
    switch found.step {
    case .given: kind = .given
    case .when: kind = .when
    case .then: kind = .then
    case .more: break
    }
    let place = Span(
      start: span.start + UInt32(found.word.unicodeScalars.count), end: span.end)
    let item = Item(kind: kind, text: found.text, span: place)
    if open == .background {
      backgrounds[rules.count, default: []].append(item)
    } else {
      scenarios[scenarios.count - 1].items.append(item)
    }
  }

  // MARK: Tables

  static func cells(_ line: String) -> [String] {
    var (cells, isEscaped) = ([""], false)
    for character in line.dropFirst() {
      if isEscaped {
        cells[cells.count - 1].append(character == "n" ? " " : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "|" {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    if CellText.collapsed(cells[cells.count - 1]).isEmpty { cells.removeLast() }
    return cells.map(CellText.collapsed)
  }

  private mutating func closeRows(_ reporter: inout Reporter) {
    guard !rows.isEmpty else { return }
    defer { rows = [] }
    switch open {
    case .examples where !scenarios.isEmpty:
      scenarios[scenarios.count - 1].examples.append(rows)
    case .background, .scenario:
      addDetail(rows.map { $0.cells.joined(separator: ": ") }.joined(separator: "; "))
    case .none, .feature, .examples:
      reporter.misplace(rows[0].span, "this table belongs to no step, and is left out")
    }
  }

  private mutating func addDetail(_ text: String) {
    if open == .background, let last = backgrounds[rules.count]?.indices.last {
      backgrounds[rules.count]?[last].detail = text
    } else if open == .scenario, let last = scenarios.last?.items.indices.last {
      scenarios[scenarios.count - 1].items[last].detail = text
    }
  }
}

extension GherkinFeature.Scenario {
  /// The most rows of examples that become paths of their own.
  private static let limit = 26

  /// The scenario for each of its examples.
  fileprivate func expanded(_ reporter: inout Reporter) -> [GherkinFeature.Scenario] {
    let count = examples.reduce(0) { $0 + max(0, $1.count - 1) }
    guard count > 0 else {
      if isOutline { reporter.misplace(span, "the outline `\(name)` has no examples") }
      return [self]
    }
    guard count <= GherkinFeature.Scenario.limit else {
      reporter.note(
        span, "`\(name)` has \(count) examples; it is one path, with the names of their columns")
      return [self]
    }
    return examples.flatMap { table in
      table.dropFirst().map { row in
        var scenario = self
        scenario.name = "\(name) (\(row.cells.joined(separator: ", ")))"
        for place in items.indices {
          for (column, value) in zip(table[0].cells, row.cells) {
            scenario.items[place].text.replace("<\(column)>", with: value)
            scenario.items[place].detail?.replace("<\(column)>", with: value)
          }
        }
        return scenario
      }
    }
  }
}
