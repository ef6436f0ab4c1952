import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport

/// Flows whose names are made of whatever is hard to write in Swift.
enum HostileNames {
  private static let parts = [
    "a", "B", "Pin", "PIN", "9", "0", "class", "default", "self", "Self", "init", "Type", "nil",
    "in",
    "String", "Row", "rawValue", "allCases", "fact", "values", "flow", "Actions", "õ", "Ä", "ж",
    "名",
    "e\u{301}", "\u{301}", "😀", "\u{202E}", "\u{200B}", "\u{3164}", "ǆ", "İ", "ß", "\u{0}", "\u{7}",
    "\n", "\r\n", "\u{2028}", "\"", "\\", "\\(", "*/", "/*", "//", "`", "#", "$", "_", "-", ".",
    " ", "'",
    "{", "}", "%@", "\u{FEFF}", "\u{E0041}", "𝒜", "٣", "²", "ª",
  ]

  /// A flow with facts, inputs and actions of random names.
  static func catalogue(seed: UInt64) throws -> Catalogue {
    var names = Names(random: SplitMix(seed: seed))
    var text = "title: \(names.quoted())\nfacts:\n"
    for _ in 0..<6 { text += "  \(names.quoted()): [\(names.list(5))]\n" }
    text += "parameters: [\(names.list(3))]\nsteps:\n  - step: 1\n    screen: \(names.quoted())\n"
    text +=
      "    input: { \(names.unique(6).map { "\($0): {}" }.joined(separator: ", ")) }\n    rows:\n"
    for letter in ["a", "b", "c"] {
      text += "      \(letter): { user: \(names.quoted()), next: 2 }\n"
    }
    for step in 2...6 {
      text += "  - step: \(step)\n    system: \(names.quoted())\n    action: \(names.quoted())\n"
      text += "    rows:\n"
      for (letter, outcome) in zip(["a", "b", "c", "d"], names.unique(4)) {
        text +=
          "      \(letter): { case: \(names.quoted()), on: \(outcome), next: \(step % 6 + 1) }\n"
      }
    }
    return try FlowTestSupport.catalogue("flow: F\(seed)\n" + text)
  }

  private struct Names {
    var random: SplitMix
    private var used: Set<String> = []

    init(random: SplitMix) {
      self.random = random
    }

    mutating func name() -> String {
      while true {
        let name = (0...random.next(4)).map { _ in random.pick(HostileNames.parts) }.joined()
        // Names that differ only in how an accent is written are the same name to Swift.
        if used.insert(name).inserted { return name }
      }
    }

    /// The name as a scalar of YAML.
    mutating func quoted() -> String {
      let scalars = name().unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
      return "\"\(scalars.joined())\""
    }

    mutating func unique(_ count: Int) -> [String] { (0..<count).map { _ in quoted() } }

    mutating func list(_ count: Int) -> String { unique(count).joined(separator: ", ") }
  }
}
