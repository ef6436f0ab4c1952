internal import Diagnostics
internal import FlowEdit
internal import FlowModel

// Lines that are written like other ones.
extension DocumentChange {
  /// Copies as lines that are added after others.
  func placed(
    _ copies: [(text: String, line: Range<Int>)], after last: Span
  ) -> [[TextEdit]] {
    let place = hasPlaces ? written.nextLine(letters(of: last).upperBound) : nil
    return copies.map { inserted([$0.text], at: place, after: $0.line) }
  }

  /// The ways to copy a line with another id, other words and another target, with the line that
  /// is copied.
  ///
  /// - Parameter block: where the line stands, if that is known.
  func copies(
    of was: String, _ id: String, _ span: Span, as new: String, words: String,
    from target: String? = nil, to next: String? = nil, in block: Range<Int>? = nil
  ) -> [(text: String, line: Range<Int>)] {
    var plain = was
    if plain.hasSuffix(".") { plain.removeLast() }
    let found = written.places(of: Array(plain.unicodeScalars), in: block ?? lines(of: span) ?? all)
    return ordered(found, plain, span).prefix(3).flatMap { letters -> [(String, Range<Int>)] in
      guard let first = letters.first, let end = letters.last.map({ $0 + 1 }) else { return [] }
      let line = block ?? self.block(around: first)
      guard end <= line.upperBound else { return [] }
      let head = head(line.lowerBound..<first, id, as: new)
      return tails(raw(end..<line.upperBound), from: target, to: next).flatMap { tail in
        spellings(words).map { (copied(head + $0 + tail), line) }
      }
    }
  }

  /// What stands before the words of a copied line, with another id.
  private func head(_ letters: Range<Int>, _ id: String, as new: String) -> String {
    guard written.format == .html else {
      let head = raw(letters)
      return head.ranges(of: id).last.map { head.replacingCharacters(in: $0, with: new) } ?? head
    }
    // Not what stands in a tag.
    guard let own = written.places(of: Array(id.unicodeScalars), in: letters).last,
      let first = own.first, let last = own.last
    else { return raw(letters) }
    return raw(letters.lowerBound..<first) + new + raw((last + 1)..<letters.upperBound)
  }

  /// A copy as its format has it.
  private func copied(_ text: String) -> String {
    written.format == .html ? PageTags.withoutIDs(text) : text
  }

  /// What may follow the words of a copied line.
  private func tails(_ tail: String, from target: String?, to next: String?) -> [String] {
    let all = rows(tail, from: target, to: next)
    return written.format == .html ? all + all.compactMap(PageTags.withoutDetails) : all
  }

  private func rows(_ tail: String, from target: String?, to next: String?) -> [String] {
    guard let target, let next else {
      // A step that says no target, beside one that does, and without its details.
      var tails = [tail]
      if let target {
        tails += cell(target).compactMap { was in
          tail.ranges(of: was).last.map { tail.replacingCharacters(in: $0, with: "") }
        }
      }
      if let next {
        tails = tails.flatMap { tail in
          let cells = tail.ranges(of: "| |").last.map { range in
            words(for: next, short: true).map {
              tail.replacingCharacters(in: range, with: "| \($0) |")
            }
          }
          return cells
            ?? words(for: next, short: false).map {
              ". \($0.prefix(1).uppercased() + $0.dropFirst())" + (tail.hasPrefix(".") ? "" : ".")
                + tail
            }
        }
      }
      return tails
        + tails.compactMap { tail in
          guard let open = tail.firstIndex(of: "<"), let bar = tail[open...].firstIndex(of: "|")
          else { return nil }
          return tail[..<open] + " " + tail[bar...]
        }
    }
    return cell(target).flatMap { was in
      tail.ranges(of: was).last.map { range in
        words(for: next, short: true).map { tail.replacingCharacters(in: range, with: $0) }
      } ?? []
    }
  }
}
