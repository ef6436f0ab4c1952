public import Diagnostics
internal import FlowModel

/// How much of a use case of a document is in its flow.
public struct DocumentReading: Sendable {
  /// How many steps and rows the flow has, and how many of the document are missing.
  public internal(set) var steps = 0
  /// How many steps and rows of the document are missing.
  public internal(set) var lostSteps = 0
  /// How many alternatives the flow has.
  public internal(set) var alternatives = 0
  /// How many alternatives of the document are missing.
  public internal(set) var lostAlternatives = 0
  /// What has no place in the flow, in reading order.
  public internal(set) var unplaced: [Diagnostic] = []
  /// How many parts were read in one of several possible ways.
  public internal(set) var assumptionCount = 0
  /// What was assumed about the meaning of the document, each as a note.
  public internal(set) var guesses: [Diagnostic] = []

  /// The ids of the alternatives of which the document does not say at which step they begin.
  package internal(set) var guessedPlaces: Set<String> = []

  init(_ draft: FlowDraft, _ reporter: Reporter) {
    let table = draft.sections.flatMap(\.steps)
    steps = table.count + table.reduce(0) { $0 + $1.rows.count } + draft.steps.count
    alternatives =
      draft.extensions.count { $0.copied == nil }
      + draft.steps.reduce(0) { $0 + $1.rows.count }
    lostSteps = reporter.lost[.step] ?? 0
    lostAlternatives = reporter.lost[.alternative] ?? 0
    unplaced = reporter.diagnostics.filter {
      $0.rule == .documentUnplaced && $0.severity == .error
    }.inReadingOrder()
    guesses = reporter.guesses
    guessedPlaces = Set(draft.extensions.lazy.filter(\.isPlaceGuessed).map(\.id))
    assumptionCount = reporter.diagnostics.count { $0.rule == .documentAssumed }
  }

  /// One line about a use case: `UC2: 12 of 14 steps, 3 of 4 alternatives; line 47: ...`.
  ///
  /// - Parameter file: the document.
  public func summary(of id: String, in file: SourceFile) -> String {
    func count(_ read: Int, _ lost: Int, _ one: String, _ many: String) -> String {
      lost > 0
        ? "\(read) of \(read + lost) \(many)" : read == 1 ? "1 \(one)" : "\(read) \(many)"
    }
    var text = "\(id): \(count(steps, lostSteps, "step", "steps"))"
    if alternatives + lostAlternatives > 0 {
      text += ", \(count(alternatives, lostAlternatives, "alternative", "alternatives"))"
    }
    if assumptionCount > 0 {
      text += assumptionCount == 1 ? ", 1 assumption" : ", \(assumptionCount) assumptions"
    }
    guard let first = unplaced.first else { return text }
    text += "; line \(file.position(of: first.span.start).line): \(first.message)"
    let more = unplaced.count - 1
    return more == 0 ? text : text + ", and \(more) more"
  }
}
