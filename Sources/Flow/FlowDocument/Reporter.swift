public import Diagnostics

/// Collects the diagnostics about a document.
struct Reporter {
  let path: String
  private(set) var diagnostics: [Diagnostic] = []

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

  mutating func add(_ other: Reporter) {
    diagnostics += other.diagnostics
  }

  /// Reports a part of the document that the flow does not contain.
  mutating func lose(_ span: Span, _ message: String, help: String? = nil) {
    report(.documentUnplaced, .error, span, message, help: help)
  }

  /// Reports a part that was read in one of several possible ways.
  mutating func assume(_ span: Span, _ message: String, help: String? = nil) {
    report(.documentAssumed, .warning, span, message, help: help)
  }

  /// Reports a slip or a habit of the document that was kept.
  mutating func note(_ span: Span, _ message: String) {
    report(.documentNoted, .note, span, message)
  }
}

extension Rule {
  /// A part of the document does not fit the flow file.
  public static let documentUnplaced = Rule("document-unplaced")
  /// The document is unclear, and the import assumed something.
  public static let documentAssumed = Rule("document-assumed")
  /// A slip or a habit of the document was kept.
  public static let documentNoted = Rule("document-noted")
  /// The flow file and its document differ.
  public static let documentDiffers = Rule("document-differs")
}
