internal import Diagnostics
internal import FlowEdit
internal import FlowModel

// Where a row of a document leads.
extension DocumentChange {
  /// A word of a row.
  private struct Word {
    let text: String
    let letters: Range<Int>
  }

  /// The ways to give a row another target: another id in its sentence, in its cell or in what
  /// follows it, other words for its end, or a sentence after what it says.
  func targets(of place: EditPlace, _ new: String) -> [[TextEdit]] {
    guard let span = span(of: place) else { return [] }
    let value = values.value(of: place)
    let old = value?["next"]?.text ?? ""
    let turn = turn(of: place)
    var (ways, rest): ([[TextEdit]], [[TextEdit]]) = ([], [])
    func changes(_ parts: [[Word]]) -> [[TextEdit]] {
      parts.reversed().flatMap { ids(in: $0, old, new) }
        + parts.reversed().flatMap { phrases(in: $0, old, new, turn) }
    }
    // `Resumes at step 1.` in a paragraph or a bullet of its own, below the row.
    let below = sayings(of: old, value, span, turn).map(parts)
    for parts in below { ways += changes(parts) }
    for row in rows(of: place, span) {
      let parts = parts(of: row)
      let own = changes(parts)
      ways += own
      let both = twice(parts + below.joined(), old, new, turn)
      if both.count > 1 { ways.append(both) }
      // Not a second sentence beside one that cannot be changed, as in a field.
      if !written.format.isOffice || own.isEmpty { rest += added(to: row, parts, value, new) }
    }
    return (ways + rest).flatMap { linked($0, from: old, to: new) }
  }

  /// The changes of all sentences that say where a row leads, where several do.
  private func twice(
    _ parts: [[Word]], _ old: String, _ new: String, _ turn: Turn?
  ) -> [TextEdit] {
    var all: [TextEdit] = []
    for part in parts where says(part[...], old, turn) {
      let ways = ids(in: part, old, new) + phrases(in: part, old, new, turn)
      guard let edit = ways.first?.first,
        !all.contains(where: { $0.range.overlaps(edit.range) })
      else { continue }
      all.append(edit)
    }
    return all.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The sentences in which the note of a row says where it leads, the likely ones first.
  private func sayings(
    of old: String, _ value: EditValue?, _ span: Span, _ turn: Turn?
  ) -> [Range<Int>] {
    let notes = value?["note"]?.text?.split(separator: "; ") ?? []
    return notes.reversed().flatMap { note -> [Range<Int>] in
      let said = String(note)
      guard SaidTargets.says(said, old, turn) else { return [] }
      let found = written.places(of: Array(said.unicodeScalars), in: written.scalars.indices)
      return ordered(found, said, span).prefix(4).compactMap { letters in
        guard let first = letters.first, let last = letters.last else { return nil }
        return first..<(last + 1)
      }
    }
  }

  /// The letters of a row: its lines, or what stands between the tags around its words.
  private func rows(of place: EditPlace, _ span: Span) -> [Range<Int>] {
    if let row = lines(of: span) {
      // Paragraphs below it up to the next row.
      let later = draft.lineSpans.map(\.start).filter { $0 > span.end }.min()
      let end = later.map { Int($0) } ?? draft.end
      let rest = Span(start: span.start, end: UInt32(truncatingIfNeeded: end))
      let next = written.lineStart(letters(of: rest).upperBound)
      return [row.lowerBound..<max(row.upperBound, min(next, row.upperBound + 600))]
    }
    guard case .mapping(let pairs)? = values.value(of: place),
      let words = pairs.first(where: { BoundDraft.kinds.contains($0.key) })?.value.text
    else { return [] }
    let found = written.places(of: Array(words.unicodeScalars), in: written.scalars.indices)
    return ordered(found, words, span).prefix(4).compactMap { letters in
      letters.first.map { block(around: $0) }
    }
  }

  /// The item, paragraph or row of a table in which a letter stands.
  func block(around letter: Int) -> Range<Int> {
    guard !written.format.isOffice else { return officeBlock(around: letter) }
    guard written.format == .html else {
      var end = written.lineEnd(letter)
      // The lines that go on.
      while end < written.scalars.count {
        let next = written.nextLine(end)
        let line = written.string(next..<written.lineEnd(next))
        guard next > end, line.first == " ", let first = line.first(where: { $0 != " " }),
          first.isLetter
        else { break }
        end = written.lineEnd(next)
      }
      return written.lineStart(letter)..<end
    }
    let bytes = file.bytes
    let place = written.places[letter].lowerBound
    func last(_ tag: String) -> Int? {
      bytes[..<place].ranges(of: Array(tag.utf8)).last?.lowerBound
    }
    func next(_ tag: String) -> Int? {
      bytes[place...].ranges(of: Array(tag.utf8)).first?.lowerBound
    }
    let row = last("<tr") ?? -1
    let isRow = row > last("</tr") ?? -1
    let start = isRow ? row : max(last("<li") ?? -1, last("<p") ?? -1, last("<td") ?? -1, 0)
    let ends = isRow ? ["</tr"] : ["</li", "</p", "<li", "<ol", "<ul"]
    let end = ends.compactMap(next).min() ?? bytes.count
    return written.letters(in: start..<max(end, place))
  }

  /// The sentences of a row, or its cells.
  private func parts(of row: Range<Int>) -> [[Word]] {
    var parts: [[Word]] = [[]]
    var start = row.lowerBound
    func add(_ end: Int) {
      guard start < end else { return }
      var (first, last) = (start, end)
      let marks = Set(",;:!?()[]'\"“”‘’*_`".unicodeScalars)
      while first < last, marks.contains(written.scalars[first]) { first += 1 }
      while last > first,
        marks.contains(written.scalars[last - 1])
          || last == end
            && written.scalars[last - 1] == "."
      { last -= 1 }
      guard first < last else { return }
      parts[parts.count - 1].append(
        Word(text: written.string(first..<last), letters: first..<last))
    }
    for place in row {
      let scalar = written.scalars[place]
      let isBar = scalar == "|" || scalar == WrittenText.wall
      guard isBar || WrittenText.isSpace(scalar) else { continue }
      add(place)
      let isStop =
        place > start && written.scalars[place - 1] == "."
        && (parts.last?.count ?? 0) > 1
      let following = written.scalars[place...].prefix(12).first { !WrittenText.isSpace($0) }
      let isLine = scalar == "\n" && following?.properties.isLowercase == false
      if isBar || isStop || isLine { parts.append([]) }
      start = place + 1
    }
    add(row.upperBound)
    return parts.filter { !$0.isEmpty }
  }

  /// The target that words name. Nil if they name none.
  ///
  /// - Parameter isCell: whether they are all that stands in a cell.
  private func target(_ words: ArraySlice<Word>, isCell: Bool) -> String? {
    guard let first = words.first, let last = words.last else { return nil }
    let text = CellText(written.string(first.letters.lowerBound..<last.letters.upperBound)).whole
    var reporter = Reporter(path: file.path)
    return isCell
      ? ScenarioBuilder.target(text, draft.span, "UC", &reporter)
      : TargetPhrase(text, prefix: "UC")?.target
  }

  /// Whether words say the target of a row, or where it leads without a number.
  private func says(_ words: ArraySlice<Word>, _ old: String, _ turn: Turn?) -> Bool {
    if target(words, isCell: false) == old { return true }
    guard let turn, let first = words.first, let last = words.last else { return false }
    return Turn(written.string(first.letters.lowerBound..<last.letters.upperBound)) == turn
  }

  /// What the words of a row say of its target if they name no step.
  func turn(of place: EditPlace) -> Turn? {
    guard case .step(let id) = place,
      let step = draft.bindable.first(where: { $0.reference == id })?.step
    else { return nil }
    return draft[keyPath: step].turn
  }

  /// Another id in place of that of the old target.
  private func ids(in part: [Word], _ old: String, _ new: String) -> [[TextEdit]] {
    let kinds = (old.hasPrefix("goto "), new.hasPrefix("goto "))
    guard kinds.0 == kinds.1, isID(new) else { return [] }
    let (was, now) = (name(old), name(new))
    return part.reversed().filter { word in
      word.text == was || UseCaseHeading.joined(word.text[...]).uppercased() == was.uppercased()
        || DocumentID(word.text).text == was
    }.map { [TextEdit(written.bytes(of: $0.letters), now)] }
  }

  func name(_ target: String) -> String {
    target.hasPrefix("goto ") ? String(target.dropFirst(5)) : target
  }

  func isID(_ target: String) -> Bool {
    target.hasPrefix("goto ") || target.first?.isNumber == true
  }

  /// Other words in place of those that say the old target.
  private func phrases(
    in part: [Word], _ old: String, _ new: String, _ turn: Turn?
  ) -> [[TextEdit]] {
    let isCell = part.count < 4 && target(part[...], isCell: true) == old
    let starts = isCell ? [0] : part.indices.filter { says(part[$0...], old, turn) }
    // "Go back to the beginning": all of it.
    let isTurn = !isCell && starts.first == 0 && target(part[...], isCell: false) != old
    guard var start = isTurn ? 0 : starts.last, let last = part.last else { return [] }
    // "The use case" before "resumes", "the system" before "returns".
    while start > 0, DocumentChange.subjects.contains(PlainWords.folded(part[start - 1].text)) {
      start -= 1
    }
    let letters = part[start].letters.lowerBound..<last.letters.upperBound
    let isStart = part[start].text.first?.isUppercase == true
    return words(for: new, short: isCell).flatMap { words in
      let first = isStart || isCell ? words.prefix(1).uppercased() : words.prefix(1).lowercased()
      return spellings(first + words.dropFirst()).map {
        [TextEdit(written.bytes(of: letters), $0)]
      }
    }
  }

  /// Words that may stand before "resumes" and "ends", and say nothing besides.
  private static let subjects = TurnWords.wholes.union(TurnWords.helpers)
    .union(ScenarioWords.systems).union([
      "the", "use", "this", "system", "der", "die", "das", "le", "la", "les", "cas", "el", "caso",
      "o", "a", "os", "het", "il", "lo", "l'utilisation",
    ])

  /// A sentence, or a word in an empty cell, after what a row says.
  private func added(
    to row: Range<Int>, _ parts: [[Word]], _ value: EditValue?, _ new: String
  ) -> [[TextEdit]] {
    guard case .mapping(let pairs)? = value,
      let words = pairs.first(where: { BoundDraft.kinds.contains($0.key) })?.value.text
    else { return [] }
    var ways: [[TextEdit]] = []
    let bars = row.filter { written.scalars[$0] == "|" }
    if let bar = bars.last {
      // `| 2 | System works | |`
      let before = written.string(row.lowerBound..<bar)
      let isEmpty = before.trimmed.hasSuffix("|")
      let place = written.bytes(of: bar..<bar)
      for words in self.words(for: new, short: true) where isEmpty {
        ways.append([TextEdit(place, before.hasSuffix(" ") ? "\(words) " : " \(words) ")])
      }
    }
    for letters in written.places(of: Array(words.unicodeScalars), in: row) {
      guard var end = letters.last.map({ $0 + 1 }) else { continue }
      let marks = written.format.marks.unicodeScalars
      while end < row.upperBound, marks.contains(written.scalars[end]) {
        end += 1
      }
      let hasStop = end < row.upperBound && written.scalars[end] == "."
      let place = written.bytes(of: (end + (hasStop ? 1 : 0))..<(end + (hasStop ? 1 : 0)))
      for sentence in self.words(for: new, short: false) {
        let text = sentence.prefix(1).uppercased() + sentence.dropFirst()
        ways.append([TextEdit(place, "\(hasStop ? "" : ".") \(text)\(hasStop ? "." : "")")])
      }
    }
    return ways
  }
}
