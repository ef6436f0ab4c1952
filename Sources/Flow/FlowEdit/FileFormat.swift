package import Diagnostics

/// A file with the spaces that our files have: two for each level, one after a colon, one line
/// between parts. What is written stays as it is, and so do comments, quotes and the lines that
/// somebody has begun.
package struct FileFormat {
  private let text: YAMLText
  private var edits: [TextEdit] = []
  /// The column for each line that begins an entry, by the place where the line begins.
  private var margins: [Int: Int] = [:]
  /// The lines of texts of several lines, and of their blank lines, whose ends stay.
  private var kept: Set<Int> = []

  /// What is changed in a file: nothing, if it is written so.
  package static func edits(of file: SourceFile) throws(EditRefusal) -> [TextEdit] {
    let text = try YAMLText(file)
    var format = FileFormat(text)
    format.align(text.root, at: 0, Owner(was: 0, column: 0))
    format.writeLines()
    let edits = format.edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    let after = edits.apply(to: file.bytes)
    guard let changed = try? YAMLText(SourceFile(path: file.path, bytes: after)),
      changed.root.value == text.root.value
    else { throw EditRefusal("`\(file.path)` is written in a way that cannot be formatted") }
    return edits
  }

  private init(_ text: YAMLText) { self.text = text }

  // MARK: Entries

  /// What a value belongs to: a key or a dash.
  private struct Owner {
    /// Its column in the file.
    let was: Int
    /// The column that it gets.
    let column: Int
  }

  /// Puts the entries of a node at a column.
  private mutating func align(_ node: YAMLNode, at column: Int, _ owner: Owner) {
    switch node.style {
    case .lines where node.isMapping:
      for (key, value) in zip(node.keys, node.children) {
        let place = key.range.lowerBound
        begin(place, column)
        let colon = text.colonEnd(of: key)
        space(key.range.upperBound..<colon - 1, "")
        follow(value, colon)
        align(value, at: column + 2, Owner(was: text.column(place), column: column))
      }
    case .lines:
      for (entry, item) in zip(text.entries(of: node), node.children) {
        let place = entry.lowerBound
        begin(place, column)
        follow(item, place + 1)
        align(item, at: column + 2, Owner(was: text.column(place), column: column))
      }
    case .inline: bracket(node, owner)
    case .plain, .single, .double, .block: shift(node, owner)
    }
  }

  /// An entry that is the first of its line begins at a column.
  private mutating func begin(_ place: Int, _ column: Int) {
    if text.isFirst(place) { margins[text.lineStart(place)] = column }
  }

  /// One blank between a colon or dash and what follows in its line.
  private mutating func follow(_ value: YAMLNode, _ end: Int) {
    guard !value.range.isEmpty, value.range.lowerBound > end,
      text.lineStart(value.range.lowerBound) == text.lineStart(end)
    else { return }
    space(end..<value.range.lowerBound, " ")
  }

  /// Other blanks in a place that has nothing but blanks.
  private mutating func space(_ range: Range<Int>, _ new: String) {
    let old = text.bytes[range]
    guard old.allSatisfy({ $0 == 0x20 || $0 == 0x09 }), !old.elementsEqual(new.utf8) else { return }
    edits.append(TextEdit(range, new))
  }

  /// What stands between brackets: blanks within braces, one after each comma. Lines that it has
  /// more than one of keep their blanks and move together.
  private mutating func bracket(_ node: YAMLNode, _ owner: Owner) {
    let lines = lines(of: node.range)
    guard lines.count == 1 else { return move(lines, of: node, owner) }
    let parts =
      node.isMapping
      ? zip(node.keys, node.children).map { $0.range.lowerBound..<end(of: $0, $1) }
      : node.children.map(\.range)
    let pad = node.isMapping && !parts.isEmpty ? " " : ""
    var place = node.range.lowerBound + 1
    for (index, part) in parts.enumerated() {
      space(place..<part.lowerBound, index == 0 ? pad : " ")
      place = part.upperBound
      if let comma = text.bytes[place...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
        comma < node.range.upperBound, text.bytes[comma] == UInt8(ascii: ",")
      {
        space(place..<comma, "")
        place = comma + 1
      }
    }
    space(place..<node.range.upperBound - 1, pad)
    for (key, value) in zip(node.keys, node.children) {
      let colon = text.colonEnd(of: key)
      space(key.range.upperBound..<colon - 1, "")
      follow(value, colon)
    }
    for child in node.children where child.style == .inline { bracket(child, owner) }
  }

  private func end(of key: YAMLNode, _ value: YAMLNode) -> Int {
    max(text.colonEnd(of: key), value.range.upperBound)
  }

  // MARK: Values of several lines

  /// The beginnings of the lines of a range, also of an empty one where it ends.
  private func lines(of range: Range<Int>) -> [Int] {
    var lines = [text.lineStart(range.lowerBound)]
    while case let next = text.nextLine(lines[lines.count - 1]), next <= range.upperBound,
      next > lines[lines.count - 1], next < text.bytes.count
    {
      lines.append(next)
    }
    return lines
  }

  /// The lines of a text of several lines go two columns beyond what it belongs to.
  private mutating func shift(_ node: YAMLNode, _ owner: Owner) {
    guard !node.range.isEmpty else { return }
    var lines = lines(of: node.range)
    // A text may begin below its key.
    if node.style == .block || !text.isFirst(node.range.lowerBound) { lines.removeFirst() }
    guard node.style == .block else {
      for line in lines {
        if isBlank(line) { kept.insert(line) } else { margins[line] = owner.column + 2 }
      }
      return
    }
    kept.formUnion(lines)
    let header = text.bytes[node.range.lowerBound..<text.lineEnd(node.range.lowerBound)]
    let hasWidth = header.prefix { $0 != UInt8(ascii: "#") }.contains { (49...57).contains($0) }
    let margin = lines.filter { !isBlank($0) }.map(blanks).min() ?? 0
    // A width that is written counts from the column of the key.
    let shift = hasWidth ? owner.column - owner.was : owner.column + 2 - margin
    for line in lines where blanks(line) >= margin { margins[line] = max(0, blanks(line) + shift) }
  }

  /// Lines between brackets keep their places to each other.
  private mutating func move(_ lines: [Int], of node: YAMLNode, _ owner: Owner) {
    for line in lines.dropFirst(text.isFirst(node.range.lowerBound) ? 0 : 1) {
      if isBlank(line) {
        kept.insert(line)
      } else {
        margins[line] = max(0, blanks(line) + owner.column - owner.was)
      }
    }
  }

  // MARK: Lines

  private func blanks(_ line: Int) -> Int {
    text.bytes[line...].prefix { $0 == 0x20 }.count
  }

  private func isBlank(_ line: Int) -> Bool {
    text.bytes[line..<text.lineEnd(line)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private func isComment(_ line: Int) -> Bool {
    text.bytes[line...].drop { $0 == 0x20 }.first == UInt8(ascii: "#")
  }

  /// Writes margins, takes blanks from the ends of lines, and leaves one blank line of several.
  private mutating func writeLines() {
    var lines: [Int] = []
    var place = text.firstByte
    while place < text.bytes.count {
      lines.append(place)
      place = text.nextLine(place)
    }
    alignComments(lines)
    let last = lines.last { kept.contains($0) || !isBlank($0) } ?? 0
    var wasBlank = true
    for line in lines {
      let end = text.lineEnd(line)
      if kept.contains(line) {
        write(line, margins[line])
        wasBlank = false
      } else if isBlank(line) {
        if wasBlank || line > last {
          edits.append(TextEdit(line..<text.nextLine(line), ""))
        } else {
          space(line..<end, "")
        }
        wasBlank = true
      } else {
        write(line, margins[line])
        wasBlank = false
        let trailing = text.bytes[line..<end].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        space(end - trailing..<end, "")
      }
    }
    // A line break after a text of several lines would be a part of it.
    if !kept.contains(last), text.nextLine(last) == text.bytes.count,
      text.lineEnd(last) == text.bytes.count
    {
      edits.append(TextEdit(text.bytes.count..<text.bytes.count, text.lineBreak))
    }
  }

  /// A comment goes with what is below it, or with what is above it in the same column.
  private mutating func alignComments(_ lines: [Int]) {
    let entries = lines.indices.filter { margins[lines[$0]] != nil && !kept.contains(lines[$0]) }
    for (index, line) in lines.enumerated() where isComment(line) && margins[line] == nil {
      guard !kept.contains(line) else { continue }
      let next = entries.first { $0 > index }
      let before = entries.last { $0 < index && blanks(lines[$0]) == blanks(line) }
      let isOfNext = next.map { blanks(lines[$0]) == blanks(line) } ?? false
      if let home = isOfNext ? next : before ?? next { margins[line] = margins[lines[home]] }
    }
  }

  private mutating func write(_ line: Int, _ margin: Int?) {
    guard let margin else { return }
    space(line..<line + blanks(line), ScalarWriter.spaces(margin))
  }
}
