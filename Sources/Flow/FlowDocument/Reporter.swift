public import Diagnostics
internal import FlowModel

/// Collects the diagnostics about a document, and the titles of other flows that it mentions.
struct Reporter {
  let path: String
  private(set) var diagnostics: [Diagnostic] = []
  /// What was assumed about the meaning of the document, each as a note.
  private(set) var guesses: [Diagnostic] = []
  /// The titles by the ids of their flows.
  var titles: [String: String] = [:]

  /// How many steps, rows and alternatives of the document are not in the flow.
  private(set) var lost: [Part: Int] = [:]

  /// What a line of a document is.
  enum Part {
    case step, alternative
  }

  init(path: String) {
    self.path = path
  }

  mutating func report(
    _ rule: Rule, _ severity: Diagnostic.Severity, _ span: Span, _ message: String,
    help: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(rule, severity, path: path, span: span, message, help: help))
  }

  /// Adds the diagnostics of another reporter, and the titles that are not known yet.
  mutating func add(_ other: Reporter) {
    diagnostics += other.diagnostics
    guesses += other.guesses
    lost.merge(other.lost, uniquingKeysWith: +)
    titles.merge(other.titles) { first, _ in first }
  }

  /// Reports the second use of an id.
  mutating func loseSecond(_ what: String, _ id: String, _ span: Span) {
    lose(
      span, "there is a \(what) `\(id)` already",
      help: "give one of the two another number; the second was written as `\(id) (2)`")
  }

  /// Reports a part of the document that the flow does not contain.
  ///
  /// - Parameters:
  ///   - part: what is missing, if it is a whole step, row or alternative.
  ///   - isGuess: whether the check says it too, unless it finds that in the flow by itself.
  mutating func lose(
    _ span: Span, _ message: String, help: String? = nil, whole part: Part? = nil,
    isGuess: Bool = true
  ) {
    if let part { lost[part, default: 0] += 1 }
    if isGuess { guess(span, message, help: help) }
    report(.documentUnplaced, .error, span, message, help: help)
  }

  /// Reports text that is left out, or that the flow keeps only as a note.
  mutating func misplace(_ span: Span, _ message: String) {
    report(.documentUnplaced, .warning, span, message)
  }

  /// Reports a part that was read in one of several possible ways.
  ///
  /// - Parameter isGuess: whether the flow may mean something else than the document, so that the
  ///   check says it too.
  mutating func assume(
    _ span: Span, _ message: String, help: String? = nil, isGuess: Bool = true
  ) {
    report(.documentAssumed, .warning, span, message, help: help)
    if isGuess { guess(span, message, help: help) }
  }

  /// Adds what the check says of the document.
  mutating func guess(_ span: Span, _ message: String, help: String? = nil) {
    guesses.append(Diagnostic(.documentAssumed, .note, path: path, span: span, message, help: help))
  }

  /// Reports a slip or a habit of the document that was kept.
  mutating func note(_ span: Span, _ message: String) {
    report(.documentNoted, .note, span, message)
  }
}

extension Rule {
  /// A part of the document does not fit the flow file.
  public static let documentUnplaced = Rule("document-unplaced")
  /// A slip or a habit of the document was kept.
  public static let documentNoted = Rule("document-noted")
}
