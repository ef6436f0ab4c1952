internal import FlowTexts
internal import Markup
internal import MarkupEvents

/// Texts as string resources of Android: `values/flows.xml` in the words of the flows, and
/// `values-et/flows.xml` for a language.
package enum AndroidStrings {
  /// The name of the files.
  package static let fileName = "flows.xml"

  /// The folder of a language. Nil for the words of the flows.
  package static func folder(_ language: String?) -> String {
    guard let language else { return "values" }
    let parts = language.split(separator: "-")
    switch parts.count {
    case 1: return "values-\(language)"
    case 2 where parts[1].utf8.count == 2: return "values-\(parts[0])-r\(parts[1].uppercased())"
    default: return "values-b+" + parts.joined(separator: "+")
    }
  }

  /// The language of a folder: `pt-BR` of `values-pt-rBR`. Nil for `values`.
  package static func language(ofFolder name: String) -> String? {
    guard name.hasPrefix("values-") else { return nil }
    let rest = name.dropFirst("values-".count)
    guard rest.hasPrefix("b+") else { return String(rest.replacing("-r", with: "-")) }
    return String(rest.dropFirst(2).replacing("+", with: "-"))
  }

  /// The file of a language: what is used of it, since Android shows the other words where a
  /// language lacks a text. Nil for the words of the flows.
  package static func text(
    _ translation: Translation, inLanguage: Bool
  ) throws(TextsRefusal) -> String {
    let names = try names(of: translation)
    var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n"
    for item in translation.items {
      guard let words = inLanguage ? item.isUsed ? item.entry?.text : nil : item.text.text,
        let name = names[item.text.key]
      else { continue }
      let format = words.contains("%") ? " formatted=\"false\"" : ""
      text += "    <string name=\"\(name)\"\(format)>\(try escaped(words))</string>\n"
    }
    return text + "</resources>\n"
  }

  /// The names of the resources, by the keys of the texts: `UC1__bookRoom_screen` for
  /// `UC1:bookRoom.screen`. Two keys with one name are refused.
  private static func names(of translation: Translation) throws(TextsRefusal) -> [String: String] {
    var names: [String: String] = [:]
    var keys: [String: String] = [:]
    for key in translation.items.map(\.text.key) {
      let name = name(of: key)
      if let other = keys[name] {
        throw TextsRefusal("`\(other)` and `\(key)` would both be the resource `\(name)`")
      }
      (keys[name], names[key]) = (key, name)
    }
    return names
  }

  /// The name of a resource. One that is made of other letters ends in a fingerprint of the key.
  package static func name(of key: String) -> String {
    var name = ""
    var isPlain = true
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: ":"): name += "__"
      case UInt8(ascii: "."): name += "_"
      case 48...57, 65...90, 97...122: name.unicodeScalars.append(UnicodeScalar(byte))
      default:
        name += "_"
        isPlain = false
      }
    }
    if !isPlain { name += "_" + FlowText.fingerprint(of: key) }
    let isLetter = name.utf8.first.map { (97...122).contains($0 | 32) } ?? false
    return isLetter ? name : "t_" + name
  }

  // MARK: Escapes

  /// A text as the content of a resource: quoted where Android would fold blanks.
  static func escaped(_ text: String) throws(TextsRefusal) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "'": result += "\\'"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "@", "?": result += result.isEmpty ? "\\\(scalar)" : "\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    let isFolded = text.hasPrefix(" ") || text.hasSuffix(" ") || text.contains("  ")
    if isFolded, result.hasPrefix("\\@") || result.hasPrefix("\\?") { result.removeFirst() }
    return try XLIFF.written(isFolded ? "\"\(result)\"" : result)
  }

  /// The text of a resource's content.
  static func unescaped(_ content: String) -> String {
    var result = ""
    var isQuoted = false
    var blanks = false
    var scalars = content.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar == "\\" {
        if blanks { result += " " }
        blanks = false
        switch scalars.next() {
        case "n": result += "\n"
        case "t": result += "\t"
        case "u":
          let digits = (0..<4).compactMap { _ in scalars.next().map { Character($0) } }
          let code = UInt32(String(digits), radix: 16).flatMap(UnicodeScalar.init)
          if let code { result.unicodeScalars.append(code) }
        case let other?: result.unicodeScalars.append(other)
        case nil: break
        }
      } else if scalar == "\"" {
        if blanks { result += " " }
        (blanks, isQuoted) = (false, !isQuoted)
      } else if !isQuoted, scalar.properties.isWhitespace, scalar.isASCII {
        blanks = !result.isEmpty
      } else {
        if blanks { result += " " }
        blanks = false
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  // MARK: Reading

  /// The texts of a file, with those of the file that was translated.
  package static func read(
    _ bytes: [UInt8], of language: String, translated source: [UInt8], keys: [String]
  ) throws(TextsRefusal) -> TextUnits {
    let known = Dictionary(keys.map { (name(of: $0), $0) }) { first, _ in first }
    let words = Dictionary(try strings(source).strings.map { ($0.name, $0.text) }) { first, _ in
      first
    }
    let found = try strings(bytes)
    let units = found.strings.map { string in
      // The file does not say which words were translated, so the same text says nothing.
      TextUnit(
        key: known[string.name] ?? string.name, source: words[string.name],
        target: string.text.isEmpty ? nil : string.text, state: .unsaid)
    }
    return TextUnits(language: language, units: units, leftOut: found.leftOut)
  }

  private static func strings(
    _ bytes: [UInt8]
  ) throws(TextsRefusal) -> (strings: [(name: String, text: String)], leftOut: [String]) {
    var reader = try TextsRefusal.reader(bytes)
    var found: [(name: String, text: String)] = []
    var leftOut: [String] = []
    var name: String?
    var text = ""
    var isResources = false
    while let event = reader.next() {
      switch event {
      case .start("resources"): isResources = true
      case .start("string"): (name, text) = (reader.attribute("name"), "")
      case .end("string"):
        if let name { found.append((name, unescaped(text))) }
        name = nil
      case .start(let other) where other == "plurals" || other.hasSuffix("-array"):
        let what = other == "plurals" ? "has plural forms" : "is a list"
        leftOut.append("`\(reader.attribute("name") ?? other)` \(what), which flows do not have")
      // `<xliff:g>` only says that its words stay as they are.
      case .start(let markup) where name != nil && markup != "xliff:g":
        leftOut.append("the markup `<\(markup)>` of `\(name ?? "")`")
      case .text(let part): text += part
      case .start, .end: break
      }
    }
    guard isResources else { throw TextsRefusal("this is no file of Android's resources") }
    return (found, leftOut)
  }
}
