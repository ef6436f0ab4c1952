internal import Diagnostics

/// Use cases that stand in a quotation, or in a table of one column or with a part of the form in
/// each cell, line by line.
enum QuotedLines {
  /// The lines of a document without the marks of such quotations and tables.
  static func freed(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result: [DocumentLine] = []
    result.reserveCapacity(lines.count)
    var place = 0
    while place < lines.count {
      let table = tableEnd(from: place, in: lines)
      if isForm(lines[place..<table]) {
        result += lines[place..<table].flatMap(freed)
        place = table
        continue
      }
      let end = end(of: place, in: lines)
      let block = lines[place..<max(end, place + 1)]
      var free = end > place ? block.flatMap(freed) : []
      let isAlternative = headsAlternative(block, free)
      if isAlternative { free[0].fragment.text = "###### \(free[0].fragment.text)" }
      let isFree =
        free.count > 4 && (free.contains(where: \.headsMain) || isFormInQuotation(block, free))
        || isAlternative
        || headsScenario(block, free)
        || isOfHeader(block, free) || isCondition(block, above: result.last { !$0.isBlank })
      result += isFree ? free[...] : withoutAlert(free) ?? block
      place = block.endIndex
    }
    return result
  }

  /// The lines of a quotation with the kind of a note above an alternative, `> [!WARNING]` above
  /// `> **Exception flow (No card):** ...`. Nil for another one.
  private static func withoutAlert(_ lines: [DocumentLine]) -> ArraySlice<DocumentLine>? {
    guard lines.count > 1, lines[0].fragment.text.hasPrefix("[!"),
      lines[0].fragment.text.hasSuffix("]"), case let text = lines[1].fragment.text,
      text.hasPrefix("**"), ScenarioBuilder.lead(of: CellText(text).whole) != nil
    else { return nil }
    return lines.dropFirst()
  }

  /// The end of the quotation or table that begins on a line; the line itself if none does.
  private static func end(of place: Int, in lines: [DocumentLine]) -> Int {
    func isPart(_ line: DocumentLine) -> Bool {
      switch (lines[place].kind, line.kind) {
      case (.row(let first), .row(let cells)): first.count == 1 && cells.count == 1
      case (.row, .delimiter): true
      case (.text, .text): line.fragment.text.utf8.first == UInt8(ascii: ">")
      default: false
      }
    }
    guard isPart(lines[place]) else { return place }
    return lines[place...].firstIndex { !isPart($0) } ?? lines.count
  }

  private static func tableEnd(from place: Int, in lines: [DocumentLine]) -> Int {
    guard lines[place].isRow, place == 0 || !lines[place - 1].isRow else { return place }
    return lines[place...].firstIndex { line in
      if case .delimiter = line.kind { false } else { !line.isRow }
    } ?? lines.count
  }

  /// Whether each cell of a table begins with the name of its part in bold: `| **Actor:** Guest |
  /// **ID:** 7 |` above `| **Main flow**<br>1. Guest asks |`.
  private static func isForm(_ table: ArraySlice<DocumentLine>) -> Bool {
    var (rows, parts, hasMain, hasName) = (0, 0, false, false)
    for line in table {
      guard case .row(let cells) = line.kind else { continue }
      let texts = said(in: cells).map(\.text)
      guard texts.allSatisfy({ $0.hasPrefix("**") && ($0.contains("**<br") || $0.contains(":")) })
      else { return false }
      for text in texts {
        rows += 1
        guard let label = label(of: text) else { continue }
        parts += 1
        if case .main = label { hasMain = true }
        if label.isName { hasName = true }
      }
    }
    return rows > 3 && (hasMain || hasName && parts > 3) && parts * 2 > rows
  }

  /// The cells of a row that say something; those that are merged stand in every column.
  private static func said(in cells: [Fragment]) -> [Fragment] {
    var found: [Fragment] = []
    for cell in cells where !cell.text.isEmpty && cell.text != found.last?.text {
      found.append(cell)
    }
    return found
  }

  /// What the words in bold at the beginning of a text name.
  private static func label(of text: String) -> HeaderLabel? {
    guard text.hasPrefix("**"), let end = text.dropFirst(2).prefix(60).firstRange(of: "**") else {
      return nil
    }
    let name = text[text.index(text.startIndex, offsetBy: 2)..<end.lowerBound]
    return HeaderLabel(CellText.collapsed(String(name.prefix { $0 != ":" })))
  }

  /// Whether a quotation has the parts of a form: `> **Title:**` above `>> Log in`.
  private static func isFormInQuotation(
    _ block: ArraySlice<DocumentLine>, _ free: [DocumentLine]
  ) -> Bool {
    guard case .text? = block.first?.kind else { return false }
    let labels = free.compactMap { line -> HeaderLabel? in
      let text = line.fragment.text
      guard text.utf8.count < 60, text.hasPrefix("#") || text.hasPrefix("**") else { return nil }
      return HeaderLabel(CellText(text).whole)
    }
    let hasSteps = free.contains {
      ScenarioBuilder.numbered(CellText($0.fragment.text).whole) != nil
    }
    return labels.count > 2 && hasSteps
  }

  /// Whether the header of a table of one column is an alternative, above its lines.
  private static func headsAlternative(
    _ block: ArraySlice<DocumentLine>, _ free: [DocumentLine]
  ) -> Bool {
    guard block.first?.isRow ?? false, free.count > 1, let first = free.first else { return false }
    let text = CellText(first.fragment.text).whole
    guard text.utf8.count < 200, HeaderLabel(text) == nil else { return false }
    return ScenarioBuilder.numberedInBrackets(text) != nil
      || ScenarioBuilder.lead(of: text).map { $0.rest.contains(where: \.isNumber) } ?? false
  }

  /// Whether a table of one column has a scenario or alternatives below its header.
  private static func headsScenario(
    _ block: ArraySlice<DocumentLine>, _ free: [DocumentLine]
  ) -> Bool {
    guard block.first?.isRow ?? false, free.count > 1,
      let label = HeaderLabel(CellText(free[0].fragment.text).whole)
    else { return false }
    let isNumbered =
      ScenarioBuilder.numbered(
        ScenarioBuilder.withPlainNumber(CellText(free[1].fragment.text).whole)) != nil
    return !label.isHeader && (isNumbered || ExtensionID(free[1].fragment.text) != nil)
  }

  /// Whether each line of a quotation is a part of a header: `> **Status:** Draft`.
  private static func isOfHeader(
    _ block: ArraySlice<DocumentLine>, _ free: [DocumentLine]
  ) -> Bool {
    guard case .text? = block.first?.kind else { return false }
    let hasLetter = block.allSatisfy {
      $0.fragment.text.dropFirst().drop(while: { $0 == " " }).hasPrefix("o ")
    }
    return !free.isEmpty
      && free.allSatisfy { line in
        let text = line.fragment.text
        if hasLetter, text.prefix(50).contains(":") { return true }
        guard text.hasPrefix("**"), let colon = text.prefix(50).firstIndex(of: ":") else {
          return text.isEmpty
        }
        return HeaderLabel(String(text[..<colon].drop { $0 == "*" })) != nil
          || text[colon...].hasPrefix(":**")
      }
  }

  /// Whether a quotation of one line stands below the name of an alternative in bold: `> Begins at
  /// step 2, when ...` below `**A1. No card**`.
  private static func isCondition(
    _ block: ArraySlice<DocumentLine>, above: DocumentLine?
  ) -> Bool {
    guard block.count == 1, block.first?.fragment.text.hasPrefix(">") ?? false,
      case .text? = block.first?.kind, let text = above?.fragment.text,
      text.hasPrefix("**"), text.hasSuffix("**")
    else { return false }
    return ExtensionID(CellText(text).whole) != nil
  }

  /// The line without its mark, and the lines of a cell; none for the line below the header of a
  /// table.
  private static func freed(_ line: DocumentLine) -> [DocumentLine] {
    switch line.kind {
    case .delimiter: return []
    case .row(let cells) where cells.count > 1:
      return said(in: cells).flatMap { cell in
        freed(DocumentLine(kind: .row([cell]), fragment: line.fragment))
      }
    case .row(let cells):
      let cell = cells.first ?? line.fragment
      var text = cell.text
      for mark in ["<br/>", "<br />", "<BR>", "</br>"] { text = text.replacing(mark, with: "<br>") }
      let parts = text.split(separator: "<br>").map { CellText.collapsed(String($0)) }
      return parts.filter { !$0.isEmpty }.map { part in
        let plain = ScenarioBuilder.withPlainNumber(CellText(part).whole)
        let isListed =
          parts.count > 1 && ScenarioBuilder.numbered(plain) == nil && ExtensionID(plain) == nil
          && !part.hasPrefix("**") && !DocumentReader.isBullet(part)
        return DocumentLine(
          kind: .text, fragment: Fragment(text: isListed ? "- \(part)" : part, span: cell.span))
      }
    case .text:
      let rest = line.fragment.text.drop { $0 == ">" }
      var text = rest.drop { $0 == " " }
      // `>o Actor: Guest`
      if text.hasPrefix("o ") { text = text.dropFirst(2) }
      var free = line
      let spaces = rest.count - text.count
      free.fragment = Fragment(
        text: String(text),
        span: Span(
          start: line.fragment.span.start
            + UInt32(truncatingIfNeeded: spaces + line.fragment.text.count - rest.count),
          end: line.fragment.span.end))
      free.indent = max(0, rest.prefix { $0 == " " }.count - 1)
      return [free]
    }
  }
}
