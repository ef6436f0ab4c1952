internal import Diagnostics
internal import FlowModel

/// The findings of one flow in one reading.
struct Findings {
  struct Entry: Sendable {
    let check: Check
    let part: FlowPart
    /// Distinguishes several findings of one rule at one place.
    let key: String
    let span: Span
    let message: String
    let help: String?

    var identity: Identity { Identity(rule: check.rule, part: part, key: key) }
  }

  /// Identifies the same finding in another reading.
  struct Identity: Hashable, Sendable {
    let rule: Rule
    let part: FlowPart
    let key: String
  }

  private(set) var entries: [Entry] = []
  /// The check that is running now.
  private var current: Check?

  /// Runs checks on a flow.
  static func of(_ context: CheckContext, checks: [Check] = Check.all) -> Findings {
    var findings = Findings()
    guard !context.flow.isOutline else { return findings }
    for check in checks {
      findings.current = check
      check.find(context, &findings)
    }
    return findings
  }

  var identities: Set<Identity> { Set(entries.map(\.identity)) }

  /// Adds a finding of the running check. Without a span, its place is the id of the part.
  mutating func add(
    at part: FlowPart, key: String = "", span: Span? = nil, _ message: String,
    help: String? = nil
  ) {
    guard let check = current else { return }
    // A row that holds anywhere has one finding, however many steps it belongs to.
    var part = part
    var isAnywhere = false
    if case .row(let row) = part { (part, isAnywhere) = (.row(row.original), row.isAnywhere) }
    let entry = Entry(
      check: check, part: part, key: key, span: span ?? part.span, message: message, help: help)
    if isAnywhere, entries.contains(where: { $0.identity == entry.identity }) { return }
    entries.append(entry)
  }
}
