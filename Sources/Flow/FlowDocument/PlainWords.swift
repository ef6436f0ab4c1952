/// Words as they are looked up in tables: small letters without accents and numbering.
enum PlainWords {
  private static let letters: [Character: String] = [
    "á": "a", "à": "a", "â": "a", "ä": "a", "ã": "a", "å": "a", "é": "e", "è": "e", "ê": "e",
    "ë": "e", "í": "i", "ì": "i", "î": "i", "ï": "i", "ó": "o", "ò": "o", "ô": "o", "ö": "o",
    "õ": "o", "ú": "u", "ù": "u", "û": "u", "ü": "u", "ç": "c", "ñ": "n", "ß": "ss", "š": "s",
    "ž": "z", "ą": "a", "ć": "c", "ę": "e", "ł": "l", "ń": "n", "ś": "s", "ź": "z", "ż": "z",
    "č": "c", "ď": "d", "ě": "e", "ř": "r", "ť": "t", "ů": "u", "ý": "y", "ğ": "g", "ı": "i",
    "i\u{307}": "i",  // of `İ`, in small letters
    "ş": "s", "ă": "a", "ș": "s", "ț": "t", "ő": "o", "ű": "u", "ø": "o",
    "’": "'", "‘": "'", "‐": "-", "‑": "-",
  ]

  /// The text in small letters without accents.
  static func folded(_ text: String) -> String {
    let small = text.lowercased()
    if small.utf8.allSatisfy({ $0 < 0x80 }) { return small }
    var result = ""
    for character in small {
      if let plain = letters[character] { result += plain } else { result.append(character) }
    }
    return result
  }

  /// A heading without pictures and spaces before it: `🔄 Main flow`.
  static func withoutPicture(_ text: Substring) -> Substring {
    guard let first = text.utf8.first, first >= 0x80 else { return text }
    return text.drop { character in
      if character == " " { return true }
      guard let scalar = character.unicodeScalars.first, !scalar.isASCII else { return false }
      return scalar.properties.isEmojiPresentation
        || scalar.properties.generalCategory == .otherSymbol
    }
  }

  /// A heading without its number: `2.1`, `IV.`, `b)`.
  static func withoutNumber(_ text: Substring) -> Substring {
    let word = text.prefix { $0 != " " }
    guard word.endIndex < text.endIndex, word.utf8.count <= 80, word.count <= 8 else {
      return text
    }
    let core = word.filter { !".):-".contains($0) }
    let isMarked = core.count < word.count
    let isNumber = !core.isEmpty && core.allSatisfy { $0.isASCII && $0.isNumber }
    let isRoman = isMarked && !core.isEmpty && core.allSatisfy { "ivxIVX".contains($0) }
    let isLetter = isMarked && core.count == 1 && core.allSatisfy { $0.isASCII && $0.isLetter }
    guard isNumber || isRoman || isLetter else { return text }
    return text.dropFirst(word.count).drop { " -–—.".contains($0) }
  }

  /// A heading without small words before it, and in the singular: `Description of the main
  /// sequence`, `Main success scenarios`, `Use case preconditions`.
  static func shorter(_ text: Substring) -> [Substring] {
    var head = text
    for lead in [
      "description of the ", "description of ", "descricao do ", "descripcion del ", "list of ",
      "the ", "use case ", "use-case ", "uc ", "detailed ", "short ",
    ] where head.hasPrefix(lead) {
      head = head.dropFirst(lead.count)
    }
    while let last = head.last, last == " " { head.removeLast() }
    var found = head.count < text.count ? [head] : []
    for end in ["(s)", "(es)", "s"] where head.hasSuffix(end) && head.count > 6 {
      found.append(head.dropLast(end.count))
    }
    return found
  }

  /// The words of a sentence, folded, without punctuation.
  static func words(_ text: String) -> [String] {
    let folded = folded(text)
    if folded.isPlainASCII {
      return plainWords(folded)
    }
    return folded.split { !$0.isLetter && !$0.isNumber && !".-*#".contains($0) }.map { word in
      var word = word
      while let last = word.last, ".-#*".contains(last) { word.removeLast() }
      while let first = word.first, ".-#".contains(first) { word.removeFirst() }
      return String(word)
    }.filter { !$0.isEmpty }
  }

  /// The same of a text in ASCII, by its bytes.
  private static func plainWords(_ text: String) -> [String] {
    let ends = ".-#*".utf8
    return text.utf8.split { !$0.isWordByte && !ends.contains($0) }.compactMap { word in
      var word = word
      while let last = word.last, ends.contains(last) { word.removeLast() }
      while let first = word.first, first != UInt8(ascii: "*"), ends.contains(first) {
        word.removeFirst()
      }
      return word.isEmpty ? nil : String(Substring(word))
    }
  }
}
