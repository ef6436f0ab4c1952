internal import Diagnostics
internal import MarkupEvents

/// What the numbers of lists look like in a document of Word, and how far each list is.
struct WordNumbering {
  private struct Level {
    var format = "decimal"
    /// `%1.`, `%1%2)`
    var text = "%1."
    var start = 1
  }

  private var levels: [String: [Int: Level]] = [:]
  /// The levels that lists have in place of those of their abstract lists.
  private var own: [String: [Int: Level]] = [:]
  /// The abstract lists of the lists.
  private var abstract: [String: String] = [:]
  private var starts: [String: [Int: Int]] = [:]
  private var counts: [String: [Int: Int]] = [:]
  private var begun: Set<String> = []

  init(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, var reader = MarkupReader(bytes, as: .xml) else { return }
    var (list, number, level, override) = ("", "", 0, 0)
    var isAbstract = false
    func change(_ body: (inout Level) -> Void) {
      if isAbstract {
        body(&levels[list, default: [:]][level, default: Level()])
      } else {
        body(&own[number, default: [:]][level, default: Level()])
      }
    }
    while let event = reader.next() {
      guard case .start(let name) = event else { continue }
      let value = reader.attribute("w:val")
      switch name {
      case "w:abstractNum":
        list = reader.attribute("w:abstractNumId") ?? ""
        isAbstract = true
      case "w:lvl":
        level = reader.attribute("w:ilvl").flatMap { Int($0) } ?? 0
        change { $0 = Level() }
      case "w:start": change { $0.start = value.flatMap { Int(counted: $0) } ?? 1 }
      case "w:numFmt": change { $0.format = value ?? "decimal" }
      case "w:lvlText": change { $0.text = value ?? "" }
      case "w:num":
        number = reader.attribute("w:numId") ?? ""
        isAbstract = false
      case "w:abstractNumId": abstract[number] = value
      case "w:lvlOverride": override = reader.attribute("w:ilvl").flatMap { Int($0) } ?? 0
      case "w:startOverride":
        starts[number, default: [:]][override] = value.flatMap { Int(counted: $0) } ?? 1
      default: break
      }
    }
  }

  private func level(_ level: Int, of list: String) -> Level? {
    own[list]?[level] ?? abstract[list].flatMap { levels[$0]?[level] }
  }

  /// The label of the next item of a list: `3.`, `b)`, `-`. Nil for a list without one.
  mutating func next(_ list: String, _ level: Int) -> String? {
    guard let name = abstract[list], let found = self.level(level, of: list) else { return "-" }
    if found.format == "bullet" { return "-" }
    if found.format == "none" { return nil }
    // A list that overrides a start counts by itself.
    let counter = starts[list] == nil ? "abstract \(name)" : list
    let start = starts[list]?[level] ?? found.start
    let count = counts[counter]?[level].map { $0 + 1 } ?? start
    counts[counter, default: [:]][level] = count
    for deeper in (counts[counter] ?? [:]).keys where deeper > level {
      counts[counter]?[deeper] = nil
    }
    var text = found.text
    // Word has nine levels.
    for place in 0...min(max(level, 0), 8) {
      let format = self.level(place, of: list)?.format ?? "decimal"
      let value = counts[counter]?[place] ?? self.level(place, of: list)?.start ?? 1
      text = text.replacing("%\(place + 1)", with: WordNumbering.written(value, format))
    }
    return text.contains { $0.isLetter || $0.isNumber } ? text : "-"
  }

  /// A number as it is written: `3`, `c`, `III`.
  static func written(_ value: Int, _ format: String) -> String {
    switch format {
    case "lowerLetter", "upperLetter":
      guard (1...26).contains(value) else { return "\(value)" }
      let letter = String("abcdefghijklmnopqrstuvwxyz".dropFirst(value - 1).prefix(1))
      return format == "upperLetter" ? letter.uppercased() : letter
    case "lowerRoman", "upperRoman":
      var (rest, text) = (value, "")
      for (number, letters) in [
        (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
      ] {
        while rest >= number, text.count < 20 {
          text += letters
          rest -= number
        }
      }
      return format == "upperRoman" ? text.uppercased() : text
    default: return "\(value)"
    }
  }
}
