internal import Diagnostics

/// Joins lines that a text editor wrapped: a line that goes on in small letters belongs to the one
/// above it.
enum WrappedLines {
  static func joined(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result: [DocumentLine] = []
    result.reserveCapacity(lines.count)
    let matter = frontMatter(lines)
    let isTitled = matter.map { hasTitle(lines[$0...]) } ?? false
    for (index, written) in lines.enumerated() {
      if isTitled, index < matter ?? 0, written.fragment.text.hasPrefix("title:") { continue }
      let line = withoutBreak(written)
      // `Main flow` above `=====`.
      if index != matter, let level = underline(line), let last = result.last,
        case .text = last.kind,
        isTitle(last), index > 0
      {
        let marks = String(repeating: "#", count: level)
        result[result.count - 1].fragment.text = "\(marks) \(last.fragment.text)"
        continue
      }
      guard case .text = line.kind, let last = result.last, case .text = last.kind,
        !(lines[index - 1].fragment.text.hasSuffix("\\")), goesOn(line, after: last)
      else {
        result.append(line)
        continue
      }
      if isHyphenated(last, line) {
        result[result.count - 1].fragment.text.removeLast()
        result[result.count - 1].fragment.text += line.fragment.text
      } else {
        result[result.count - 1].fragment.text += " \(line.fragment.text)"
      }
      result[result.count - 1].fragment.span = Span(
        start: last.fragment.span.start, end: line.fragment.span.end)
    }
    return result
  }

  /// Whether a word is cut at the end of a line: `toege-` above `voegd`, and not `Ein-` above `und
  /// Ausgang`.
  private static func isHyphenated(_ above: DocumentLine, _ line: DocumentLine) -> Bool {
    let text = above.fragment.text
    guard text.hasSuffix("-"), text.dropLast().last?.isLetter == true,
      line.fragment.text.first?.isLowercase == true
    else { return false }
    let word = PlainWords.folded(String(line.fragment.text.prefix { $0 != " " }))
    return !["und", "oder", "bzw", "and", "or", "en", "of", "ja", "voi", "et", "ou", "e", "y"]
      .contains(word)
  }

  /// The last line of fields between `---` at the beginning of a document. Nil if it has none.
  private static func frontMatter(_ lines: [DocumentLine]) -> Int? {
    guard lines.first?.fragment.text == "---" else { return nil }
    return lines.indices.dropFirst().prefix(60).first { lines[$0].fragment.text == "---" }
  }

  /// Whether a document says its title otherwise than in those fields.
  private static func hasTitle(_ lines: ArraySlice<DocumentLine>) -> Bool {
    lines.contains { line in
      let text = line.fragment.text
      if text.hasPrefix("# ") { return true }
      guard let colon = text.prefix(60).firstIndex(of: ":"),
        case .title? = HeaderLabel(String(text[..<colon]))
      else { return false }
      return true
    }
  }

  /// Whether a line goes on in the middle of a sentence that an editor wrapped in a list, though it
  /// begins with a capital, with code or in bold.
  private static func isCutBefore(_ line: DocumentLine, _ above: DocumentLine) -> Bool {
    let (text, before) = (line.fragment.text, above.fragment.text)
    guard let first = text.first,
      first.isUppercase || "`\"„“«".contains(first) || text.hasPrefix("**"),
      !text.prefix(40).contains(":"), before.last.map({ $0.isLetter || $0 == "," }) ?? false
    else { return false }
    // ``1. The system shows`` above ``   `running` games.``
    let isOfItem =
      line.indent > above.indent
      && before.first.map { $0.isNumber || DocumentReader.isBullet(before) } ?? false
    if isOfItem, first == "`" || text.hasPrefix("**") && !text.prefix(60).contains(":") {
      return true
    }
    // German nouns have capitals, and a sentence may begin here.
    let word = PlainWords.folded(String(text.prefix { $0 != " " }))
    let isSubject =
      ScenarioWords.articleWords.contains(word) || ScenarioWords.isSystem(word)
      || ScenarioWords.people.contains(word)
    if "`\"„“«".contains(first), !isQuotedEnd(text) { return false }
    let sentence = text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) } ?? text
    if ScenarioWords.ifs.contains(word) || ScenarioBuilder.lead(of: text) != nil
      || TargetPhrase(sentence, prefix: "UC") != nil
    {
      return false
    }
    // `laut aktueller` above `Zuteilung`
    let last = before.split(separator: " ").last ?? ""
    if line.indent >= above.indent, before.utf8.count > 60, !isSubject, !text.hasPrefix("**"),
      last == last.lowercased(), ["er", "en", "es", "em", "te"].contains(where: last.hasSuffix),
      ScenarioWords.isGerman(before), word.count > 3, !isVerbSecond(text)
    {
      return true
    }
    let isInItem = before.first.map { $0.isNumber || DocumentReader.isBullet(before) } ?? false
    // `... mit einem` above `Stempel`
    if line.indent > above.indent || line.indent == above.indent && before.utf8.count > 30,
      !text.hasPrefix("**"), !isSubject,
      case let end = String(before.reversed().prefix { $0 != " " }.reversed()),
      case let last = PlainWords.folded(end), end == end.lowercased(),
      ScenarioWords.dangling.contains(last)
        || line.indent > above.indent && ScenarioWords.danglingInItems.contains(last)
    {
      return true
    }
    // Code never begins a sentence of a paragraph.
    if first == "`", line.indent >= above.indent, before.utf8.count > 40 { return true }
    guard isInItem, line.indent > above.indent else { return false }
    if above.indent + before.utf8.count > (isSubject ? 64 : 54) { return true }
    guard before.utf8.count > 40, !text.hasPrefix("**") else { return false }
    // Not `Anna bestätigt es`.
    return !first.isUppercase
      || ScenarioWords.isGerman(before) && !isSubject
        && !isVerbSecond(text)
  }

  /// Whether the second word may be a German verb: not of `Feld zugeordnet ist`, but of `Anna
  /// bestätigt es`.
  private static func isVerbSecond(_ text: String) -> Bool {
    let second = text.drop { $0 != " " }.drop { $0 == " " }.prefix { $0 != " " }
    return second.hasSuffix("t") && second.count > 3 && second != "nicht"
  }

  /// Whether code or a quotation at the beginning of a line ends what the line above says:
  /// `"Done".` and `test (a folder)`, and not `"Done" is shown`.
  private static func isQuotedEnd(_ text: String) -> Bool {
    guard let close = text.dropFirst().firstIndex(where: { "`\"“”»".contains($0) }) else {
      return false
    }
    let rest = text[close...].dropFirst()
    return rest.first.map { ".,;)".contains($0) } ?? true || rest.hasPrefix(" (")
  }

  /// Whether a line of an item begins with a remark in brackets, after which the sentence goes on:
  /// `(by mail) or waits for it`.
  private static func isRemark(_ line: DocumentLine, _ above: DocumentLine) -> Bool {
    let text = line.fragment.text
    guard text.first == "(", line.indent > above.indent, above.fragment.text.utf8.count > 60,
      let close = text.prefix(40).firstIndex(of: ")")
    else { return false }
    let rest = text[close...].dropFirst()
    return rest.first == " " && rest.dropFirst().first?.isLowercase == true
  }

  private static func underline(_ line: DocumentLine) -> Int? {
    let text = line.fragment.text
    guard case .text = line.kind, let byte = text.utf8.first,
      byte == UInt8(ascii: "=") || byte == UInt8(ascii: "-"), text.count >= 3,
      let first = text.first, text.allSatisfy({ $0 == first })
    else { return nil }
    return first == "=" ? 1 : first == "-" ? 2 : nil
  }

  private static func isTitle(_ line: DocumentLine) -> Bool {
    let text = line.fragment.text
    return !text.isEmpty && text.count < 90 && !text.hasPrefix("#") && !text.hasPrefix("-")
      && !text.hasPrefix("*") && !text.hasPrefix(">") && !text.hasSuffix(".")
      && text.first?.isNumber != true
  }

  /// Whether a quotation begins in a line that does not end there.
  private static func hasOpenQuotation(_ text: String) -> Bool {
    if text.count(where: { $0 == "\"" }) % 2 == 1 { return true }
    let (open, close): (Character, Character) = text.contains("„") ? ("„", "“") : ("“", "”")
    return text.count(where: { $0 == open }) > text.count(where: { $0 == close })
  }

  private static func goesOn(_ line: DocumentLine, after above: DocumentLine) -> Bool {
    let (text, before) = (line.fragment.text, above.fragment.text)
    // `... continues with step` above `2.`
    let behind = text.drop { $0.isNumber || ".) ".contains($0) }
    if text.first?.isNumber == true, before.count > 40, before.last?.isLetter == true,
      // Not `2. System checks the item`.
      behind.first?.isLowercase ?? true,
      let last = PlainWords.words(before).last, TurnWords.steps.contains(last)
    {
      return true
    }
    // `Actors: Reader,` above ` Librarian`
    if before.last == ",", line.indent > above.indent, let colon = before.firstIndex(of: ":"),
      HeaderLabel(String(before[..<colon])) != nil, !text.contains(":"),
      !DocumentReader.isBullet(text)
    {
      return true
    }
    // `The guest scans the card` above `   (or types its number).`
    if text.first == "(", line.indent > above.indent, before.count > 40,
      before.last?.isLetter == true, text.dropFirst().prefix(3).allSatisfy(\.isLetter)
    {
      return true
    }
    // `The rule is not said` above `— see the open questions`
    if text.hasPrefix("— "), line.indent > above.indent,
      text.dropFirst(2).first?.isLowercase == true
    {
      return true
    }
    // `System asks: "Do you want to` above `wait?"`
    if line.indent > above.indent, before.count < 400,
      text.first.map({ $0.isLetter }) ?? false,
      hasOpenQuotation(before), text.contains(where: { "\"”“".contains($0) })
    {
      return true
    }
    // The paragraph of an item that begins with a name in bold.
    if before.prefix(8).contains("**"), DocumentReader.isBullet(before), line.indent > above.indent,
      before.utf8.count > 60, let last = before.last, last != ":", !text.hasPrefix("**"),
      !DocumentReader.isBullet(text), ExtensionID(text) == nil,
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text)) == nil,
      text.firstIndex(of: ":").map({ HeaderLabel(String(text[..<$0])) == nil }) ?? true
    {
      return true
    }
    guard let first = text.first,
      first.isLowercase || isCutBefore(line, above) || isRemark(line, above),
      before.count >= 30 || line.indent > above.indent,
      let end = before.last, !".:!?|>".contains(end),
      // `... the total;` above `and it shows why`
      end != ";" || line.indent > above.indent && first.isLowercase, !before.hasPrefix("#"),
      before.count < 4_000
    else { return false }
    // `a. It goes on`, `or` as a bullet, `goal: X`
    let word = text.prefix { $0 != " " }
    // A word alone below an item: `coverage`
    let isInItem = before.first.map { $0.isNumber || DocumentReader.isBullet(before) } ?? false
    if isInItem, line.indent > above.indent, before.utf8.count > 40, word.count == text.count,
      word.count > 2, word.allSatisfy(\.isLetter)
    {
      return true
    }
    guard word.count != 2 || word.last?.isLetter != false, !word.hasSuffix(":"),
      word.count < text.count || text.hasSuffix(".")
    else { return false }
    if let colon = text.firstIndex(of: ":"), HeaderLabel(String(text[..<colon])) != nil {
      return false
    }
    return ExtensionID(text) == nil && HeaderLabel(before) == nil
      // `... goes on as in the` above `main flow.`
      && (HeaderLabel(text) == nil || text.hasSuffix("."))
  }
}
