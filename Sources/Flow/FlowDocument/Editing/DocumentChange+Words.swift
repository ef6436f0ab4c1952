internal import Diagnostics
internal import FlowEdit
internal import FlowModel

// Other words for a text of a document.
extension DocumentChange {
  /// The places in the document of everything that has one. Nil for a place without any.
  func span(of place: EditPlace) -> Span? {
    switch place {
    case .file: draft.span
    case .section(let id): draft.sections.first { $0.id == id }?.span
    case .step(let id), .row(let id), .extension(let id):
      draft.bindable.first { $0.reference == id }?.span
    case .rule, .path: nil
    }
  }

  /// The ways to give a key of a place another value.
  func texts(of place: EditPlace, _ key: String, _ value: EditValue) -> [[TextEdit]] {
    let old = values.value(of: place)
    let kinds = BoundDraft.kinds
    let was: EditValue? =
      if let same = old?[key] {
        same
      } else if kinds.contains(key), case .mapping(let pairs)? = old {
        // Another kind of step or row, whose words are the same place.
        pairs.first { kinds.contains($0.key) }?.value
      } else {
        nil
      }
    let near = headerSpan(key, at: place) ?? span(of: place) ?? draft.span
    switch (was, value) {
    case (.text(let was)?, .text(let now)):
      let own = key == "note" ? notes(from: was, to: now, near: near) : []
      return own + texts(from: was, to: now, near: near)
    case (.list(let was)?, .list(let now)):
      let texts = (was.compactMap(\.text), now.compactMap(\.text))
      guard texts.0.count == texts.1.count, texts.0.count == was.count else { return [] }
      let changed = texts.0.indices.filter { texts.0[$0] != texts.1[$0] }
      guard changed.count == 1, let index = changed.first else { return [] }
      return self.texts(from: texts.0[index], to: texts.1[index], near: near)
    default: return []
    }
  }

  /// What stands before the name of who acts, in a note that the reader makes.
  private static let actorLead = "Actor: "

  /// The ways to write another part of a note, which may stand at several places: for who acts, the
  /// name in the sentence.
  private func notes(from was: String, to now: String, near span: Span) -> [[TextEdit]] {
    let (old, new) = (was.split(separator: "; "), now.split(separator: "; "))
    guard old.count == new.count else { return [] }
    let changed = zip(old, new).filter { $0 != $1 }
    guard changed.count == 1, let (one, other) = changed.first else { return [] }
    let lead = DocumentChange.actorLead
    guard one.hasPrefix(lead), other.hasPrefix(lead) else {
      return old.count > 1 ? texts(from: String(one), to: String(other), near: span) : []
    }
    let names = (String(one.dropFirst(lead.count)), String(other.dropFirst(lead.count)))
    guard let block = lines(of: span) ?? WrittenBlocks(self)?.block(of: span, self) else {
      return texts(from: names.0, to: names.1, near: span)
    }
    return written.places(of: Array(names.0.unicodeScalars), in: block).flatMap { letters in
      guard let first = letters.first, let last = letters.last else { return [[TextEdit]]() }
      return spellings(names.1).map {
        [TextEdit(written.bytes(of: first..<(last + 1)), $0)]
      }
    }
  }

  private func headerSpan(_ key: String, at place: EditPlace) -> Span? {
    guard place == .file else { return nil }
    if let text = HeaderText(rawValue: key) { return draft.span(of: .text(text)) }
    return HeaderList(rawValue: key).flatMap { draft.span(of: .list($0)) }
  }

  /// The ways to write a text in place of another one, the likely ones first.
  func texts(from was: String, to now: String, near span: Span) -> [[TextEdit]] {
    let fine = WordChange(was, now)
    let whole = WordChange(was, now, isWhole: true)
    let row = lines(of: span)
    var ways: [[TextEdit]] = []
    let all = ordered(written.places(of: fine.was, in: written.scalars.indices), was, span)
    for letters in all { ways += insertions(was, now, letters) }
    for letters in all {
      for change in [fine, whole] where !change.old.isEmpty {
        ways += edits(letters[change.old.lowerBound], letters[change.old.upperBound - 1], change)
      }
    }
    let parts = written.places(of: fine.oldWords, in: row ?? written.scalars.indices)
    for letters in row == nil ? ordered(parts, "", span) : parts {
      guard let first = letters.first, let last = letters.last else { continue }
      ways += edits(first, last, fine)
    }
    return ways + inflected(was, now, in: row ?? written.scalars.indices)
  }

  /// The letters of the lines where a row stands. Nil if its place in the file is not known.
  func lines(of span: Span) -> Range<Int>? {
    guard hasPlaces else { return nil }
    let letters = letters(of: span)
    return written.lineStart(
      letters.lowerBound)..<written.lineEnd(
        max(letters.lowerBound, letters.upperBound))
  }

  func letters(of span: Span) -> Range<Int> {
    // Places do not count the mark of the byte order.
    let mark = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0
    let start = written.byte(ofScalar: Int(span.start) + mark)
    return written.letters(in: start..<max(start, written.byte(ofScalar: Int(span.end) + mark)))
  }

  /// Places of a text, that of a row first: the nearest one, or else the one that comes as late as
  /// in the text that is read.
  func ordered(_ places: [[Int]], _ text: String, _ span: Span) -> [[Int]] {
    guard places.count > 1 else { return places }
    if hasPlaces {
      let start = letters(of: span).lowerBound
      return places.enumerated().sorted {
        (abs(($0.element.first ?? 0) - start), $0.offset)
          < (abs(($1.element.first ?? 0) - start), $1.offset)
      }.map(\.element)
    }
    let line = read.lineEnd(
      read.letters(in: 0..<read.byte(ofScalar: Int(span.start))).upperBound)
    let before = read.places(of: Array(text.unicodeScalars), in: 0..<line).count
    let index = max(0, before - 1)
    return places.enumerated().sorted {
      (abs($0.offset - index), $0.offset) < (abs($1.offset - index), $1.offset)
    }.map(\.element)
  }

  /// A change of the letters from the first to the last, in each spelling.
  private func edits(_ first: Int, _ last: Int, _ change: WordChange) -> [[TextEdit]] {
    var ranges = [first..<(last + 1)]
    // A mark of emphasis at one end has another one at the other.
    let marks = Set(written.format.marks.unicodeScalars)
    if written.scalars[first...last].contains(where: marks.contains) {
      var (start, end) = (first, last + 1)
      while start > 0, marks.contains(written.scalars[start - 1]) { start -= 1 }
      while end < written.scalars.count, marks.contains(written.scalars[end]) { end += 1 }
      ranges.append(start..<end)
    }
    return ranges.flatMap { range in
      spellings(change.newWords).map { text in
        [TextEdit(written.bytes(of: range), text)] + aligned(after: range, text)
      }
    }
  }

  /// A text as the format may write it, the plainest first.
  func spellings(_ text: String) -> [String] {
    func escaped(_ marks: String, _ words: [Character: String]) -> String {
      text.map { words[$0] ?? (marks.contains($0) ? "\\\($0)" : String($0)) }.joined()
    }
    let other: String =
      switch written.format {
      case .html, .word, .openDocument: escaped("", ["&": "&amp;", "<": "&lt;", ">": "&gt;"])
      case .markdown: escaped("\\|*_`[", ["&": "&amp;", "<": "&lt;"])
      case .asciiDoc: escaped("", ["&": "&amp;", "<": "&lt;", "|": "\\|"])
      case .csv: escaped("", ["\"": "\"\""])
      case .structured, .feature, .plain: text
      }
    if written.format == .csv, text.contains(where: { ",;\t\"".contains($0) }) {
      // In a cell with quotation marks, and in one without them.
      return [other, "\"\(other)\""]
    }
    return other == text ? [text] : written.format.isMarkup ? [other] : [text, other]
  }

  // MARK: Verbs

  /// The ways to write a sentence whose verb the flow has in another form than the document: "I
  /// choose" is `chooses`, "Select" is `selects`.
  private func inflected(_ was: String, _ now: String, in range: Range<Int>) -> [[TextEdit]] {
    let (old, new) = (
      was.split(separator: " ", maxSplits: 1), now.split(separator: " ", maxSplits: 1)
    )
    guard old.count == 2, let verb = old.first, let other = new.first else { return [] }
    let rest = Array(String(old[1]).unicodeScalars)
    var ways: [[TextEdit]] = []
    for letters in written.places(of: rest, in: range) {
      guard let first = letters.first, let last = letters.last else { continue }
      var end = first
      while end > range.lowerBound, !WrittenText.isLetter(written.scalars[end - 1]) { end -= 1 }
      var start = end
      while start > range.lowerBound, WrittenText.isLetter(written.scalars[start - 1]) {
        start -= 1
      }
      let word = written.string(start..<end)
      let common = zip(word.lowercased(), verb.lowercased()).prefix { $0 == $1 }.count
      guard common > 1 else { continue }
      let (suffix, ending) = (verb.dropFirst(common), word.dropFirst(common))
      var form = String(other)
      if form.hasSuffix(suffix) { form = String(form.dropLast(suffix.count)) + ending }
      if word.first?.isUppercase == true { form = form.prefix(1).uppercased() + form.dropFirst() }
      let sentence = ([form] + new.dropFirst().map(String.init)).joined(separator: " ")
      ways += edits(start, last, WordChange("\(word) \(old[1])", sentence, isWhole: true))
    }
    return ways
  }
}
