public import FlowModel
internal import Markup

/// What steps, rows and inputs meant when the flows were compiled, by their ids, and by their names
/// in code where they have one.
///
/// Code that uses an id or a name goes on to compile when it belongs to another row. The lock is
/// kept beside the compiled file, so that this is found.
public struct FlowLock: Sendable {
  /// A step, a row or an input.
  struct Entry: Hashable, Sendable {
    /// The id with its flow, or the name with it.
    let id: String
    /// The kind of the step or row, and for a row its outcome.
    let kind: String
    let words: String
    /// For a row of a step, the words of the step.
    let step: String
    /// Whether it is no longer there: its id must not come back as something else.
    var isGone = false

    /// The meaning without the id.
    var meaning: [String] { [kind, words.lowercased(), step.lowercased()] }
    var described: String {
      "“\(words)”" + (step.isEmpty ? "" : " at “\(step)”") + (isGone ? ", then gone," : "")
    }
    var isNamed: Bool {
      CodeName.isName(id.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()) || kind == Entry.input
    }
    static let input = "input"
  }

  /// An id or a name that means something else now.
  public struct Change: Sendable {
    /// The id or the name, with its flow.
    public let id: String
    /// Whether it is a name in code.
    public let isName: Bool
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

  let entries: [Entry]
  /// Whether it knows names: those that were written before names were locked do not.
  let knowsNames: Bool
  private let places: [String: (path: String, line: Int)]

  /// The ending of its file, beside the file of compiled flows.
  public static let ending = ".lock"

  /// The lock of flows.
  public init(_ catalogue: Catalogue) {
    var entries: [Entry] = []
    var places: [String: (path: String, line: Int)] = [:]
    func words(_ text: String) -> String {
      TerminalText.line(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    func add(_ id: String, _ kind: String, _ text: String, _ step: String, _ place: (String, Int)) {
      guard places.updateValue(place, forKey: id) == nil else { return }
      entries.append(Entry(id: id, kind: kind, words: words(text), step: words(step)))
    }
    for flow in catalogue.flows {
      for step in flow.steps {
        add(step.qualifiedName, "step", step.text, "", (flow.path, step.line))
        for input in step.inputs {
          guard let name = input.codeName else { continue }
          add("\(flow.id):input \(name)", Entry.input, input.name, "", (flow.path, step.line))
        }
      }
      for row in flow.rows where row.kind != .own {
        let kind = [row.kind.key, row.outcome ?? ""].filter { !$0.isEmpty && $0 != row.label }
        add(
          row.qualifiedName, kind.joined(separator: " "), row.label,
          row.isAnywhere ? "" : row.step.text, (flow.path, row.line))
      }
    }
    self.init(entries, knowsNames: true, places)
  }

  init(
    _ entries: [Entry], knowsNames: Bool, _ places: [String: (path: String, line: Int)] = [:]
  ) {
    (self.entries, self.knowsNames, self.places) = (entries, knowsNames, places)
  }

  /// The same lock, which also keeps what an older one had: ids that are gone since.
  public func keeping(_ older: FlowLock) -> FlowLock {
    let ids = Set(entries.map(\.id))
    let gone = older.entries.filter { !ids.contains($0.id) }.map { entry in
      var entry = entry
      entry.isGone = true
      return entry
    }
    return FlowLock(entries + gone, knowsNames: knowsNames, places)
  }

  /// The ids and names that mean something else in newer flows. Words that were only corrected are
  /// the same.
  ///
  /// An id that is gone, or that has a name now, is none: code that uses it does not compile. When
  /// it comes back as something else, it is one.
  public func changes(in newer: FlowLock) -> [Change] {
    let old = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    // Where a meaning is now that was elsewhere before.
    var moved: [[String]: String] = [:]
    for entry in newer.entries where !entry.isGone && old[entry.id]?.meaning != entry.meaning {
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
        id: entry.id, isName: entry.isNamed, old: before.described, new: entry.described,
        moved: place, path: newer.places[entry.id]?.path ?? "",
        line: newer.places[entry.id]?.line ?? 0)
    }
  }

  /// The first id about which this lock and that of some flows differ. Nil if they are the same.
  ///
  /// What the lock keeps of ids that are gone is no difference.
  public func difference(from flows: FlowLock) -> String? {
    let own = entries.filter { !$0.isGone }
    let others = flows.entries.filter { !$0.isGone && (knowsNames || !$0.isNamed) }
    let (ownSet, otherSet) = (Set(own), Set(others))
    return own.first { !otherSet.contains($0) }?.id ?? others.first { !ownSet.contains($0) }?.id
  }
}
