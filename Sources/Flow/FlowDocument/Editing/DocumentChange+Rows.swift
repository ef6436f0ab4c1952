internal import Diagnostics
internal import FlowEdit
internal import FlowModel

// Rows, steps and alternatives that are added to a document.
extension DocumentChange {
  /// What is added.
  struct Added {
    enum Form { case step, row, alternative }

    let form: Form
    /// What happens in a new step. Nil for others.
    var activity: Activity?
    let id: String
    let words: String
    let label: String
    let next: String?
    /// The step of a row, of an alternative the step it belongs to, or the section of a step.
    let owner: EditPlace
    /// The step before a new one.
    var last: String?
    /// What the flow file gets.
    let operation: EditOperation
  }

  /// What is added to the list of a place.
  func added(
    _ entry: EditEntry, _ key: String, _ place: EditPlace
  ) throws(EditRefusal) -> Added {
    switch (entry, key, place) {
    case (.item(let value), "steps", .file), (.item(let value), "steps", .section):
      guard case .mapping(let pairs) = value, let id = value["step"]?.text,
        let kind = pairs.first(where: { Activity(rawValue: $0.key) != nil }),
        let words = kind.value.text, let activity = Activity(rawValue: kind.key)
      else { throw EditRefusal("a step has an id and says what happens") }
      let plain = EditValue.mapping(
        pairs.filter { pair in
          ["step", kind.key].contains(pair.key)
            || pair.key == "next" && pair.value.text != "end"
        })
      return Added(
        form: .step, activity: activity, id: id, words: activity.sentence(words), label: words,
        next: plain["next"]?.text, owner: place, last: steps(of: place).last?.id,
        operation: .add(.item(plain), to: key, of: place, before: nil))
    case (.pair(let letter, let value), "rows", .step(let step)):
      guard case .mapping(let pairs) = value, let next = value["next"]?.text,
        let kind = pairs.first(where: { Row.Kind(rawValue: $0.key) != nil }),
        let label = kind.value.text, let row = Row.Kind(rawValue: kind.key)
      else { throw EditRefusal("a row says what happens, and where it leads") }
      guard draft.isScenario, draft.steps.first(where: { $0.id == step })?.rows.isEmpty ?? false
      else {
        return Added(
          form: .row, id: letter.first?.isNumber == true ? letter : step + letter,
          words: row.prefix + label, label: label, next: next, owner: place,
          operation: .add(entry, to: key, of: place, before: nil))
      }
      guard row == .case else {
        throw EditRefusal("an alternative of a step in a list is a case")
      }
      return alternative(step + letter, label, next, of: place)
    default:
      throw EditRefusal("`\(key)` of \(place) is no list of a document")
    }
  }

  private func alternative(
    _ id: String, _ label: String, _ next: String, of place: EditPlace
  ) -> Added {
    var words = words(for: next, short: false).first ?? next
    words = words.prefix(1).uppercased() + words.dropFirst()
    var builder = ScenarioBuilder(path: file.path, prefix: "UC")
    let line = builder.step("1", words, draft.span)
    var pairs: [(String, EditValue)] = [
      ("line", "1"), (line.activity.key, .text(line.subject)),
    ]
    if let note = line.note { pairs.append(("note", .text(note))) }
    pairs.append(("next", .text(next)))
    let value = EditValue.mapping([
      .init("extension", .text(id)), .init("case", .text(label)),
      .init("lines", .list([.mapping(pairs.map { .init($0.0, $0.1) })])),
    ])
    let before = index(of: id, in: draft.extensions)
    let following = draft.extensions.dropFirst(before.map { $0 + 1 } ?? 0).first
    return Added(
      form: .alternative, id: id, words: words, label: label, next: next, owner: place,
      operation: .add(
        .item(value), to: "extensions", of: .file,
        before: following.map { .extension($0.id) }))
  }

  /// The alternative after which a new one comes: the last one before it in the order of steps, in
  /// the part of the document that has others of its step, or else in the first one.
  func index(of id: String, in all: [ExtensionDraft]) -> Int? {
    guard let last = all.lastIndex(where: { $0.id.compare(to: id) }) else { return nil }
    // `5a`, `6a` and, below another heading, `3a`.
    let second = all.indices.dropFirst().first { index in
      all[index].id.first?.isNumber == true && all[index].id.compare(to: all[index - 1].id)
        && all[index].copied == nil && all[index - 1].copied == nil
    }
    let step = id.prefix { $0.isNumber }
    guard let second, all[last].id.prefix(while: { $0.isNumber }) != step else { return last }
    return all[..<second].lastIndex { $0.id.compare(to: id) }
  }

  private func steps(of place: EditPlace) -> [StepDraft] {
    guard case .section(let id) = place else { return draft.steps }
    return draft.sections.first { $0.id == id }?.steps ?? []
  }

  // MARK: Ways to add

  /// The ways to add a line: like the one before it, with another id, other words and another
  /// target.
  func additions(_ added: Added) -> [[TextEdit]] {
    let blocks = written.format.isMarkup ? WrittenBlocks(self) : nil
    switch added.form {
    case .step:
      let steps = steps(of: added.owner)
      guard let last = steps.last else { return [] }
      // Who does it is said in the words of the document, or has a cell of its own.
      var lines = steps.reversed().filter { $0.activity == added.activity }.prefix(3).flatMap {
        copies(
          of: $0.subject, $0.id, $0.span, as: added.id, words: added.label,
          from: $0.next ?? $0.rows.last?.next, to: added.next,
          in: blocks?.block(of: $0.span, self)
        ).prefix(4)
      }
      lines += copies(
        of: last.said ?? last.sentence, last.id, last.span, as: added.id, words: added.words,
        in: blocks?.block(of: last.span, self))
      return placed(
        lines, after: ([last.span] + last.rows.map(\.span)).last ?? last.span, in: blocks)
    case .row:
      let steps = draft.sections.flatMap(\.steps) + draft.steps
      guard case .step(let id) = added.owner, let step = steps.first(where: { $0.id == id })
      else { return [] }
      let lead = added.words.dropLast(added.label.count).description.trimmed
      func isAlike(_ row: RowDraft) -> Bool { row.kind.prefix.trimmed == lead }
      // Those of the step come last: they are tried first.
      let all = steps.flatMap(\.rows)
      let others = step.rows.contains(where: isAlike) ? [] : all.filter(isAlike)
      let rows = (step.rows.isEmpty ? all : step.rows) + others.suffix(2)
      return rows.suffix(blocks == nil ? 2 : 6).reversed().flatMap { row in
        placed(
          copies(
            of: row.label, row.id, row.span, as: added.id,
            words: isAlike(row) ? added.label : added.words,
            from: added.next == nil ? nil : row.next, to: added.next,
            in: blocks?.block(of: row.span, self)),
          after: (step.rows.last?.span ?? (blocks == nil ? row.span : step.span)), in: blocks)
      }
    case .alternative: return alternatives(added, in: blocks) + ownAlternatives(added)
    }
  }

  /// Letters as the file writes them.
  func raw(_ letters: Range<Int>) -> String {
    String(decoding: file.bytes[written.bytes(of: letters)], as: UTF8.self)
  }

  var all: Range<Int> { written.scalars.indices }

  /// What a cell may say for a target.
  func cell(_ target: String) -> [String] {
    words(for: target, short: true).filter { !$0.isEmpty }
  }

  /// Lines that are added after others, with the line ends of the document.
  func inserted(_ lines: [String], at letter: Int?, after block: Range<Int>) -> [TextEdit] {
    let start = letter ?? written.nextLine(block.upperBound)
    let isLast = start >= written.scalars.count && written.scalars.last != "\n"
    let end = lineBreak
    let text = lines.joined(separator: end)
    let place = written.bytes(of: start..<start)
    return [TextEdit(place, isLast ? end + text : text + end)]
  }

  var lineBreak: String {
    let end = written.lineEnd(0)
    return end < written.scalars.count ? written.string(end..<written.nextLine(end)) : "\n"
  }

  // MARK: Alternatives

  private func alternatives(_ added: Added, in elements: WrittenBlocks?) -> [[TextEdit]] {
    let blocks = draft.extensions.filter { $0.copied == nil }
    // After the last one that comes before it.
    let before = index(of: added.id, in: blocks).map { blocks[$0] }
    if let elements, let other = before ?? blocks.first {
      return ([before].compactMap(\.self) + blocks.suffix(3).reversed()).flatMap {
        alternativeElements(
          added, like: $0, beside: other, isBefore: before == nil, in: elements)
      }
    }
    guard hasPlaces || written.format == .asciiDoc || written.format == .structured else {
      return []
    }
    guard let like = before ?? blocks.first, let lines = block(of: like) else { return [] }
    let label = places(of: like.label, like.span)
    guard let heading = label.first, let first = heading.first, let last = heading.last
    else { return [] }
    if let ways = alternativesInCell(added, like: like, heading, isBefore: before == nil) {
      return ways
    }
    guard let end = like.lines.last, let said = end.said else { return [] }
    var plain = said
    if plain.hasSuffix(".") { plain.removeLast() }
    guard let words = places(of: plain, end.span).last(where: { ($0.first ?? 0) > last }),
      let start = words.first, let stop = words.last
    else { return [] }
    let head = raw(written.lineStart(first)..<first)
      .replacing(like.id, with: added.id)
    let tail = raw((last + 1)..<written.lineEnd(last))
    var lead = raw(written.lineStart(start)..<start)
    if let number = lead.ranges(of: end.id).last, end.id != "1" {
      lead.replaceSubrange(number, with: "1")
    }
    lead = lead.replacing(like.id, with: added.id)
    // What stands between the heading and the line: an empty one, or none.
    let between = written.string(written.lineEnd(last)..<written.nextLine(written.lineEnd(last)))
    let next = written.nextLine(last)
    let isApart =
      next < written.scalars.count
      && written.string(next..<written.lineEnd(next)).trimmed.isEmpty
    let gap = isApart ? between : ""
    let rest = raw((stop + 1)..<written.lineEnd(stop))
    let isSpaced = lines.lowerBound > 0 && isBlank(before: lines.lowerBound) && blocks.count > 1
    let texts = spellings(added.label).map { label in
      head + label + tail + lineBreak + gap + lead + added.words + rest
    }
    return texts.map { text in
      guard before != nil else {
        let place = written.bytes(of: lines.lowerBound..<lines.lowerBound)
        return [TextEdit(place, text + lineBreak + (isSpaced ? lineBreak : ""))]
      }
      return inserted(
        [(isSpaced ? lineBreak : "") + text], at: written.nextLine(lines.upperBound), after: lines)
    }
  }

  func places(of words: String, _ span: Span) -> [[Int]] {
    let range = lines(of: span) ?? all
    return ordered(
      written.places(of: Array(words.unicodeScalars), in: range), words, span)
  }

  func isBlank(before letter: Int) -> Bool {
    let start = written.lineStart(max(0, letter - 1))
    return written.string(start..<written.lineEnd(start)).trimmed.isEmpty
  }

  /// The lines of an extension.
  func block(of found: ExtensionDraft) -> Range<Int>? {
    let ends = [found.span] + found.lines.map(\.span)
    guard hasPlaces else {
      guard let first = places(of: found.label, found.span).first?.first,
        let line = found.lines.last, let said = line.said,
        let last = places(of: said.hasSuffix(".") ? String(said.dropLast()) : said, line.span)
          .first(where: { ($0.first ?? 0) > first })?.last
      else { return nil }
      return written.lineStart(first)..<written.lineEnd(last)
    }
    let start = letters(of: found.span).lowerBound
    var end = ends.map { letters(of: $0).upperBound }.max() ?? start
    if let note = noteBlock(of: found) { end = max(end, note.upperBound - 1) }
    return written.lineStart(start)..<written.lineEnd(end)
  }
}

extension String {
  func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    var new = self
    new.replaceSubrange(range, with: text)
    return new
  }

  /// Whether an alternative comes before another one: `2a` before `2b` and `10a`.
  fileprivate func compare(to other: String) -> Bool {
    func parts(_ id: String) -> (Int, String) {
      let digits = id.prefix { $0.isNumber }
      return (Int(digits) ?? 0, String(id.dropFirst(digits.count)))
    }
    return parts(self) < parts(other)
  }
}
