public import Diagnostics

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
  public let diagnostic: Diagnostic
  /// How it is classified.
  public internal(set) var standing: Standing
  /// A line that identifies the finding without its place in the file: `self-loop UC2.3:2.1b`.
  public let fingerprint: String
}
