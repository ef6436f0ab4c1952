/// The id of an extension or of one of its lines: `3a`, `*a`, `2-4a`, `3a1`, `3a.2`, `A1`, `E2.1`,
/// `4.E1`.
struct ExtensionID {
  var id: String
  /// The first and the last step it belongs to. Nil if the id does not say so; 0 for any step.
  var steps: ClosedRange<Int>?
  var line: String?
  var rest: String
  /// The alternative and its line to which `2a1a` belongs: `2a` and `1`.
  var outer: (id: String, line: String)?

  /// What the ids of alternatives and exceptions begin with.
  private static let leads: Set<String> = [
    "A", "E", "B", "AF", "EF", "AC", "EX", "AS", "ES", "FA", "FE", "AP", "EP", "ALT", "EXT",
    "EXC",
    "EC", "AE", "SF", "ERR", "CA", "CE", "SA", "SE", "Alt", "Ext", "Exc", "Ex", "Err",
  ]

  /// Whether a text begins with a digit, a star, a bracket or such letters.
  private static func mayBegin(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    if first.isDigitByte || first == UInt8(ascii: "*") || first == UInt8(ascii: "[") { return true }
    let word = first == UInt8(ascii: "(") ? text.dropFirst() : text[...]
    return leads.contains(String(word.prefix(4).prefix { $0.isASCII && $0.isLetter }))
  }

  /// `E2` of `1.0.E2`, the second exception of the normal flow of use case 1, `AE12` of `1.1.E2`,
  /// that of its first alternative, and `3E2` of `1.0.3.E2`, that of step 3.
  private static func exception(_ word: Substring) -> (id: String, step: Int?)? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4 && parts[1] == "0", !parts[0].isEmpty,
      parts[0].allSatisfy(\.isNumber), let last = parts.last, last.first == "E",
      let flow = Int(parts[1]), (0...99).contains(flow),
      let number = Int(last.dropFirst()), (0...99).contains(number)
    else { return nil }
    if parts.count == 4 {
      guard let step = Int(parts[2]), (1...999).contains(step) else { return nil }
      return ("\(step)E\(number)", step)
    }
    return (flow == 0 ? "E\(number)" : "AE\(flow)\(number)", nil)
  }

  /// The line of `1a` and where that ends, below `2a` in `2a1a` and `2a.1a`.
  private static func nested(_ text: Substring) -> (line: String, end: String.Index)? {
    var rest = text
    if rest.first == "." || rest.first == "-" { rest.removeFirst() }
    let line = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[line.endIndex...]
    if rest.first == "." { rest.removeFirst() }
    guard (1...2).contains(line.count), let letter = rest.first, letter.isASCII,
      letter.isLowercase, rest.dropFirst().first?.isLetter != true
    else { return nil }
    return (String(line), rest.index(after: rest.startIndex))
  }

  /// The name of `(Manual exit):`. Nil for another text.
  private static func bracketed(_ text: String) -> String? {
    let inner = text.hasSuffix(":") ? text.dropLast() : text[...]
    guard inner.hasPrefix("("), inner.hasSuffix(")"), inner.count > 4,
      inner.count(where: { $0 == "(" }) == 1
    else { return nil }
    return CellText.collapsed(String(inner.dropFirst().dropLast()))
  }

  /// `E1–No card` as `E1 – No card`.
  private static func spaced(_ text: String) -> String {
    let id = text.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    guard id.count < 6, id.last?.isNumber ?? false, let mark = text.dropFirst(id.count).first,
      mark == "–" || mark == "—", text.dropFirst(id.count + 1).first?.isLetter ?? false
    else { return text }
    return "\(id) \(mark) \(text.dropFirst(id.count + 1))"
  }

  init?(_ text: String) {
    guard ExtensionID.mayBegin(text) else { return nil }
    let text = ExtensionID.spaced(text)
    let word = text.prefix { $0 != " " }
    let mark = word.last.map { ".):".contains($0) } ?? false
    rest = CellText.collapsed(String(text.dropFirst(word.count)))
    // `3a — The card is unknown`
    let dashes: Set<Character> = ["-", "–", "—", ":"]
    let isDashed = rest.first.map(dashes.contains) ?? false && rest.dropFirst().first == " "
    if isDashed { rest = String(rest.dropFirst(2)) }
    var left = word
    while let last = left.last, ".):".contains(last) { left.removeLast() }
    let isInBrackets = left.hasPrefix("[") && left.hasSuffix("]")
    if isInBrackets { left = left.dropFirst().dropLast() }
    // `(FA1) – No card`
    if left.hasPrefix("("), word.hasSuffix(")") || word.hasSuffix("):") { left.removeFirst() }
    // `A1: Invalid PIN`, `E2.1`, `AF-3`
    let letters = left.prefix { $0.isASCII && $0.isLetter }
    var number = left.dropFirst(letters.count)
    if number.first == "-" || number.first == "_" { number.removeFirst() }
    // `A.1 — No card`
    if number.first == ".", isDashed || mark, letters.count < 3,
      (1...2).contains(number.dropFirst().count), number.dropFirst().allSatisfy(\.isNumber)
    {
      number.removeFirst()
    }
    // `FA-UC00-001: ...`
    if mark, number.first?.isLetter == true, let dash = number.lastIndex(of: "-"),
      number[..<dash].allSatisfy({ $0.isUppercase || $0.isNumber || $0 == "-" })
    {
      number = number[dash...].dropFirst()
    }
    // `[S1] The guest pays`, a part of the flow
    let isBracketed = word.hasPrefix("[") && word.hasSuffix("]")
    if ExtensionID.leads.contains(String(letters))
      || isBracketed && ["S", "s", "e", "a"].contains(letters),
      number.first?.isNumber == true
    {
      let digits = number.prefix { $0.isASCII && $0.isNumber }
      id = "\(letters)\(digits)"
      var tail = number.dropFirst(digits.count)
      // `AF-01A: No card`, of use case 1
      if tail.count == 1, let letter = tail.first, letter.isASCII, letter.isUppercase,
        mark || isDashed
      {
        id += String(letter)
        tail = ""
      }
      // `AF-4a — No address` is about step 4.
      if tail.count == 1, let letter = tail.first, letter.isASCII, letter.isLowercase,
        mark || isDashed, let step = Int(digits), step > 0, step < 1_000
      {
        id = "\(letters)\(digits)\(letter)"
        steps = step...step
        return
      }
      // `FA-1 (Manual exit):`
      if tail.isEmpty, !mark, !isDashed, let name = ExtensionID.bracketed(rest) {
        rest = name
        return
      }
      // `EXC-1 (step 4): The period is closed`
      if tail.isEmpty, !mark, !isDashed, rest.hasPrefix("("), rest.prefix(24).contains("):") {
        return
      }
      guard tail.isEmpty || tail.first == ".",
        mark || isDashed || isBracketed || !tail.isEmpty
      else { return nil }
      line = tail.isEmpty ? nil : String(tail.dropFirst())
      return
    }
    if let found = ExtensionID.exception(left) {
      (id, steps) = (found.id, found.step.map { $0...$0 })
      return
    }
    var numbers: [Int] = []
    if left.first == "*" {
      left.removeFirst()
      numbers = [0]
    } else {
      while let number = Int(left.prefix { $0.isASCII && $0.isNumber }), numbers.count < 2 {
        numbers.append(number)
        left = left.drop { $0.isASCII && $0.isNumber }
        guard left.first == "-" || left.first == "–" else { break }
        left.removeFirst()
      }
    }
    // `4.E1` and `4E1`, the first exception of step 4.
    let tail = left.drop { $0 == "." }
    let ordinal = tail.dropFirst().drop { $0 == "." }
    if tail.first == "E" || tail.first == "A", numbers.count == 1, let first = numbers.first,
      first > 0, let number = Int(ordinal), number < 100, ordinal.allSatisfy(\.isNumber)
    {
      id = "\(first)\(tail.prefix(1))\(number)"
      steps = first...first
      return
    }
    // `3.a` and `3A` are `3a`.
    if left.first == ".", left.dropFirst().first?.isLetter == true { left.removeFirst() }
    var name = left.prefix { $0.isASCII && $0.isLowercase }.lowercased()
    // `5.A The guest leaves`
    let isPointed = left.count == 1 && text.hasPrefix("\(numbers.first ?? -1).")
    if name.isEmpty, mark || isDashed || isInBrackets || isPointed,
      left.dropFirst().first?.isLetter != true
    {
      name = left.prefix { $0.isASCII && $0.isUppercase }.lowercased()
    }
    guard let first = numbers.first, let last = numbers.last, first <= last, last < 1_000,
      (1...2).contains(name.count)
    else { return nil }
    left = left.dropFirst(name.count)
    let head = first == 0 ? "*" : first == last ? "\(first)" : "\(first)-\(last)"
    id = head + name
    while id.utf8.count < 24, let found = ExtensionID.nested(left) {
      outer = (id, found.line)
      id += left[..<found.end]
      left = left[found.end...]
    }
    // `4a-exc.`
    if mark, left.first == "-", (3...4).contains(left.count - 1),
      left.dropFirst().allSatisfy({ $0.isASCII && $0.isLowercase })
    {
      left = ""
    }
    if left.first == "." || left.first == "-" { left.removeFirst() }
    guard left.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), left.count <= 6,
      mark || !left.isEmpty || text.count > word.count
    else { return nil }
    line = left.isEmpty ? nil : String(left)
    steps = first...last
    // `2-4a (3). The user cancels`, as it is printed.
    if rest.hasPrefix("("), let close = rest.firstRange(of: ")."),
      let number = Int(rest[..<close.lowerBound].dropFirst())
    {
      id += " (\(number))"
      steps = number...number
      rest = CellText.collapsed(String(rest[close.upperBound...]))
    }
  }
}
