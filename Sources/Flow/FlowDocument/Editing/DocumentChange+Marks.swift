internal import Diagnostics
internal import FlowEdit

// What stands around the words of a document: marks, links, and the lines below titles.
extension DocumentChange {
  /// How a change leaves the marks of the lines that it changes. Nil if one of them has lost its
  /// other half.
  ///
  /// - Returns: whether the marks are as they were.
  func keptMarks(_ new: [UInt8]) -> Bool? {
    guard !written.format.isOffice else { return OfficeLetters.isWhole(new) ? true : nil }
    guard let change = DocumentChange.edits(from: file.bytes, to: new).first else { return true }
    let before = String(decoding: file.bytes[change.range], as: UTF8.self)
    let old = LineMarks(before, written.format)
    let now = LineMarks(change.text, written.format)
    return now == old ? true : now.isBalanced(like: old) ? false : nil
  }

  /// A change that the printer of Markdown has made, as plain text has it. Nil if it has marks that
  /// its lines did not have.
  func plain(_ edit: TextEdit) -> TextEdit? {
    guard written.format == .plain else { return edit }
    let before = String(decoding: file.bytes[edit.range], as: UTF8.self)
    var text = edit.text
    if file.bytes.ranges(of: Array("**".utf8)).isEmpty { text = text.replacing("**", with: "") }
    let isMarked = ["**", "\\", "&", "<", "`", "#", "|", "_"].contains { mark in
      text.ranges(of: mark).count > before.ranges(of: mark).count
    }
    return isMarked ? nil : TextEdit(edit.range, text)
  }

  // MARK: Words that are added

  /// The ways to add words between those that stay, or after them: outside of a link, of code and
  /// of emphasis that ends there.
  func insertions(_ was: String, _ now: String, _ letters: [Int]) -> [[TextEdit]] {
    let (old, new) = (Array(was.unicodeScalars), Array(now.unicodeScalars))
    guard new.count > old.count, letters.count == old.count else { return [] }
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    guard head + tail >= old.count else { return [] }
    // After whole words.
    var last = min(head, old.count)
    while last > 0, last < old.count, !WrittenText.isSpace(old[last]) { last -= 1 }
    guard last > 0, old.count - last <= tail, WrittenText.isSpace(new[last]) else { return [] }
    let words = String(String.UnicodeScalarView(new[last..<(last + new.count - old.count)]))
    let marks = Set(written.format.marks.unicodeScalars)
    let letter = letters[last - 1]
    var next = letter + 1
    while next < written.scalars.count, marks.contains(written.scalars[next]) { next += 1 }
    let end = written.bytes(of: letter..<(letter + 1)).upperBound
    let place = written.bytes(of: next..<next).lowerBound
    guard place > end else { return [] }
    // Emphasis of the whole sentence holds for what is added, too.
    let between = String(decoding: file.bytes[end..<place], as: UTF8.self)
    let isEmphasis = between.allSatisfy { "*_".contains($0) }
    if isEmphasis {
      let open = written.scalars[letters[0]..<letter].contains { $0 == "*" || $0 == "_" }
      let before = letters[0] > 0 ? written.scalars[letters[0] - 1] : " "
      guard open || before == "*" || before == "_" else { return [] }
    }
    return spellings(words).map { [TextEdit(place..<place, $0)] }
  }

  // MARK: Links

  /// The links of a document: all of it, its words, and its address.
  private struct Link {
    let whole: Range<Int>
    let words: Range<Int>
    let address: Range<Int>
  }

  /// The bytes of the link in whose words these stand. Nil if they stand in none.
  func wholeLink(around bytes: Range<Int>) -> Range<Int>? { link(around: bytes)?.whole }

  /// The link whose words have these bytes. Nil if they stand in none.
  private func link(around bytes: Range<Int>) -> Link? {
    let all = file.bytes
    func mark(_ text: String) -> [UInt8] { Array(text.utf8) }
    let forms: [(open: String, middle: String, close: String, isReversed: Bool)] =
      switch written.format {
      case .markdown, .plain: [("[", "](", ")", false)]
      case .structured: [("`", " <", ">`", false)]
      case .asciiDoc:
        [("<<", ",", ">>", true), ("link:", "[", "]", true), ("xref:", "[", "]", true)]
      case .html: [("<a ", ">", "</a>", true)]
      case .feature, .csv, .word, .openDocument: []
      }
    let start = all[..<bytes.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = all[bytes.upperBound...].firstIndex(of: 0x0A) ?? all.count
    for form in forms {
      guard
        let open = all[start..<bytes.lowerBound].ranges(of: mark(form.open)).last
          ?? (all[start..<bytes.upperBound].starts(with: mark(form.open))
            ? start..<(start + form.open.utf8.count) : nil)
      else { continue }
      if form.isReversed {
        guard
          let middle = all[open.upperBound..<bytes.lowerBound].ranges(of: mark(form.middle)).first,
          let close = all[bytes.upperBound..<end].ranges(of: mark(form.close)).first,
          all[middle.upperBound..<bytes.lowerBound].ranges(of: mark(form.close)).isEmpty
        else { continue }
        return Link(
          whole: open.lowerBound..<close.upperBound, words: middle.upperBound..<close.lowerBound,
          address: open.upperBound..<middle.lowerBound)
      }
      guard let middle = all[bytes.upperBound..<end].ranges(of: mark(form.middle)).first,
        let close = all[middle.upperBound..<end].ranges(of: mark(form.close)).first,
        all[open.upperBound..<bytes.lowerBound].ranges(of: mark(form.middle)).isEmpty,
        all[bytes.upperBound..<middle.lowerBound].ranges(of: mark(form.open)).isEmpty
      else { continue }
      // The `_` after a link of reStructuredText.
      let after = all[close.upperBound...].prefix { written.format == .structured && $0 == 0x5F }
      return Link(
        whole: open.lowerBound..<after.endIndex, words: open.upperBound..<middle.lowerBound,
        address: middle.upperBound..<close.lowerBound)
    }
    return nil
  }

  /// A change of a target, whose link leads there as well: to an address that the document has, or
  /// else there is no link any more. Other changes stay as they are.
  func linked(_ edits: [TextEdit], from old: String, to new: String) -> [[TextEdit]] {
    if written.format.isOffice { return [withoutLink(edits)] }
    guard edits.count == 1, let edit = edits.first, let link = link(around: edit.range),
      edit.range.lowerBound < link.whole.upperBound, !edit.range.contains(link.whole)
    else { return [edits] }
    func text(_ range: Range<Int>) -> String {
      String(decoding: file.bytes[range], as: UTF8.self)
    }
    let first = max(edit.range.lowerBound, link.words.lowerBound)
    let last = min(edit.range.upperBound, link.words.upperBound)
    let words =
      text(link.words.lowerBound..<first) + edit.text + text(last..<link.words.upperBound)
    var ways: [[TextEdit]] = []
    let address = text(link.address)
    let (was, now) = (name(old), name(new))
    if let place = address.ranges(of: was).last, !was.isEmpty {
      var other = address
      other.replaceSubrange(place, with: now)
      let anchor = other.split(separator: "#").last ?? ""
      if !file.bytes.ranges(of: Array(anchor.utf8)).isEmpty {
        let both = [edit, TextEdit(link.address, other)]
        ways.append(both.sorted { $0.range.lowerBound < $1.range.lowerBound })
      }
    }
    let start = min(edit.range.lowerBound, link.whole.lowerBound)
    let end = max(edit.range.upperBound, link.whole.upperBound)
    ways.append([TextEdit(start..<end, words)])
    return ways
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
