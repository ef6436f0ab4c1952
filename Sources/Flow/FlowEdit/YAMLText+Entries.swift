// The entries of lists and mappings as text.
extension YAMLText {
  /// The place after the colon of a key.
  func colonEnd(of key: YAMLNode) -> Int {
    let rest = bytes[key.range.upperBound...]
    return (rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.startIndex) + 1
  }

  /// The bytes of each entry: a key with its value, or an item with its dash.
  func entries(of node: YAMLNode) -> [Range<Int>] {
    guard !node.isMapping else {
      return zip(node.keys, node.children).map { key, value in
        key.range.lowerBound..<max(colonEnd(of: key), value.range.upperBound)
      }
    }
    guard node.style == .lines else { return node.children.map(\.range) }
    var place = node.range.lowerBound
    return node.children.map { item in
      let dash = nextSign(from: place)
      place = max(dash + 1, item.range.upperBound)
      return dash..<place
    }
  }

  /// The next byte that is not blank and not in a comment.
  private func nextSign(from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "#") {
        place = lineEnd(place)
      } else if bytes[place] == 0x20 || bytes[place] == 0x09 || isBreak(place) {
        place += 1
      } else {
        break
      }
    }
    return place
  }

  /// An entry with the comments right above it, up to the end of its last line.
  private func block(_ entry: Range<Int>) -> Range<Int> {
    start(ofBlock: entry)..<lineEnd(entry.upperBound)
  }

  func start(ofBlock entry: Range<Int>) -> Int {
    var start = lineStart(entry.lowerBound)
    let margin = entry.lowerBound - start
    while start > firstByte {
      let line = lineStart(start - (isCRLF(before: start) ? 2 : 1))
      let rest = bytes[line..<lineEnd(line)]
      guard rest.prefix(while: { $0 == 0x20 }).count == margin,
        rest.dropFirst(margin).first == UInt8(ascii: "#")
      else { break }
      start = line
    }
    return start
  }

  private func isCRLF(before place: Int) -> Bool {
    place > 1 && bytes[place - 1] == 0x0A && bytes[place - 2] == 0x0D
  }

  /// Whether a blank line is between two places.
  private func hasBlankLine(_ start: Int, _ end: Int) -> Bool {
    var line = nextLine(start)
    while line < end {
      if isBlank(line) { return true }
      line = nextLine(line)
    }
    return false
  }

  private func isBlank(_ line: Int) -> Bool {
    line < bytes.count && bytes[line..<lineEnd(line)].allSatisfy { $0 == 0x20 }
  }

  // MARK: Adding

  /// - Parameter owner: the key of the list or mapping.
  func inserting(
    _ entry: EditEntry, in path: [Int], at index: Int, owner: String?
  ) -> [TextEdit] {
    inserting(entry, in: path, at: index, owner: owner, among: entries(of: node(path)))
  }

  /// - Parameter all: the bytes of the entries that are there.
  func inserting(
    _ entry: EditEntry, in path: [Int], at index: Int, owner: String?, among all: [Range<Int>]
  ) -> [TextEdit] {
    let node = node(path)
    guard node.style == .lines else { return insertingInline(entry, path, all, index, owner) }
    guard let first = all.first else { return [] }
    let lines = EntryWriter.lines(entry, margin: column(first.lowerBound), owner: owner)
    let written = lines.joined(separator: lineBreak)
    guard index > 0 else {
      guard isFirst(first.lowerBound) else {
        let margin = column(first.lowerBound)
        let line = written.dropFirst(margin) + lineBreak + ScalarWriter.spaces(margin)
        return [TextEdit(first.lowerBound..<first.lowerBound, String(line))]
      }
      let start = start(ofBlock: first)
      let isSpaced = all.count > 1 && hasBlankLine(first.upperBound, all[1].lowerBound)
      return [
        TextEdit(start..<start, written + lineBreak + (isSpaced ? lineBreak : ""))
      ]
    }
    let end = all[index - 1].upperBound
    // As its neighbours are.
    let isSpaced =
      (index < all.count ? hasBlankLine(end, all[index].lowerBound) : index > 1)
      && (index == 1 || hasBlankLine(all[index - 2].upperBound, all[index - 1].lowerBound))
    let space = isSpaced ? lineBreak : ""
    let place = lineEnd(end)
    return [TextEdit(place..<place, lineBreak + space + written)]
  }

  private func insertingInline(
    _ entry: EditEntry, _ path: [Int], _ all: [Range<Int>], _ index: Int, _ owner: String?
  ) -> [TextEdit] {
    let node = node(path)
    let written = EntryWriter.inline(entry, for: owner)
    guard let first = all.first else {
      return [TextEdit(node.range, node.isMapping ? "{ \(written) }" : "[\(written)]")]
    }
    if let edit = opening(path, all, entry, at: index, written.count) { return [edit] }
    if index == 0 {
      return [TextEdit(first.lowerBound..<first.lowerBound, written + ", ")]
    }
    let end = all[index - 1].upperBound
    return [TextEdit(end..<end, ", " + written)]
  }

  /// Puts the entries of a row on lines of their own, if its line would become too long.
  private func opening(
    _ path: [Int], _ all: [Range<Int>], _ entry: EditEntry, at index: Int, _ length: Int
  ) -> TextEdit? {
    let node = node(path)
    guard case .pair(let key, let value) = entry, let last = path.last else { return nil }
    let parent = self.node(path.dropLast())
    let end = lineEnd(node.range.upperBound)
    let count = column(end)
    guard parent.isMapping, parent.style == .lines, end == lineEnd(node.range.lowerBound),
      count <= ScalarWriter.width, count + 2 + length > ScalarWriter.width
    else { return nil }
    let owner = parent.keys[last]
    let colon = colonEnd(of: owner)
    let margin = column(owner.range.lowerBound) + 2
    var lines = all.map { ScalarWriter.spaces(margin) + string($0) }
    lines.insert(
      contentsOf: EntryWriter.lines(.pair(key, value), margin: margin, owner: nil), at: index)
    let text = lines.map { lineBreak + $0 }.joined()
    return TextEdit(colon..<node.range.upperBound, text)
  }

  // MARK: Removing and moving

  func removing(_ index: Int, in path: [Int], withComments: Bool) -> TextEdit {
    let node = node(path)
    let all = entries(of: node)
    let entry = all[index]
    if node.style == .inline { return removingInline(index, all) }
    if !isFirst(entry.lowerBound), index + 1 < all.count {
      return TextEdit(entry.lowerBound..<all[index + 1].lowerBound, "")
    }
    var start = withComments ? start(ofBlock: entry) : lineStart(entry.lowerBound)
    let end = nextLine(entry.upperBound)
    let isLast = end == bytes.count
    if start > firstByte {
      let above = lineStart(start - (isCRLF(before: start) ? 2 : 1))
      // Of two blank lines that would meet, one goes.
      if isBlank(above), isLast || isBlank(end) { start = above }
    }
    // The last line of the file may have no line break, which that above it then lacks too.
    if isLast, start > firstByte, end == lineEnd(end), !isBreak(end - 1) {
      start -= isCRLF(before: start) ? 2 : 1
    }
    return TextEdit(start..<end, "")
  }

  private func removingInline(_ index: Int, _ all: [Range<Int>]) -> TextEdit {
    let entry = all[index]
    let range =
      index + 1 < all.count
      ? entry.lowerBound..<all[index + 1].lowerBound
      : all[index - 1].upperBound..<entry.upperBound
    // A comment beside an entry stays. A comma may stand before a closing bracket.
    let gap =
      index + 1 < all.count
      ? entry.upperBound..<range.upperBound : range.lowerBound..<entry.lowerBound
    guard bytes[gap].contains(UInt8(ascii: "#")) else { return TextEdit(range, "") }
    guard index + 1 < all.count,
      let comma = bytes[gap].firstIndex(of: UInt8(ascii: ",")),
      !bytes[gap.lowerBound..<comma].contains(UInt8(ascii: "#"))
    else { return TextEdit(entry, "") }
    return TextEdit(entry.lowerBound..<comma + 1, "")
  }

  func moving(in path: [Int], from: Int, to index: Int) throws(EditRefusal) -> [TextEdit] {
    let node = node(path)
    let all = entries(of: node)
    guard node.style == .inline || all.allSatisfy({ isFirst($0.lowerBound) }) else {
      throw EditRefusal("entries that share a line with something else cannot be moved")
    }
    let slots = node.style == .inline ? all : all.map { block($0) }
    var order = Array(slots.indices)
    order.insert(order.remove(at: from), at: index)
    return slots.indices.filter { order[$0] != $0 }.map {
      TextEdit(slots[$0], string(slots[order[$0]]))
    }
  }
}
