/// A text in place of some bytes of a file.
package struct TextEdit: Hashable, Sendable {
  /// The bytes that go away. Empty where something is only added.
  package let range: Range<Int>
  /// What stands there then.
  package let text: String

  /// A text in place of these bytes.
  package init(_ range: Range<Int>, _ text: String) {
    self.range = range
    self.text = text
  }
}

extension [TextEdit] {
  /// The bytes of a file after the edits, which are in its order and do not overlap.
  package func apply(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + reduce(0) { $0 + $1.text.utf8.count })
    var place = 0
    for edit in self {
      result += bytes[place..<edit.range.lowerBound]
      result += edit.text.utf8
      place = edit.range.upperBound
    }
    return result + bytes[place...]
  }

  /// The edits that undo these ones.
  ///
  /// - Parameter bytes: the file before the edits.
  package func inverse(of bytes: [UInt8]) -> [TextEdit] {
    var shift = 0
    return map { edit in
      let start = edit.range.lowerBound + shift
      let count = edit.text.utf8.count
      shift += count - edit.range.count
      return TextEdit(start..<start + count, String(decoding: bytes[edit.range], as: UTF8.self))
    }
  }
}
