/// A file after several edits, one after the other, as edits of what it was at first.
struct EditedText {
  private enum Part {
    case kept(Range<Int>)
    case new(ArraySlice<UInt8>)

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .new(let bytes): bytes.count
      }
    }

    /// The part without what is before `start` and from `end` on.
    subscript(start: Int, end: Int) -> Part {
      switch self {
      case .kept(let range): .kept(range.lowerBound + start..<range.lowerBound + end)
      case .new(let bytes): .new(bytes[bytes.startIndex + start..<bytes.startIndex + end])
      }
    }
  }

  private let count: Int
  private var parts: [Part]

  /// A file of this many bytes.
  init(count: Int) {
    self.count = count
    parts = [.kept(0..<count)]
  }

  /// Edits the file as it is by now.
  mutating func apply(_ edits: [TextEdit]) {
    var result: [Part] = []
    var place = 0
    for edit in edits {
      result += parts(place..<edit.range.lowerBound)
      if !edit.text.isEmpty { result.append(.new(Array(edit.text.utf8)[...])) }
      place = edit.range.upperBound
    }
    result += parts(place..<parts.reduce(0) { $0 + $1.count })
    parts = result
  }

  private func parts(_ range: Range<Int>) -> [Part] {
    var found: [Part] = []
    var start = 0
    for part in parts {
      let low = max(range.lowerBound - start, 0)
      let high = min(range.upperBound - start, part.count)
      if low < high { found.append(part[low, high]) }
      start += part.count
    }
    return found
  }

  /// The edits of the file that it was at first.
  var edits: [TextEdit] {
    var edits: [TextEdit] = []
    var place = 0
    var new: [UInt8] = []
    func add(until end: Int) {
      guard end > place || !new.isEmpty else { return }
      edits.append(TextEdit(place..<end, String(decoding: new, as: UTF8.self)))
      new = []
    }
    for part in parts {
      switch part {
      case .new(let bytes): new += bytes
      case .kept(let range):
        add(until: range.lowerBound)
        place = range.upperBound
      }
    }
    add(until: count)
    return edits
  }
}
