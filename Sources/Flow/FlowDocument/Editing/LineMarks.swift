/// The marks of emphasis, code and links, and the tags in some lines of a document: whether each
/// has its other half.
struct LineMarks: Equatable {
  /// How often each mark stands there; brackets that are open, less those that are closed.
  private var counts: [Character: Int] = [:]
  /// Tags without their other half.
  private var tags: [String] = []
  /// Marks with nothing between them.
  private var empty = 0

  init(_ text: String, _ format: WrittenText.Format) {
    let hasTags = ![.asciiDoc, .structured, .csv, .feature].contains(format)
    for line in text.split(whereSeparator: \.isNewline) {
      let letters = Array(LineMarks.withoutBullet(line))
      var isEscaped = false
      for (place, mark) in letters.enumerated() {
        defer { isEscaped = mark == "\\" && !isEscaped }
        guard !isEscaped else { continue }
        switch mark {
        case "*", "`", "_", "#", "+":
          guard format != .html, mark != "#" && mark != "+" || format == .asciiDoc,
            !LineMarks.isLetter(mark, letters, place)
          else { continue }
          counts[mark, default: 0] += 1
          let next = letters[place...].prefix { $0 == mark }.count
          if next == 4, place == 0 || letters[place - 1] != mark { empty += 1 }
        case "[": counts["[", default: 0] += 1
        case "]": counts["[", default: 0] -= 1
        case "<" where hasTags: read(tag: letters[(place + 1)...].prefix { $0 != ">" })
        default: break
        }
      }
    }
  }

  /// A mark that is read as a letter: between spaces, or within a word.
  private static func isLetter(_ mark: Character, _ line: [Character], _ place: Int) -> Bool {
    let before = place > 0 ? line[place - 1] : " "
    let after = place + 1 < line.count ? line[place + 1] : " "
    if before.isWhitespace && after.isWhitespace { return true }
    func isWord(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber }
    return mark != "*" && mark != "`" && isWord(before) && isWord(after)
  }

  /// `* a`, `*a. At any time`
  private static func withoutBullet(_ line: Substring) -> Substring {
    let text = line.drop(while: \.isWhitespace)
    let marks = text.prefix { "*-+#".contains($0) }
    let rest = text.dropFirst(marks.count)
    if marks == "*", let end = rest.dropFirst().first, rest.first?.isLetter == true,
      ".):".contains(end) || end.isNumber
    {
      return rest
    }
    return rest.first == " " ? rest : text
  }

  private mutating func read(tag: ArraySlice<Character>) {
    let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber })
    guard !name.isEmpty, name != "br" else { return }
    if tag.first != "/" {
      tags.append(name)
    } else if tags.last == name {
      tags.removeLast()
    } else {
      tags.append("/\(name)")
    }
  }

  /// Whether these lines may stand where others stood: no mark that has lost its other half, or has
  /// got one more.
  func isBalanced(like old: LineMarks) -> Bool {
    func odd(_ marks: LineMarks) -> Set<Character> {
      Set(marks.counts.filter { $0.key == "[" ? $0.value != 0 : $0.value % 2 != 0 }.keys)
    }
    let (own, others) = (odd(self), odd(old))
    return (own.isEmpty || own == others) && empty <= old.empty
      && (tags == old.tags || tags.isEmpty)
  }
}
