/// A place in a file as people count: both from 1, the column in Unicode scalars.
package struct LinePlace: Hashable, Sendable {
  package let line: Int
  package let column: Int
}

extension FlowEdit.File {
  /// The edits with their places in lines and columns.
  package var lineEdits: [(start: LinePlace, end: LinePlace, text: String)] {
    let bytes = before ?? []
    var line = 1
    var column = 1
    var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func position(_ offset: Int) -> LinePlace {
      while place < offset {
        let byte = bytes[place]
        place += 1
        // CR LF is one line break. So is CR alone.
        if byte == 0x0A || byte == 0x0D && !(place < bytes.count && bytes[place] == 0x0A) {
          (line, column) = (line + 1, 1)
        } else if place >= bytes.count || bytes[place] & 0xC0 != 0x80 {
          column += 1
        }
      }
      return LinePlace(line: line, column: column)
    }
    return edits.map { edit in
      (position(edit.range.lowerBound), position(edit.range.upperBound), edit.text)
    }
  }
}

// MARK: Patches

extension FlowEdit {
  /// The change as a patch that `git apply` and `patch -p1` take, if all its files are text; the
  /// lines of the others are those that people read in them.
  package var patch: String { files.map(\.patch).joined() }
}

extension FlowEdit.File {
  private static let context = 3

  /// Lines in place of some lines.
  private struct Block {
    var old: Range<Int>
    var new: [ArraySlice<UInt8>]
  }

  fileprivate var patch: String {
    let old = FlowEdit.File.lines(shown?.before ?? before ?? [])
    let blocks = self.blocks(old)
    guard !blocks.isEmpty else { return "" }
    var text = "--- \(before == nil ? "/dev/null" : "a/\(path)")\n"
    text += "+++ \(after == nil ? "/dev/null" : "b/\(path)")\n"
    var shift = 0
    var rest = blocks[...]
    while let first = rest.first {
      // Blocks whose lines of context would meet are in one part.
      var group = [first]
      rest = rest.dropFirst()
      while let next = rest.first, let last = group.last,
        next.old.lowerBound - last.old.upperBound <= 2 * FlowEdit.File.context
      {
        group.append(next)
        rest = rest.dropFirst()
      }
      text += FlowEdit.File.part(group, old, &shift)
    }
    return text
  }

  private static func part(
    _ group: [Block], _ old: [ArraySlice<UInt8>], _ shift: inout Int
  ) -> String {
    let first = group.first?.old.lowerBound ?? 0
    let last = group.last?.old.upperBound ?? 0
    let (start, end) = (max(first - context, 0), min(last + context, old.count))
    let grown = group.reduce(0) { $0 + $1.new.count - $1.old.count }
    let count = end - start + grown
    let newStart = start + shift
    shift += grown
    func range(_ start: Int, _ count: Int) -> String {
      "\(count == 0 ? start : start + 1),\(count)"
    }
    var text = "@@ -\(range(start, end - start)) +\(range(newStart, count)) @@\n"
    var place = start
    for block in group {
      for line in old[place..<block.old.lowerBound] { text += shown(" ", line) }
      for line in old[block.old] { text += shown("-", line) }
      for line in block.new { text += shown("+", line) }
      place = block.old.upperBound
    }
    for line in old[place..<end] { text += shown(" ", line) }
    return text
  }

  private static func shown(_ sign: String, _ line: ArraySlice<UInt8>) -> String {
    let text = sign + String(decoding: line, as: UTF8.self)
    return line.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }

  /// The lines of a file, each with its line feed.
  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for place in bytes.indices where bytes[place] == 0x0A {
      lines.append(bytes[start...place])
      start = place + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  /// The lines that differ.
  private func blocks(_ old: [ArraySlice<UInt8>]) -> [Block] {
    guard let before = shown?.before ?? before, after != nil else {
      let new = FlowEdit.File.lines(after ?? [])
      return [Block(old: old.indices, new: new)]
    }
    var starts = old.map(\.startIndex)
    starts.append(before.count)
    func line(_ offset: Int) -> Int {
      max((starts.firstIndex { $0 > offset } ?? old.count) - 1, 0)
    }
    // Edits in the same lines belong together.
    var groups: [(lines: Range<Int>, edits: [TextEdit])] = []
    for edit in shown?.edits ?? edits {
      let first = min(line(edit.range.lowerBound), old.count)
      let last = min(line(edit.range.upperBound) + 1, old.count)
      if let group = groups.last, group.lines.upperBound >= first {
        groups[groups.count - 1] = (
          group.lines.lowerBound..<max(last, group.lines.upperBound), group.edits + [edit]
        )
      } else {
        groups.append((first..<max(first, last), [edit]))
      }
    }
    return groups.map { lines, edits in
      let start = starts[lines.lowerBound]
      let part = Array(before[start..<starts[lines.upperBound]])
      let moved = edits.map {
        TextEdit($0.range.lowerBound - start..<$0.range.upperBound - start, $0.text)
      }
      let new = FlowEdit.File.lines(moved.apply(to: part))
      let same = zip(old[lines], new).prefix { $0.elementsEqual($1) }.count
      let most = min(lines.count, new.count) - same
      let tail = zip(old[lines].reversed(), new.reversed())
        .prefix { $0.elementsEqual($1) }.prefix(most).count
      return Block(
        old: lines.lowerBound + same..<lines.upperBound - tail,
        new: Array(new[same..<new.count - tail]))
    }
  }
}
