public import FlowModel
internal import Markup

/// What steps and rows without a name in code meant when the flows were compiled, by their ids.
///
/// Code that uses such an id goes on to compile when the id belongs to another row. The lock is
/// kept beside the compiled file, so that this is found.
public struct FlowLock: Sendable {
  /// A step or row.
  struct Entry: Hashable, Sendable {
    let id: String
    /// The kind of the step or row, and for a row its outcome.
    let kind: String
    let words: String
    /// For a row of a step, the words of the step.
    let step: String

    var line: String {
      ([id, kind, words] + (step.isEmpty ? [] : [step])).joined(separator: "\t")
    }
    /// The meaning without the id.
    var meaning: [String] { [kind, words.lowercased(), step.lowercased()] }
    var described: String { "“\(words)”" + (step.isEmpty ? "" : " at “\(step)”") }
  }

  /// An id that means something else now.
  public struct Change: Sendable {
    /// The id with its flow.
    public let id: String
    /// What it meant, in words.
    public let old: String
    /// What it means now, in words.
    public let new: String
    /// Where the row or step that meant it before is now. Nil if it is gone.
    public let moved: String?
    /// The path of its flow.
    public let path: String
    /// The line of the row or step, from 1.
    public let line: Int
  }

  private let entries: [Entry]
  private let places: [String: (path: String, line: Int)]

  /// The ending of its file, beside the file of compiled flows.
  public static let ending = ".lock"

  private static let head =
    "# What ids of rows and steps without a name meant when `flowrun compile` ran. Commit it."

  /// The lock of flows.
  public init(_ catalogue: Catalogue) {
    var entries: [Entry] = []
    var places: [String: (path: String, line: Int)] = [:]
    func words(_ text: String) -> String {
      TerminalText.line(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    func add(_ id: String, _ kind: String, _ text: String, _ step: String, _ place: (String, Int)) {
      entries.append(Entry(id: id, kind: kind, words: words(text), step: words(step)))
      places[id] = place
    }
    for flow in catalogue.flows {
      for step in flow.steps where step.name == nil {
        add(step.qualified, "step", step.text, "", (flow.path, step.line))
      }
      for row in flow.rows where row.name == nil && row.kind != .own {
        let kind = [row.kind.key, row.outcome ?? ""].filter { !$0.isEmpty && $0 != row.label }
        add(
          row.qualified, kind.joined(separator: " "), row.label,
          row.isAnywhere ? "" : row.step.text, (flow.path, row.line))
      }
    }
    (self.entries, self.places) = (entries, places)
  }

  /// A lock from the text of its file. Nil for a text that is none.
  public init?(text: String) {
    var entries: [Entry] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3 || fields.count == 4 else { return nil }
      entries.append(
        Entry(
          id: fields[0], kind: fields[1], words: fields[2], step: fields.count > 3 ? fields[3] : "")
      )
    }
    self.entries = entries
    places = [:]
  }

  /// The text of the file: a line for each step and row, in document order.
  public var text: String {
    ([FlowLock.head] + entries.map(\.line)).map { $0 + "\n" }.joined()
  }

  /// The ids that mean something else in newer flows. Words that were only corrected are the same.
  ///
  /// An id that is gone, or that has a name now, is none: code that uses it does not compile.
  public func changes(in newer: FlowLock) -> [Change] {
    let old = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    // Where a meaning is now that was elsewhere before.
    var moved: [[String]: String] = [:]
    for entry in newer.entries where old[entry.id]?.meaning != entry.meaning {
      moved[entry.meaning] = moved[entry.meaning] ?? entry.id
    }
    return newer.entries.compactMap { entry in
      guard let before = old[entry.id], before.meaning != entry.meaning else { return nil }
      let place = moved[before.meaning]
      let isCorrected =
        place == nil && before.kind == entry.kind
        && CorrectedWords.isSame(before.words, entry.words)
        && CorrectedWords.isSame(before.step, entry.step)
      guard !isCorrected else { return nil }
      return Change(
        id: entry.id, old: before.described, new: entry.described, moved: place,
        path: newer.places[entry.id]?.path ?? "", line: newer.places[entry.id]?.line ?? 0)
    }
  }

  /// The first id about which this lock and another one differ. Nil if they are the same.
  public func difference(from other: FlowLock) -> String? {
    let (own, others) = (Set(entries), Set(other.entries))
    return entries.first { !others.contains($0) }?.id
      ?? other.entries.first { !own.contains($0) }?
      .id
  }
}

/// Whether a text is another one with corrections: another form of a word, a letter, some words
/// more. A word in the place of another one, or a negation, makes it another text.
enum CorrectedWords {
  private static let small: Set<String> = ["a", "an", "the", "der", "die", "das", "le", "la", "el"]
  private static let negations: Set<String> = [
    "no", "not", "never", "without", "none", "cannot", "nicht", "kein", "keine", "ohne", "ne",
    "pas", "sans", "sin", "ei", "mitte", "pole", "niet", "geen", "non", "não", "sem",
  ]

  static func isSame(_ old: String, _ new: String) -> Bool {
    var (rest, added) = (words(old), [String]())
    for word in words(new) {
      if let place = rest.firstIndex(where: { isForm($0, word) }) {
        rest.remove(at: place)
      } else {
        added.append(word)
      }
    }
    let extra = rest + added
    guard rest.isEmpty || added.isEmpty, !extra.contains(where: { negations.contains($0) }) else {
      return false
    }
    return extra.count * 2 <= max(words(old).count, words(new).count)
  }

  private static func words(_ text: String) -> [String] {
    let all = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let telling = all.filter { !small.contains($0) }
    return telling.isEmpty ? all : telling
  }

  /// Whether two words are forms of one, or one is the other with a letter mistyped.
  private static func isForm(_ first: String, _ second: String) -> Bool {
    if first == second { return true }
    let (short, long) =
      first.count <= second.count ? (Array(first), Array(second)) : (Array(second), Array(first))
    guard short.count >= 4, long.count - short.count <= 2, !long.hasNumber else { return false }
    if long.starts(with: short) { return true }
    // One letter more, less, or another one; not at the beginning, where `un` and `in` stand.
    guard long.count - short.count <= 1, long[0] == short[0] else { return false }
    let head = zip(short, long).prefix { $0 == $1 }.count
    let tail = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
    if short.count == long.count, head + tail == short.count - 2 {
      // Two letters in the other order.
      return short[head] == long[head + 1] && short[head + 1] == long[head]
    }
    return head + tail >= long.count - 1
  }
}

extension [Character] {
  fileprivate var hasNumber: Bool { contains(where: \.isNumber) }
}
