/// What is changed in the text that people read in a file that is no text itself, such as a
/// document of Word.
package struct ShownText: Hashable, Sendable {
  let before: [UInt8]
  let edits: [TextEdit]

  private init(before: [UInt8], edits: [TextEdit]) {
    (self.before, self.edits) = (before, edits)
  }

  /// A text that becomes another one, line by line.
  package init(before: [UInt8], after: [UInt8]) {
    let (old, new) = (FlowEdit.File.lines(before), FlowEdit.File.lines(after))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let line, _, _): removed.insert(line)
      case .insert(let line, _, _): inserted.insert(line)
      }
    }
    var edits: [TextEdit] = []
    var (line, other, place) = (0, 0, 0)
    while line < old.count || other < new.count {
      let start = place
      var text: [UInt8] = []
      while removed.contains(line) {
        place += old[line].count
        line += 1
      }
      while inserted.contains(other) {
        text += new[other]
        other += 1
      }
      if start < place || !text.isEmpty {
        edits.append(TextEdit(start..<place, String(decoding: text, as: UTF8.self)))
      }
      guard line < old.count else { continue }
      place += old[line].count
      (line, other) = (line + 1, other + 1)
    }
    self.init(before: before, edits: edits)
  }

  func followed(by next: ShownText) -> ShownText {
    ShownText(before: before, edits: edits.followed(by: next.edits, of: before.count))
  }

  var inverse: ShownText {
    ShownText(before: edits.apply(to: before), edits: edits.inverse(of: before))
  }
}

extension [TextEdit] {
  /// These edits and then other ones, as edits of the file of `count` bytes that was there first.
  func followed(by next: [TextEdit], of count: Int) -> [TextEdit] {
    var text = EditedText(count: count)
    text.apply(self)
    text.apply(next)
    return text.edits
  }
}
