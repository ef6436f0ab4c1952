/// The words of reStructuredText: roles and links as Markdown has them.
enum StructuredWords {
  /// A text with the words of roles (``:guilabel:`OK` ``), and with links as `[words](address)`.
  static func plain(_ text: String) -> String {
    // A longer line is no sentence, and each mark in it would be looked for to its end.
    guard text.utf8.count < 4_000, text.utf8.contains(UInt8(ascii: "`")) else { return text }
    let input = Array(text)
    var result = ""
    var place = 0
    while place < input.count {
      if let role = endOfRole(input, place) {
        let (words, _, end) = quoted(input, role) ?? ("", nil, role)
        result += words.isEmpty ? "" : "`\(words)`"
        place = end
      } else if input[place...].starts(with: "``") {
        let end = Array(input[(place + 2)...]).firstRange(of: "``").map { $0.upperBound } ?? 0
        result += String(input[place..<(place + 2 + end)])
        place += 2 + end
      } else if input[place] == "`", let (words, address, end) = quoted(input, place),
        end < input.count, input[end] == "_"
      {
        result += address.map { "[\(words)](\($0))" } ?? words
        place = end + input[end...].prefix { $0 == "_" }.count
      } else {
        result.append(input[place])
        place += 1
      }
    }
    return result
  }

  /// Where the mark begins after a role. Nil if there is no role.
  private static func endOfRole(_ input: [Character], _ place: Int) -> Int? {
    guard input[place] == ":", place == 0 || !input[place - 1].isLetter else { return nil }
    let name = input[(place + 1)...].prefix { $0.isLetter || $0 == "-" || $0 == ":" }
    guard name.count > 1, name.last == ":", name.endIndex < input.count, input[name.endIndex] == "`"
    else { return nil }
    return name.endIndex
  }

  /// The words between two marks, the address after them, and the place behind.
  private static func quoted(
    _ input: [Character], _ start: Int
  ) -> (words: String, address: String?, end: Int)? {
    guard let close = input[(start + 1)...].firstIndex(of: "`"), close > start + 1 else {
      return nil
    }
    let inner = String(input[(start + 1)..<close])
    guard inner.hasSuffix(">"), let open = inner.firstRange(of: " <") else {
      return (inner, nil, close + 1)
    }
    let address = inner[open.upperBound...].dropLast()
    return (String(inner[..<open.lowerBound]), String(address), close + 1)
  }
}
