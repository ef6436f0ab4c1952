internal import Diagnostics
internal import FlowEdit

// An alternative in a form of its own, in a document that has none, or none to write it like.
extension DocumentChange {
  /// Where lines are added.
  private struct Spot {
    let letter: Int
    /// What the heading above them says. Nil if the alternatives have one.
    var heading: [String?] = [nil]
    /// What stands before the first line, such as a bullet.
    let lead: String
  }

  /// The ways to write an alternative below the others, or else below the steps, with a heading.
  func ownAlternatives(_ added: Added) -> [[TextEdit]] {
    guard !written.format.isMarkup else { return ownElements(added) }
    guard let blocks = WrittenBlocks(self), let spot = spot(of: added, in: blocks) else {
      return []
    }
    if let rows = rowEdits(added, in: blocks) { return rows }
    var ends = [spot.letter]
    let blank = blankLine(from: spot.letter)
    if blank != spot.letter { ends.append(blank) }
    return forms(added, spot.lead).flatMap { form in
      spot.heading.flatMap { heading in
        ends.map { letter in
          let lines = (heading.map { [$0, ""] } ?? []) + form.lines
          return lineEdit(lines, at: letter, isApart: form.isApart || heading != nil)
        }
      }
    }
  }

  private func spot(of added: Added, in blocks: WrittenBlocks) -> Spot? {
    let others = draft.extensions.filter { $0.copied == nil }
    guard let first = others.first else {
      guard let last = draft.steps.last,
        let lead = draft.steps.first.flatMap({ lead(of: $0.span, blocks) }),
        let end = end(of: [last.span] + last.rows.map(\.span), blocks)
      else { return nil }
      return Spot(letter: end, heading: headings(blocks), lead: lead)
    }
    guard let before = index(of: added.id, in: others).map({ others[$0] }) else {
      guard let start = blocks.block(of: first.span, self)?.lowerBound else { return nil }
      return Spot(letter: start, lead: lead(of: first.span, blocks) ?? "")
    }
    guard let end = end(of: [before.span] + before.lines.map(\.span), blocks) else { return nil }
    return Spot(letter: end, lead: lead(of: before.span, blocks) ?? "")
  }

  /// Where the line after some places begins.
  private func end(of spans: [Span], _ blocks: WrittenBlocks) -> Int? {
    spans.compactMap { blocks.block(of: $0, self)?.upperBound }.max().map {
      written.nextLine(max(0, $0 - 1))
    }
  }

  /// The next empty line, or the end.
  private func blankLine(from letter: Int) -> Int {
    var place = letter
    while place < written.scalars.count {
      if written.string(place..<written.lineEnd(place)).trimmed.isEmpty { return place }
      let next = written.nextLine(place)
      guard next > place else { break }
      place = next
    }
    return written.scalars.count
  }

  /// What stands before the words of a line: `- `, `> `, `### `.
  private func lead(of span: Span, _ blocks: WrittenBlocks) -> String? {
    guard let block = blocks.block(of: span, self) else { return nil }
    let start = written.lineStart(block.lowerBound)
    return String(raw(start..<written.lineEnd(start)).prefix { " \t>#*-+•=_|".contains($0) })
  }

  // MARK: Lines

  /// The lines of an alternative in different forms, the one that is like the others first, and
  /// whether an empty line stands before them.
  private func forms(_ added: Added, _ lead: String) -> [(lines: [String], isApart: Bool)] {
    let quote = lead.hasPrefix(">") ? "> " : ""
    let marks = String(lead.drop { " \t>".contains($0) }).trimmed
    let indent = lead.drop { $0 == ">" }.prefix { " \t".contains($0) }
    let label = spellings(added.label).last ?? added.label
    let (title, line) = ("\(added.id). \(label)", "\(added.id)1. \(added.words).")
    let nested: [String] =
      switch written.format {
      case .asciiDoc: ["* \(title)", "** \(line)"]
      case .structured: ["- \(title)", "", "  - \(line)"]
      default: ["\(indent)- \(title)", "\(indent)  - \(line)"]
      }
    let (flat, short) = ([title, line], ["\(title): \(added.words)."])
    let isBullet = marks.count == 1 && "-*+•".contains(marks)
    var forms: [(lines: [String], isApart: Bool)] = []
    if marks.hasPrefix("#") || marks.hasPrefix("=") {
      forms = [(["\(marks) \(title)", "", "1. \(added.words)."], true)]
    } else if marks.hasPrefix("**") {
      forms = [(["**\(title)**", "", line], true)]
    } else if isBullet {
      forms = [(nested, false)]
    } else if marks.isEmpty, !draft.extensions.isEmpty {
      forms = [(short, false), (flat, false)]
    }
    if !isBullet, written.format != .plain { forms.append((nested, true)) }
    forms += [(flat, true), (short, true)]
    return forms.map { form in (form.lines.map { quote + $0 }, form.isApart) }
  }

  private func lineEdit(_ lines: [String], at letter: Int, isApart: Bool) -> [TextEdit] {
    var lines = lines
    if isApart, letter > 0, !isBlank(before: letter) { lines.insert("", at: 0) }
    let isEnd = letter >= written.scalars.count
    if isApart, !isEnd, !written.string(letter..<written.lineEnd(letter)).trimmed.isEmpty {
      lines.append("")
    }
    return inserted(lines, at: letter, after: 0..<0)
  }

  // MARK: A heading

  /// The ways to write a heading for alternatives, like the one above the steps.
  private func headings(_ blocks: WrittenBlocks) -> [String?] {
    let name = tongue.alternatives
    var found: [String?] = []
    if let first = draft.steps.first, let block = blocks.block(of: first.span, self) {
      var start = written.lineStart(block.lowerBound)
      var rule = ""
      for _ in 0..<4 where start > 0 {
        start = written.lineStart(start - 1)
        let line = raw(start..<written.lineEnd(start)).trimmed
        guard line.contains(where: \.isLetter) else {
          if let mark = line.first, line.allSatisfy({ $0 == mark }) {
            rule = lineBreak + String(repeating: mark, count: name.count)
          }
          continue
        }
        found.append(headed(line, name) + rule)
        break
      }
    }
    return found + (written.format == .asciiDoc ? ["== \(name)"] : ["## \(name)", "**\(name)**"])
  }

  /// A heading with another name.
  private func headed(_ line: String, _ name: String) -> String {
    let head = line.prefix { !$0.isLetter && !$0.isNumber }
    let last = line.lastIndex { $0.isLetter || $0.isNumber }.map { line.index(after: $0) }
    return head + name + line[(last ?? line.endIndex)...]
  }

  /// The ways to write an alternative into a form: at the end of the cell of the others, or as a
  /// row of its own below that of the main scenario. Nil if they do not stand in a form.
  private func rowEdits(_ added: Added, in blocks: WrittenBlocks) -> [[TextEdit]]? {
    let other = draft.extensions.last { $0.copied == nil }?.span
    guard written.format.isMarkdown, let span = other ?? draft.steps.last?.span,
      let start = blocks.block(of: span, self)?.lowerBound
    else { return nil }
    let line = written.lineStart(start)..<written.lineEnd(start)
    let cells = raw(line).trimmed.split(separator: "|", omittingEmptySubsequences: false)
    guard cells.count == 4, cells[0].isEmpty, cells[1].contains(where: \.isLetter),
      let label = spellings(added.label).last
    else { return nil }
    let entry = "\(added.id). \(label): \(added.words)."
    let row = "|\(headed(String(cells[1]), tongue.alternatives))| \(entry) |"
    let below = inserted([row], at: written.nextLine(start), after: 0..<0)
    guard other != nil, let edge = written.scalars[line].lastIndex(of: "|") else { return [below] }
    var end = edge
    while end > line.lowerBound, WrittenText.isSpace(written.scalars[end - 1]) { end -= 1 }
    let place = written.bytes(of: (end - 1)..<end).upperBound
    return [[TextEdit(place..<place, "<br>\(entry)")], below]
  }

  // MARK: Elements

  private static let containers: Set<String> = [
    "ol", "ul", "dl", "table", "p", "h1", "h2", "h3", "h4", "h5", "h6", "text:list", "text:p",
    "text:h", "table:table", "w:tbl", "w:p",
  ]

  /// The ways to write an alternative as elements below the others, or else below the steps.
  private func ownElements(_ added: Added) -> [[TextEdit]] {
    let others = draft.extensions.filter { $0.copied == nil }
    let before = index(of: added.id, in: others).map { others[$0] }
    guard let blocks = WrittenBlocks(self), others.isEmpty || before != nil,
      let first = draft.steps.first.flatMap({ blocks.block(of: $0.span, self) }),
      let last = draft.steps.last
    else { return [] }
    let spans =
      before.map { [$0.span] + $0.lines.map(\.span) } ?? [last.span] + last.rows.map(\.span)
    let ends = spans.compactMap { blocks.block(of: $0, self).map(written.bytes(of:)) }
    guard let block = ends.max(by: { $0.upperBound < $1.upperBound }) else { return [] }
    let around = tags.filter { tag in
      DocumentChange.containers.contains(tag.name) && !tag.isEnd
        && tag.range.lowerBound <= block.lowerBound && block.upperBound <= tag.end ?? 0
    }.compactMap(\.end)
    let heading = before == nil ? ownHeading(before: written.bytes(of: first).lowerBound) : ""
    let gap = blocks.gap(before: first.lowerBound, self)
    let (label, words) = (spellings(added.label)[0], spellings(added.words)[0])
    let (one, two) = ("\(added.id). \(label)", "\(added.id)1. \(words).")
    let forms: [[String]] =
      switch written.format {
      case .word: [[one, two].map { "<w:p><w:r><w:t>\($0)</w:t></w:r></w:p>" }]
      case .openDocument: [[one, two].map { "<text:p>\($0)</text:p>" }]
      default:
        [["<ul><li>\(one)<ul><li>\(two)</li></ul></li></ul>"], [one, two].map { "<p>\($0)</p>" }]
      }
    return forms.flatMap { form in
      [around.max(), around.min()].compactMap(\.self).map { place in
        let elements = (heading.isEmpty ? [] : [heading]) + form
        return [TextEdit(place..<place, elements.map { gap + $0 }.joined())]
      }
    }
  }

  /// A heading for alternatives, like the paragraph before a place.
  private func ownHeading(before place: Int) -> String {
    let name = tongue.alternatives
    let names: Set<String> =
      switch written.format {
      case .word: ["w:p"]
      case .openDocument: ["text:h", "text:p"]
      default: ["h1", "h2", "h3", "h4", "h5", "h6", "p"]
      }
    let found = tags.last { tag in
      names.contains(tag.name) && !tag.isEnd && tag.end ?? Int.max <= place
        && !written.string(written.letters(in: tag.range.lowerBound..<(tag.end ?? 0))).trimmed
          .isEmpty
    }
    guard let found, let end = found.end else { return "<p><b>\(name)</b></p>" }
    let element = String(decoding: file.bytes[found.range.lowerBound..<end], as: UTF8.self)
    switch written.format {
    case .word:
      func part(_ name: String, of text: Substring) -> Substring {
        guard let start = text.firstRange(of: "<\(name)>"),
          let end = text.firstRange(of: "</\(name)>"), start.upperBound <= end.lowerBound
        else { return "" }
        return text[start.lowerBound..<end.upperBound]
      }
      let own = part("w:pPr", of: element[...])
      let run = part("w:rPr", of: own.isEmpty ? element[...] : element[own.endIndex...])
      // Not the end of a section, and no tracked change.
      let isPlain = !own.contains("<w:sectPr") && !own.contains("Change ")
      return "<w:p>\(isPlain ? own : "")<w:r>\(run)<w:t>\(name)</w:t></w:r></w:p>"
    case .openDocument:
      let tag = String(decoding: file.bytes[found.range], as: UTF8.self)
      return PageTags.withoutIDs("\(tag)\(name)</\(found.name)>")
    default:
      return found.name == "p" ? "<p><b>\(name)</b></p>" : "<\(found.name)>\(name)</\(found.name)>"
    }
  }
}
