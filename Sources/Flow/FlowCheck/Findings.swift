internal import Diagnostics
internal import FlowModel

/// The findings of one flow in one reading.
struct Findings {
  struct Entry: Sendable {
    /// The index of the check in `Check.all`.
    let check: Int
    let part: FlowPart
    /// Distinguishes several findings of one rule at one place.
    let key: String
    let span: Span
    let message: String
    let help: String?
    /// Whether it may well be meant so, as the rule's page says.
    let isUnsure: Bool

    var identity: Identity { Identity(check: check, part: part, key: key) }
  }

  /// Identifies the same finding in another reading.
  struct Identity: Hashable, Sendable {
    let check: Int
    let part: FlowPart
    let key: String

    /// Leaves out the flow, which all findings have in common.
    func hash(into hasher: inout Hasher) {
      let (kind, index) =
        switch part {
        case .flow: (0, 0)
        case .section(let section): (1, section.index)
        case .step(let step): (2, step.index)
        case .row(let row): (3, row.index)
        }
      hasher.combine((index &* 4 &+ kind) &* 64 &+ check)
      if !key.isEmpty { hasher.combine(key) }
    }
  }

  private(set) var entries: [Entry] = []
  /// What was found and is not among the entries.
  private(set) var identities: Set<Identity> = []
  /// The index of the check that is running now.
  private var current = 0
  private let isUntold: (Identity) -> Bool
  /// The findings at rows that hold anywhere.
  private var anywhere: Set<Identity> = []

  /// - Parameter isUntold: whether nobody is told of a finding, so that it needs no message and no
  ///   entry.
  private init(isUntold: @escaping (Identity) -> Bool) { self.isUntold = isUntold }

  /// Runs checks, by their indices, on a flow.
  static func of(
    _ context: CheckContext, checks: some Sequence<Int> = Check.all.indices,
    isUntold: @escaping (Identity) -> Bool = { _ in false }
  ) -> Findings {
    var findings = Findings(isUntold: isUntold)
    guard !context.flow.isOutline else { return findings }
    for check in checks {
      findings.current = check
      Check.all[check].find(context, &findings)
    }
    return findings
  }

  /// Adds a finding of the running check. Without a span, its place is the id of the part.
  ///
  /// - Parameter isUnsure: whether it may well be meant so. It is a note then.
  mutating func add(
    at part: FlowPart, key: String = "", span: Span? = nil, _ message: @autoclosure () -> String,
    help: @autoclosure () -> String? = nil, isUnsure: @autoclosure () -> Bool = false
  ) {
    // A row that holds anywhere has one finding, however many steps it belongs to.
    var part = part
    if case .row(let row) = part, row.isAnywhere {
      part = .row(row.original)
      let identity = Identity(check: current, part: part, key: key)
      guard anywhere.insert(identity).inserted else { return }
    }
    let identity = Identity(check: current, part: part, key: key)
    guard !isUntold(identity) else {
      identities.insert(identity)
      return
    }
    entries.append(
      Entry(
        check: current, part: part, key: key, span: span ?? part.span, message: message(),
        help: help(), isUnsure: isUnsure()))
  }
}
