package import Diagnostics
package import FlowModel

/// Something that a requirement or a test case covers.
package struct EvidenceItem: Hashable, Sendable {
  /// What it is.
  package enum Thing: Hashable, Sendable {
    /// A row.
    case row(Row)
    /// A row that is no longer there.
    case gone(Stamp)
    /// A path.
    case path(String)
    /// A house rule.
    case rule(String)
  }

  /// What it is.
  package let thing: Thing
  /// The id of the test case by which a requirement covers it. Nil if it says so itself.
  package let via: String?
}

/// What requirements and test cases cover, found in the flows.
package struct EvidenceLinks: Sendable {
  /// What each entry covers, by its id; a requirement also what its test cases cover.
  package private(set) var items: [String: [EvidenceItem]] = [:]
  /// The rows as they are now, to be kept in the book.
  package private(set) var links: [ProofBook.Link] = []
  /// Sentences about rows that have another id now.
  package private(set) var notes: [String] = []
  /// What no flow has.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Finds what entries cover.
  ///
  /// - Parameter book: says which rows were meant if they have other ids since.
  package init(_ entries: [EvidenceEntry], on ground: EvidenceGround, book: ProofBook) {
    var known: [String: [Stamp]] = [:]
    for link in book.links {
      known["\(link.entry)\u{0}\(link.phrase)", default: []].append(link.stamp)
      // A file of another tool names the rows of a step one by one.
      guard link.stamp.id != link.phrase else { continue }
      known["\(link.entry)\u{0}\(link.stamp.id)", default: []].append(link.stamp)
    }
    for entry in entries {
      var things: [EvidenceItem.Thing] = []
      for phrase in entry.covers {
        let stamps = (known["\(entry.id)\u{0}\(phrase.text)"] ?? []).sorted { $0.id < $1.id }
        things += find(phrase, of: entry, on: ground, stamps)
      }
      add(things.map { EvidenceItem(thing: $0, via: nil) }, to: entry.id)
    }
    let requirements = entries.filter { $0.kind == .requirement }.map(\.id)
    for test in entries where test.applies {
      for phrase in test.checks {
        guard requirements.contains(phrase.text) else {
          refuse(phrase, of: test, "there is no requirement `\(phrase.text)`", in: requirements)
          continue
        }
        let own = (items[test.id] ?? []).map { EvidenceItem(thing: $0.thing, via: test.id) }
        add(own, to: phrase.text)
      }
    }
  }

  private mutating func add(_ new: [EvidenceItem], to id: String) {
    for item in new where !(items[id] ?? []).contains(item) { items[id, default: []].append(item) }
  }

  private mutating func find(
    _ phrase: EvidenceEntry.Phrase, of entry: EvidenceEntry, on ground: EvidenceGround,
    _ stamps: [Stamp]
  ) -> [EvidenceItem.Thing] {
    let text = phrase.text
    if ground.path(named: text) != nil { return [.path(text)] }
    if text.hasPrefix("rule "), ground.rule(named: String(text.dropFirst(5))) != nil {
      return [.rule(String(text.dropFirst(5)))]
    }
    let rows = ground.rows(named: text)
    let meant = stamps.map { ground.join.row(for: $0) ?? ground.join.heir(of: $0.id) }
    // The id still means all of them, and perhaps new ones.
    if let rows, meant.allSatisfy({ $0.map(rows.contains) ?? false }) {
      note(rows, phrase, entry, ground)
      return rows.map { .row($0) }
    }
    guard !stamps.isEmpty else {
      refuse(
        phrase, of: entry, "`\(text)` is no row, step, flow, path or rule", in: ground.names)
      return []
    }
    note(meant.compactMap(\.self), phrase, entry, ground)
    let now = meant.compactMap { $0?.qualified }.joined(separator: ", ")
    notes.append(
      now.isEmpty
        ? "\(entry.id): `\(text)` is no longer there"
        : "\(entry.id): `\(text)` is \(now) now; write that into \(entry.path)")
    return zip(stamps, meant).map { stamp, row in row.map { .row($0) } ?? .gone(stamp) }
  }

  private mutating func note(
    _ rows: [Row], _ phrase: EvidenceEntry.Phrase, _ entry: EvidenceEntry, _ ground: EvidenceGround
  ) {
    links += rows.compactMap { row in
      ground.meanings.stamp(of: row).map {
        ProofBook.Link(entry: entry.id, phrase: phrase.text, stamp: $0)
      }
    }
  }

  private mutating func refuse(
    _ phrase: EvidenceEntry.Phrase, of entry: EvidenceEntry, _ message: String, in names: [String]
  ) {
    diagnostics.append(
      Diagnostic(
        .unknownEvidence, path: entry.path, span: phrase.span, message,
        help: DidYouMean.question(for: phrase.text, in: names)
          ?? "write `UC1:1.2b`, `UC1:1.2`, `UC1`, the name of a path such as `UC1 booked`, or "
          + "`rule NAME`"))
  }
}

extension Rule {
  /// A requirement or a test case is about something that no flow has.
  package static let unknownEvidence = Rule("unknown-evidence")
}
