public import Diagnostics

/// Something that a check found, and what became of it.
public struct Finding: Sendable {
  /// Whether it has to be looked at.
  public enum Standing: Hashable, Sendable {
    case open
    /// The file says that the document slipped here, by `meant` or by `slip`.
    case knownSlip
    /// The file allows it, for this reason.
    case allowed(String)
    /// It was there when the baseline was written.
    case inBaseline
  }

  public let diagnostic: Diagnostic
  public internal(set) var standing: Standing
  /// A line that names the finding without its place in the file: `self-loop UC2.3:2.1b`.
  public let fingerprint: String
}
