/// One thing to tell the author of a file, with its place and a way out.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: Int, Hashable, Sendable, Comparable, CaseIterable {
    case note, warning, error

    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
    public var name: String {
      switch self {
      case .note: "note"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  public var rule: Rule
  public var severity: Severity
  /// The path of the file, as in its ``SourceFile``.
  public var path: String
  public var span: Span
  /// What is wrong, in lower case, names in backticks, and what was expected.
  public var message: String
  /// What to do about it.
  public var help: String?

  public init(
    _ rule: Rule, _ severity: Severity = .error, path: String, span: Span, _ message: String,
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
  /// The diagnostics in the order of a reader: by file, place, and name of the rule.
  public func inReadingOrder() -> [Diagnostic] {
    sorted {
      ($0.path, $0.span.start, $0.span.end, $0.rule.name, $0.message)
        < ($1.path, $1.span.start, $1.span.end, $1.rule.name, $1.message)
    }
  }
}
