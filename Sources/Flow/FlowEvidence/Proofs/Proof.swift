package import Dates
package import FlowModel

/// What was seen once of rows, paths, rules, requirements or test cases.
package struct Proof: Hashable, Sendable {
  /// How it was seen.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A house rule was decided for all runs.
    case decided
    /// A path was taken on the engine.
    case replayed
    /// A script ran with real actions in a world.
    case world
    /// A test of the app ran.
    case tested
    /// The log of an app fits.
    case logged
    /// A person says so.
    case signed

    /// For people.
    package var words: String { self == .world ? "replayed in a world" : rawValue }
  }

  /// What it is a proof of.
  package enum Subject: Hashable, Sendable {
    /// A requirement or a test case, by its id.
    case entry(String)
    /// A path, by its name: `UC1 booked`.
    case path(String)
    /// A house rule.
    case rule(String)
    /// A script in a world.
    case script(String)
    /// The log of an app.
    case log(String)

    /// The key in the file, and the name.
    package var parts: (key: String, name: String) {
      switch self {
      case .entry(let name): ("entry", name)
      case .path(let name): ("path", name)
      case .rule(let name): ("rule", name)
      case .script(let name): ("script", name)
      case .log(let name): ("log", name)
      }
    }

    /// The subject of a key in the file. Nil for other keys.
    init?(key: String, name: String) {
      switch key {
      case "entry": self = .entry(name)
      case "path": self = .path(name)
      case "rule": self = .rule(name)
      case "script": self = .script(name)
      case "log": self = .log(name)
      default: return nil
      }
    }

    static let keys = ["entry", "path", "rule", "script", "log"]
  }

  /// How it was seen.
  package let kind: Kind
  /// What it is a proof of.
  package let subject: Subject
  /// Whether it was as it should be.
  package var isPassed = true
  /// The day.
  package let date: CalendarDay
  /// The revision of the files. Empty if it is not known.
  package let revision: String
  /// The reading of the rows.
  package let reading: Reading
  /// The rows that were seen to be right, in order.
  package var rows: [Stamp] = []
  /// The rows that may be to blame for what was not right.
  package var blamed: [Stamp] = []
  /// The flows and the rule of a decision; the rules of a requirement.
  package var others: [Stamp] = []
  /// Who says so. Empty unless it is signed.
  package var signer = ""
  /// What was said. Empty unless it is signed.
  package var words = ""

  /// A proof without rows.
  package init(
    _ kind: Kind, _ subject: Subject, date: CalendarDay, revision: String, as reading: Reading
  ) {
    (self.kind, self.subject) = (kind, subject)
    (self.date, self.revision, self.reading) = (date, revision, reading)
  }

  /// For people: `replayed 2026-11-26: UC1 taken`.
  package var text: String {
    var text = "\(kind.words) \(date)"
    if !revision.isEmpty { text += " (\(revision))" }
    text += ": \(subject.parts.name)"
    if !signer.isEmpty { text += " by \(signer): \(words)" }
    return text
  }

  /// What a later proof must share to take the place of this one.
  struct Key: Hashable {
    let kind: Kind
    let subject: Subject
    let reading: Reading
    let signer: String
  }

  /// What a later proof must share to take the place of this one.
  var key: Key { Key(kind: kind, subject: subject, reading: reading, signer: signer) }
}
