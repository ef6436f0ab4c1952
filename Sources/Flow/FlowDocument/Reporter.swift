public import Diagnostics

/// Collects what is to be said about a document.
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

  /// Something of the document that the flow does not have.
  mutating func lose(_ span: Span, _ message: String, help: String? = nil) {
    report(.documentUnplaced, .error, span, message, help: help)
  }

  /// Something that was read in one of several ways.
  mutating func assume(_ span: Span, _ message: String, help: String? = nil) {
    report(.documentAssumed, .warning, span, message, help: help)
  }

  /// A slip or a habit of the document that was carried over.
  mutating func note(_ span: Span, _ message: String) {
    report(.documentNoted, .note, span, message)
  }
}

extension Rule {
  public static let documentUnplaced = Rule("document-unplaced")
  public static let documentAssumed = Rule("document-assumed")
  public static let documentNoted = Rule("document-noted")
  public static let documentDiffers = Rule("document-differs")
}
