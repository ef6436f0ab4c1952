internal import Diagnostics
internal import FlowModel

// Lines whose numbers are written in other ways.
extension ScenarioBuilder {
  mutating func addLine(_ id: String, _ text: String, _ span: Span) {
    let lines = extensions[extensions.count - 1].lines
    areLinesCounted = !lines.isEmpty && (areLinesCounted || lines.map(\.id) == ["1"])
    var id =
      id == "1" && (isCounted || areLinesCounted) && !lines.isEmpty ? "\(lines.count + 1)" : id
    if !lineIDs.insert(id) { id = lineIDs.repeated(id) }
    // `E.1 The system ...`, as the first line
    let lead = "E.\(lines.count + 1) "
    let text = text.hasPrefix(lead) ? String(text.dropFirst(lead.count)) : text
    extensions[extensions.count - 1].lines.append(withOwnLine(step(id, text, span), text))
  }

  /// `1.1 The guest asks`, the first step or the next one, as `1.1. The guest asks`; nothing of
  /// `1.0 Ask`, the name of the scenario.
  func withDottedNumber(_ text: String) -> String {
    guard let found = ScenarioBuilder.dotted(text), found.line == nil,
      found.rest.first?.isUppercase == true, text.prefix(while: { $0 != " " }).last != ":",
      case let second = found.id.dropFirst(found.step.count + 1)
    else { return text }
    if steps.isEmpty, second == "0" { return "" }
    guard let last = steps.last?.id else {
      return second == "1" ? "\(found.id). \(found.rest)" : text
    }
    let parts = last.split(separator: ".")
    guard parts.count == 2, parts[0] == found.step, let count = Int(counted: parts[1]),
      second == "\(count + 1)"
    else { return text }
    return "\(found.id). \(found.rest)"
  }

  /// The words of `a. The guest has no card`, the first alternative below the heading of all or the
  /// next one. Nil for another line.
  mutating func letteredAlternative(_ text: String, _ line: DocumentLine) -> String? {
    guard let (letter, rest) = ScenarioBuilder.lettered(text) ?? ScenarioBuilder.bareLetter(text),
      let place = ScenarioBuilder.alphabet.firstIndex(of: letter)
    else { return nil }
    // `b The list is empty` may be the first, and `d` the next: nothing else begins so.
    let isBare = text.dropFirst().first == " " && !["a", "e", "i", "o", "u", "y"].contains(letter)
    if isFresh || extensions.isEmpty {
      letters = place == 0 || isBare ? (line.indent, place) : nil
    } else if let open = letters, open.indent == line.indent,
      open.count == place || isBare && open.count < place
    {
      letters = (open.indent, place)
    } else {
      return nil
    }
    return letters == nil ? nil : rest
  }

  /// `(1) asks (2) waits` as `1. asks 2. waits`. Other texts stay.
  static func withPlainBrackets(_ text: String) -> String {
    guard text.hasPrefix("(1) "), text.contains(" (2) "), text.utf8.count < 8_000 else {
      return text
    }
    var result = "1. \(text.dropFirst(4))"
    var number = 2
    while let found = result.firstRange(of: " (\(number)) ") {
      result.replaceSubrange(found, with: " \(number). ")
      number += 1
    }
    return result
  }

  /// `Paso 4 alternativo: x` and `Paso alternativo 4: x` as `Paso 4: x`.
  static func withPlainStep(_ text: String) -> String {
    guard let colon = text.prefix(30).firstIndex(of: ":"),
      text[..<colon].contains(where: \.isNumber)
    else { return text }
    let head = text[..<colon]
    let number = head.filter(\.isNumber)
    let words = head.split { !$0.isLetter }.map { PlainWords.folded(String($0)) }
    guard words.count == 2, TurnWords.steps.contains(words[0]), number.count < 4,
      ScenarioWords.alternates.contains(words[1])
    else { return text }
    return "\(head.prefix(while: \.isLetter)) \(number)\(text[colon...])"
  }

  /// Whether a line is `Step 2: The card is unknown`.
  static func beginsWithStep(_ text: String) -> Bool {
    let word = text.prefix(while: \.isLetter)
    let rest = text.dropFirst(word.count).drop { $0 == " " }
    return TurnWords.steps.contains(PlainWords.folded(String(word)))
      && rest.drop(while: \.isNumber).first == ":" && rest.first?.isNumber ?? false
  }

  /// Splits `b The guest is late`, where nothing is behind the letter.
  static func bareLetter(_ text: String) -> (id: String, rest: String)? {
    guard let letter = text.first, letter.isASCII, letter.isLowercase,
      text.dropFirst().first == " ", text.dropFirst(2).first?.isUppercase == true
    else { return nil }
    return (String(letter), CellText.collapsed(String(text.dropFirst(2))))
  }

  /// Whether a line without a number is one of the open alternative: a bullet beside the others, or
  /// a paragraph below an alternative with a letter, and more to the right.
  func isBesideLines(_ line: DocumentLine, _ isBullet: Bool) -> Bool {
    isBullet && line.indent <= (bulletLineIndent ?? -1)
      || letters?.indent == openIndent && line.indent > openIndent && lineIndent == nil
  }

  /// `5A1. The guest waits`, the first line of alternative 5a, as `5a1. The guest waits`.
  private static func withSmallLetter(_ text: String) -> String {
    let step = text.prefix(3).prefix { $0.isASCII && $0.isNumber }
    guard !step.isEmpty, let letter = text[step.endIndex...].first, letter.isASCII,
      letter.isUppercase, letter != "E", case let tail = text[step.endIndex...].dropFirst(),
      case let line = tail.prefix(3).prefix(while: { $0.isASCII && $0.isNumber }), !line.isEmpty,
      let mark = tail[line.endIndex...].first, ".):".contains(mark)
    else { return text }
    return "\(step)\(letter.lowercased())\(tail)"
  }

  /// A line of an alternative with its id first: also `1. 2a. x`, an item of a list of them, and
  /// `3. b) x`.
  static func withPlainID(_ text: String) -> String {
    var text = withSmallLetter(withPlainNumber(text))
    // `4, a: The list is empty`, `4,a1: ...`
    let number = text.prefix(3).prefix(while: \.isNumber)
    if !number.isEmpty, text[number.endIndex...].first == ",",
      case let rest = text[number.endIndex...].drop(while: { ", ".contains($0) }),
      let letter = rest.first, letter.isASCII, letter.isLowercase,
      let mark = rest.dropFirst().drop(while: \.isNumber).first, ":.)".contains(mark)
    {
      text = "\(number)\(rest)"
    }
    guard let (id, rest) = numbered(text), case let word = rest.prefix(while: { $0 != " " }),
      let mark = word.last, ".):".contains(mark), word.utf8.count < 10
    else { return text }
    if let found = ExtensionID(rest), found.steps != nil, found.line == nil { return rest }
    guard mark == ")" || mark == ".", word.count == 2, let letter = word.first, letter.isASCII,
      letter.isLowercase
    else { return text }
    return "\(id)\(letter). \(CellText.collapsed(String(rest.dropFirst(2))))"
  }

  /// `#3. No card`, which is about step 3, as `Step 3. No card`. Nil for another text.
  static func withoutHash(_ text: String) -> String? {
    guard text.hasPrefix("#"), case let number = text.dropFirst().prefix(while: \.isNumber),
      (1...2).contains(number.count), case let rest = text[number.endIndex...],
      let mark = rest.first, ".:)".contains(mark), rest.dropFirst().first == " "
    else { return nil }
    return "Step \(number).\(rest.dropFirst())"
  }

  static func isLineID(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && DocumentID(String(parts[0])).shape != .other
      && parts[1].count == 1 && parts[1].allSatisfy { $0.isASCII && $0.isLowercase }
  }

  /// The number of a step, counted on if an earlier one has the number of the step above it.
  mutating func shifted(_ written: String, _ span: Span) -> String {
    guard let number = Int(written), (1...999).contains(number) else { return written }
    if number == shift.last, steps.last?.id == "\(number + shift.count)" {
      shift.count += 1
      reporter.assume(
        span, "two steps have the number `\(number)`; this one and those below it count on")
    } else if number != shift.last + 1 {
      shift.count = 0
    }
    shift.last = number
    return "\(number + shift.count)"
  }
}
