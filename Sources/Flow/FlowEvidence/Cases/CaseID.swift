/// Ids of test cases in headings, names and file names.
enum CaseID {
  /// An id at the beginning of a text, and the text after it: `TC-12: Unlock`, `Test case 4.2 –
  /// Unlock`, `Unlock (TC-12)`. Nil if there is none.
  ///
  /// - Parameter isSentence: whether the text may begin with the name of something: then an id is
  ///   only what has a joint, or is followed by a mark.
  static func leading(
    _ text: String, isSentence: Bool = false
  ) -> (id: String, rest: String)? {
    var rest = text[...]
    var isAnnounced = false
    let words = [
      "test case id", "test case", "testcase", "test scenario", "scenario", "testfall", "test",
    ]
    for word in words
    where rest.lowercased().hasPrefix(word + " ") || rest.lowercased().hasPrefix(word + ":") {
      rest = rest.dropFirst(word.count).drop { " :#".contains($0) }
      isAnnounced = true
      break
    }
    let token = rest.prefix { !$0.isWhitespace && !",;()[]|".contains($0) }
    let id = trimmed(token)
    let isMarked =
      id != token || id.contains { "-_".contains($0) }
      || rest.dropFirst(token.count).drop(while: \.isWhitespace).first.map { ":–—-".contains($0) }
        ?? false
    let isGood = isID(id) || isAnnounced && id.contains(where: \.isNumber) && !id.contains("%")
    if isGood, isMarked || !isSentence {
      let tail = rest.dropFirst(token.count)
      return (String(id), clean(tail))
    }
    if let last = text.last, ")]".contains(last),
      let close = text.lastIndex(of: last),
      let open = text.lastIndex(where: { "([".contains($0) }), open < close
    {
      let inner = text[text.index(after: open)..<close]
      if isID(inner) { return (String(inner), clean(text[..<open])) }
    }
    return nil
  }

  /// The id in the name of a file, without folders and ending. Nil if there is none.
  static func ofFile(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
    let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
    // The longest beginning that is an id: `TC-12-unlock`.
    for count in stride(from: min(parts.count, 4), through: 1, by: -1) {
      let text = parts.prefix(count).joined(separator: "-")
      guard let last = parts.prefix(count).last, last.contains(where: \.isNumber) else { continue }
      if isID(text[...]) { return text }
    }
    return nil
  }

  /// Whether a token is an id: a letter first, a digit in it, and nothing but letters, digits and
  /// what joins them.
  static func isID(_ token: Substring) -> Bool {
    guard let first = token.first, first.isLetter, token.count <= 60,
      token.contains(where: \.isNumber)
    else { return false }
    guard token.allSatisfy({ $0.isLetter || $0.isNumber || "-_.:#/".contains($0) }) else {
      return false
    }
    // Two capitals or a joint: `TC12`, `tc-12`, `T1`; not `sha256`, `step1`.
    let letters = token.prefix { $0.isLetter }
    let after = token.dropFirst(letters.count).first
    return letters.allSatisfy(\.isUppercase) || "-_".contains(after ?? " ")
      || token.filter(\.isUppercase).count > 1
  }

  private static func trimmed(_ token: Substring) -> Substring {
    var token = token
    while let last = token.last, ":.–—-".contains(last) { token = token.dropLast() }
    return token
  }

  private static func clean(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace || ":.–—-|".contains($0) }
    while let last = text.last, last.isWhitespace || ":–—-".contains(last) {
      text = text.dropLast()
    }
    return String(text)
  }
}
