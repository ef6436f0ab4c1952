import FlowModel
import FlowTexts
import JSON
import TestSupport

/// Random texts of a language for flows, written as people write them, and what is known of each.
struct RandomTexts {
  /// What was made of a text.
  enum State { case missing, used, unsigned, older, otherValues }

  private(set) var yaml = "# texts\n"
  /// What was made of each text, by its key, and its translation.
  private(set) var states: [String: (state: State, text: String)] = [:]
  private var random: SplitMix

  /// - Parameter isPlain: whether all texts are there and fit their words.
  init(_ catalogue: Catalogue, seed: UInt64, isPlain: Bool = false) {
    random = SplitMix(seed: seed)
    for flow in catalogue.flows {
      yaml += "\(flow.id):\n"
      let texts = flow.texts
      if texts.isEmpty { continue }
      let headers = Set(texts.filter { $0.part == nil }.map(\.slot))
      var part: String?
      var isFirst = true
      for text in texts {
        if text.part != part || isFirst {
          part = text.part
          if let part {
            if random.next(9) == 0 { yaml += "  # about it\n" }
            // A part may be named by its id; one that is called like a text of the header must be.
            let name =
              text.id != nil && (headers.contains(part) || random.next(3) == 0) ? text.id! : part
            yaml += "  \(Self.quoted(name)):\n    # none yet\n"
          }
        }
        isFirst = false
        write(text, isPlain)
      }
    }
    // A part without any text is no text of a part.
    yaml = Self.withoutEmpty(yaml)
  }

  private mutating func write(_ text: FlowText, _ isPlain: Bool) {
    let margin = text.part == nil ? "  " : "    "
    let kind = isPlain ? 9 : random.next(12)
    let words = translation(of: text)
    let state: State
    switch kind {
    case 0:
      states[text.key] = (.missing, "")
      return
    case 1:
      state = .unsigned
      yaml += "\(margin)\(text.slot): \(written(words))\n"
    case 2:
      state = .older
      yaml += "\(margin)\(text.slot): { of: bbbbbb, text: \(written(words)) }\n"
    case 3 where text.showsValues:
      state = .otherValues
      let other = written(words + " {other}")
      yaml += "\(margin)\(text.slot): { of: \(text.fingerprint), text: \(other) }\n"
    case 4:
      state = .used
      yaml +=
        "\(margin)\(text.slot): # a remark\n\(margin)  text: \(written(words))\n"
        + "\(margin)  of: '\(text.fingerprint)'\n"
    default:
      state = .used
      yaml += "\(margin)\(text.slot): { of: \(text.fingerprint), text: \(written(words)) }\n"
    }
    states[text.key] = (state, words)
  }

  /// Words that show the same values, with everything that a format has to escape.
  private mutating func translation(of text: FlowText) -> String {
    let odd = [
      "'", "\"", "@", "?", "%", "%s", "\\", "<b>", "&amp;", "  ", "\n", "õ", "שלום", "\\n",
    ]
    let before = (0..<random.next(3)).map { _ in random.pick(odd) }.joined()
    let after = (0..<random.next(3)).map { _ in random.pick(odd) }.joined()
    return before + "e" + text.text + "t" + after
  }

  private mutating func written(_ text: String) -> String {
    guard !text.contains("\n"), random.next(2) == 0 else { return JSONValue.quoted(text) }
    return "'\(text.replacing("'", with: "''"))'"
  }

  private static func quoted(_ key: String) -> String {
    key.contains(where: { "*#:'".contains($0) }) ? "'\(key)'" : key
  }

  /// The lines without the keys of parts below which nothing was written.
  private static func withoutEmpty(_ yaml: String) -> String {
    var lines = yaml.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for place in lines.indices.reversed() where lines[place] == "    # none yet" {
      let next = lines.indices.contains(place + 1) ? lines[place + 1] : ""
      if next.hasPrefix("    ") {
        lines.remove(at: place)
      } else {
        lines.removeSubrange((place - 1)...place)
      }
    }
    for place in lines.indices.reversed() where lines[place].last == ":" {
      let indented = lines[place].prefix { $0 == " " }.count
      guard indented == 0 else { continue }
      let next = lines[(place + 1)...].first { !$0.drop { $0 == " " }.hasPrefix("#") } ?? ""
      if !next.hasPrefix(" ") { lines.remove(at: place) }
    }
    return lines.joined(separator: "\n")
  }
}
