internal import Diagnostics
internal import YAMLTree

/// Changes of a binding file: pieces of its text in place of others. All other text stays.
struct BindingUpdate {
  private let bound: BoundDraft
  private let rows: [BindableRow]
  private let scalars: [Unicode.Scalar]
  private var edits: [(range: Range<Int>, text: String)] = []
  private(set) var moved: [String] = []
  private(set) var reworded: [String] = []
  private(set) var asked = 0
  private(set) var problem: String?

  init(_ bound: BoundDraft) {
    self.bound = bound
    rows = bound.match.rows
    let bytes = bound.binding.file.bytes
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    scalars = Array(String(decoding: body, as: UTF8.self).unicodeScalars)
  }

  /// The file after the changes. Nil if there are none.
  var text: String? {
    guard !edits.isEmpty else { return nil }
    var view = String.UnicodeScalarView()
    var place = 0
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in sorted where edit.range.lowerBound >= place {
      view.append(contentsOf: scalars[place..<edit.range.lowerBound])
      view.append(contentsOf: edit.text.unicodeScalars)
      place = edit.range.upperBound
    }
    view.append(contentsOf: scalars[place...])
    return String(view)
  }

  private var lineBreak: String {
    guard let place = scalars.firstIndex(of: "\n") else { return "\n" }
    return place > 0 && scalars[place - 1] == "\r" ? "\r\n" : "\n"
  }

  private static func range(_ span: Span) -> Range<Int> { Int(span.start)..<Int(span.end) }

  // MARK: Entries that follow their rows

  /// Gives entries the ids and the words that their rows have now.
  mutating func follow() {
    for (index, entry) in bound.binding.entries.enumerated() {
      guard let place = bound.match.rowOfEntry[index] else { continue }
      let row = rows[place]
      if bound.match.row(entry.id) != place {
        edits.append((BindingUpdate.range(entry.span), BindingDraft.key(row.reference)))
        moved.append("\(entry.id) -> \(row.reference)")
      }
      let words = BindingDraft.kept(place, rows)
      if let old = entry.words {
        guard bound.match.ways[index] == .changed, old != words else { continue }
        edits.append((BindingUpdate.range(entry.wordsSpan), YAMLScalar.text(words, inline: true)))
        if !BindingWords.isSame(old, row.text), !BindingWords.isSame(old, row.longText) {
          reworded.append(row.reference)
        }
      } else if let first = entry.pairs.first {
        remember(words, before: first, entry)
      }
    }
  }

  /// Writes the words of a row into an entry that has none.
  private mutating func remember(
    _ words: String, before first: BindingNode.Pair, _ entry: BindingFile.Entry
  ) {
    let start = Int(first.keySpan.start)
    let between = scalars[Int(entry.span.end)..<start]
    let isInline = between.contains("{")
    let said =
      "\(BindingFile.words): \(YAMLScalar.text(words, inline: isInline))"
    let space =
      isInline ? ", " : lineBreak + String(repeating: " ", count: start - lineStart(start))
    edits.append((start..<start, said + space))
  }

  // MARK: Questions

  /// Adds the questions that nobody was asked yet.
  mutating func ask(_ questions: [BindingQuestion]) {
    let entries = bound.binding.entries
    var entryOfRow: [Int: Int] = [:]
    for (entry, row) in bound.match.rowOfEntry.enumerated() {
      if let row { entryOfRow[row] = entry }
    }
    var groups: [(row: Int, questions: [BindingQuestion])] = []
    for question in questions {
      if groups.last?.row == question.row {
        groups[groups.count - 1].questions.append(question)
      } else {
        groups.append((question.row, [question]))
      }
    }
    var isFirst = true
    for (row, questions) in groups {
      if let entry = entryOfRow[row] {
        // Who was asked before has answered, or does not want to.
        let wasAsked = entries[entry].words != nil && bound.match.ways[entry] == .same
        let end = blockEnd(entry)
        let block = String(String.UnicodeScalarView(scalars[Int(entries[entry].span.start)..<end]))
        let new = questions.filter {
          !block.contains("# \($0.key):") && !block.contains("#\($0.key):")
            && ($0.key == "if" || !wasAsked)
        }
        guard !new.isEmpty, !isInline(entry) else { continue }
        add(new.flatMap { BindingDraft.lines($0, indent(entry) + "  ") }, at: end)
        asked += new.count
        continue
      }
      asked += questions.count
      let before = entries.indices.last { index in
        bound.match.rowOfEntry[index].map { $0 < row } ?? false
      }
      let margin = entries.first.map { _ in indent(0) } ?? "  "
      var lines = [
        "\(margin)\(BindingDraft.key(rows[row].reference)):",
        "\(margin)  \(BindingDraft.words(of: row, in: rows))",
      ]
      lines += questions.flatMap { BindingDraft.lines($0, margin + "  ") }
      if entries.isEmpty {
        if isFirst { lines.insert("rows:", at: 0) }
        isFirst = false
        add(lines, at: scalars.count)
      } else if isFirstOfLine(entries[0]) {
        add(lines, at: before.map { blockEnd($0) } ?? lineStart(Int(entries[0].span.start)))
      } else {
        problem = "`rows` is written on one line; write each entry on lines of its own"
      }
    }
  }

  /// Adds lines before a place at the beginning of a line, or at the end.
  private mutating func add(_ lines: [String], at place: Int) {
    let isOpen = place > 0 && scalars[place - 1] != "\n"
    let text = lines.map { $0 + lineBreak }.joined()
    edits.append((place..<place, isOpen && !text.isEmpty ? lineBreak + text : text))
  }

  // MARK: Lines

  private func lineStart(_ place: Int) -> Int {
    var start = place
    while start > 0, scalars[start - 1] != "\n" { start -= 1 }
    return start
  }

  private func lineEnd(_ place: Int) -> Int {
    var end = place
    while end < scalars.count, scalars[end] != "\n" { end += 1 }
    return min(end + 1, scalars.count)
  }

  private func isFirstOfLine(_ entry: BindingFile.Entry) -> Bool {
    let start = Int(entry.span.start)
    return scalars[lineStart(start)..<start].allSatisfy { $0 == " " }
  }

  private func indent(_ entry: Int) -> String {
    let start = Int(bound.binding.entries[entry].span.start)
    return String(repeating: " ", count: start - lineStart(start))
  }

  private func isInline(_ entry: Int) -> Bool {
    let entry = bound.binding.entries[entry]
    let line = scalars[Int(entry.span.end)..<lineEnd(Int(entry.span.end))]
    return line.contains("{")
  }

  /// Where the lines of an entry end, with the comments in it.
  private func blockEnd(_ entry: Int) -> Int {
    let start = Int(bound.binding.entries[entry].span.start)
    let margin = start - lineStart(start)
    var end = lineEnd(start)
    var line = end
    while line < scalars.count {
      let next = lineEnd(line)
      let text = scalars[line..<next]
      let isBlank = text.allSatisfy { [" ", "\n", "\r", "\t"].contains($0) }
      guard isBlank || text.prefix(while: { $0 == " " }).count > margin else { break }
      line = next
      if !isBlank { end = next }
    }
    return end
  }
}
