internal import Diagnostics
internal import FlowEdit
internal import Markup

// The lines and columns that are drawn around words: below titles, and in tables of
// reStructuredText.
extension DocumentChange {
  // MARK: Tables

  /// What keeps the columns of a drawn table in their places after other words.
  func aligned(after range: Range<Int>, _ text: String) -> [TextEdit] {
    guard written.format == .structured else { return [] }
    let end = written.lineEnd(range.upperBound)
    var start = range.upperBound
    while start < end {
      guard written.scalars[start] == " " else {
        start += 1
        continue
      }
      let run = written.scalars[start..<end].prefix { $0 == " " }.count
      let next = start + run
      let count = run - (text.unicodeScalars.count - range.count)
      if next < end, run > 1 || written.scalars[next] == "|" {
        guard count > 0 else { return [] }
        let spaces = String(repeating: " ", count: count)
        return [TextEdit(written.bytes(of: start..<next), spaces)]
      }
      start = next
    }
    return []
  }

  /// What follows words that are longer than those that stood there, with its columns in their
  /// places. Nil if there is no room.
  ///
  /// - Parameter growth: by how many letters they are longer.
  static func aligned(_ rest: String, by growth: Int) -> String? {
    let line = rest.prefix { !$0.isNewline }
    var start = line.startIndex
    while let open = line[start...].firstIndex(of: " ") {
      let spaces = line[open...].prefix { $0 == " " }
      let isBar = spaces.endIndex < line.endIndex && line[spaces.endIndex] == "|"
      guard spaces.endIndex < line.endIndex, spaces.count > 1 || isBar else {
        start = spaces.endIndex
        continue
      }
      let count = spaces.count - growth
      guard count >= (isBar ? 1 : 2) else { return nil }
      return rest.replacingCharacters(
        in: spaces.startIndex..<spaces.endIndex, with: String(repeating: " ", count: count))
    }
    return rest
  }

  // MARK: Titles

  /// A copy of a title with lines below and above it that are as long as it needs them.
  static func underlined(_ copy: String, like old: String) -> String {
    var lines = copy.lines.map(String.init)
    let were = old.lines.map(String.init)
    guard let last = lines.last, lines.count > 1, lines.count < 4, were.count == lines.count,
      isRule(last)
    else { return copy }
    let place = lines.count - 2
    let (count, grown) = (were[place].count, lines[place].count)
    for index in lines.indices where index != place {
      guard let mark = lines[index].first, isRule(lines[index]) else { return copy }
      let length = were[index].count > count ? max(were[index].count, grown) : grown
      lines[index] = String(repeating: mark, count: length)
    }
    return lines.joined(separator: copy.contains("\r\n") ? "\r\n" : "\n")
  }

  /// Whether a line is one that is drawn below a title, or above it.
  static func isRule(_ line: String) -> Bool {
    guard let mark = line.first, line.count >= 3, line.allSatisfy({ $0 == mark }) else {
      return false
    }
    return !mark.isLetter && !mark.isNumber && mark != " "
  }

  /// A change with lines below and above titles that are as long as these need them.
  func underlined(_ edits: [TextEdit]) -> [TextEdit] {
    guard written.format == .structured || written.format == .asciiDoc else { return edits }
    var rules: [TextEdit] = []
    var titles: [Int: [TextEdit]] = [:]
    for edit in edits where !edit.text.contains(where: \.isNewline) {
      let letter = written.letters(in: edit.range.lowerBound..<edit.range.lowerBound).lowerBound
      titles[written.lineStart(letter), default: []].append(edit)
    }
    for (start, edits) in titles { rules += self.rules(of: start, edits) }
    return (edits + rules).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The lines around a title that changes.
  private func rules(of start: Int, _ edits: [TextEdit]) -> [TextEdit] {
    let end = written.lineEnd(start)
    let title = written.bytes(of: start..<end)
    guard edits.allSatisfy({ title.lowerBound <= $0.range.lowerBound }),
      edits.allSatisfy({ $0.range.upperBound <= title.upperBound })
    else { return [] }
    func text(_ range: Range<Int>) -> String {
      String(decoding: file.bytes[range], as: UTF8.self)
    }
    let count = text(title).count
    let grown = edits.reduce(count) { $0 + $1.text.count - text($1.range).count }
    func rule(_ start: Int) -> TextEdit? {
      let line = written.bytes(of: start..<written.lineEnd(start))
      let marks = text(line)
      guard DocumentChange.isRule(marks), let mark = marks.first else { return nil }
      // AsciiDoc allows one more or less.
      guard written.format == .structured ? marks.count >= count : abs(marks.count - count) < 2
      else { return nil }
      let length =
        written.format == .structured && marks.count > count ? max(marks.count, grown) : grown
      return length == marks.count ? nil : TextEdit(line, String(repeating: mark, count: length))
    }
    let next = written.nextLine(end)
    guard next > end, let below = rule(next) else { return [] }
    let above =
      start > 0 && written.format == .structured
      ? rule(written.lineStart(start - 1)) : nil
    return [above, below].compactMap(\.self)
  }
}
