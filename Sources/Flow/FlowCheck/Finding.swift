public import Diagnostics
public import FlowModel

/// Something that a check found, and how it is classified.
public struct Finding: Sendable {
  /// How a finding is classified.
  public enum Standing: Hashable, Sendable {
    /// It has to be looked at.
    case open
    /// The file says by `meant` or `slip` that the document has a slip here.
    case knownSlip
    /// The file allows it, for the given reason.
    case allowed(String)
    /// It is listed in the baseline.
    case inBaseline
  }

  /// What was found, and where.
  public internal(set) var diagnostic: Diagnostic
  /// How it is classified.
  public internal(set) var standing: Standing
  /// The only reading in which it is found. Nil if it is found in both, or if they are the same.
  public internal(set) var reading: Reading?
  /// Whether it may well be meant so, as the page of its rule says. It is a note then, whatever
  /// level the rule has.
  public internal(set) var isUnsure = false
  /// The part of a flow that it is about. Nil for a file that cannot be read as a flow.
  package let part: FlowPart?
  private let identifier: Identifier

  private enum Identifier: Sendable {
    /// Distinguishes several findings of one rule at the part.
    case key(String)
    /// The whole fingerprint.
    case line(String)
  }

  /// A line that identifies the finding without its place in the file: `self-loop UC2.3:2.1b`.
  public var fingerprint: String {
    switch identifier {
    case .line(let line): line
    case .key(let key):
      "\(diagnostic.rule) \(part?.qualified ?? "")" + (key.isEmpty ? "" : " \(key)")
    }
  }

  /// A finding of something else than a check.
  ///
  /// - Parameter line: its fingerprint.
  package init(_ diagnostic: Diagnostic, _ standing: Standing, line: String) {
    (self.diagnostic, self.standing, part) = (diagnostic, standing, nil)
    identifier = .line(line)
  }

  /// A finding about a file that is not a flow.
  package init(reading diagnostic: Diagnostic) { self.init(reading: diagnostic, in: nil) }

  /// A finding of a check.
  ///
  /// - Parameter key: distinguishes several findings of one rule at the part.
  init(
    diagnostic: Diagnostic, standing: Standing, part: FlowPart, key: String, reading: Reading?
  ) {
    (self.diagnostic, self.standing, self.part) = (diagnostic, standing, part)
    self.reading = reading
    identifier = .key(key)
  }
}

extension Finding {
  /// A diagnostic of the loader. A target that does not exist is a known slip if the file says what
  /// was meant.
  init(reading diagnostic: Diagnostic, in places: ReadingPlaces?) {
    var diagnostic = diagnostic
    let span = diagnostic.span
    let (flow, row) = (places?.flow, places?.rows[span])
    let step = places?.steps[span]
    let part = row.map { FlowPart.row($0) } ?? step.map { .step($0) }
    let isSlip = part?.slip != nil || row?.meant != nil && row?.meantSpan != span
    if isSlip { diagnostic.severity = .note }
    if part?.slip == nil, isSlip { reading = .written }
    let file = diagnostic.path.split(separator: "/").last ?? ""
    self.diagnostic = diagnostic
    standing = isSlip ? .knownSlip : .open
    identifier = .line(
      part.map { "\(diagnostic.rule) \($0.qualified)" }
        ?? "\(diagnostic.rule) \(file): \(diagnostic.message)")
    self.part = part ?? flow.map { .flow($0) }
  }
}

/// The rows and steps of a flow by the places that the loader reports about.
struct ReadingPlaces {
  let flow: Flow
  private(set) var rows: [Span: Row] = [:]
  private(set) var steps: [Span: Step] = [:]

  init(_ flow: Flow) {
    self.flow = flow
    // Of several at one place, the first counts.
    for row in flow.rows.reversed() {
      rows[row.targetSpan(.written)] = row
      if let span = row.meantSpan { rows[span] = row }
    }
    for step in flow.steps.reversed() { steps[step.subjectSpan] = step }
  }
}

extension [Finding] {
  /// Puts the findings of one file in reading order. Equal ones keep their order.
  mutating func sortInReadingOrder() {
    sort { first, second in
      let (a, b) = (first.diagnostic.span, second.diagnostic.span)
      if a.start != b.start { return a.start < b.start }
      if a.end != b.end { return a.end < b.end }
      if first.diagnostic.rule.name != second.diagnostic.rule.name {
        return first.diagnostic.rule.name < second.diagnostic.rule.name
      }
      return first.diagnostic.message < second.diagnostic.message
    }
  }
}
