/// A message for the author of a file: what is wrong, where, and how to fix it.
public struct Diagnostic: Hashable, Sendable {
  /// How serious a diagnostic is. A higher severity compares as greater.
  public enum Severity: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// A remark; worth looking at; must be fixed.
    case note, warning, error

    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
    /// `note`, `warning` or `error`.
    public var name: String {
      switch self {
      case .note: "note"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  /// The rule that reports it.
  public var rule: Rule
  /// How serious it is.
  public var severity: Severity
  /// The path of the file, as in its ``SourceFile``.
  public var path: String
  /// The place in the file.
  public var span: SourceSpan
  /// The mistake and what was expected, in lower case, with names in backticks.
  public var message: String
  /// How to fix it.
  public var help: String?

  /// A diagnostic with these values.
  public init(
    _ rule: Rule, _ severity: Severity = .error, path: String, span: SourceSpan, _ message: String,
    help: String? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.path = path
    self.span = span
    self.message = message
    self.help = help
  }
}

extension Sequence where Element == Diagnostic {
  /// The diagnostics in reading order: by file, place, and name of the rule.
  public func inReadingOrder() -> [Diagnostic] {
    sorted {
      ($0.path, $0.span.start, $0.span.end, $0.rule.name, $0.message)
        < ($1.path, $1.span.start, $1.span.end, $1.rule.name, $1.message)
    }
  }
}
