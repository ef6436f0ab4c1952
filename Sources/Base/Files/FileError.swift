internal import Markup
internal import Platform

/// Why a file, a folder or a stream could not be used.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed.
  public enum Attempt: String, Sendable {
    /// The raw value completes the sentence "cannot be ...".
    case read, written, removed, made, locked, trusted
  }

  /// The path as it was given, or the name of a stream, such as `standard input`.
  public let path: String
  /// The operation that failed.
  public let attempt: Attempt
  /// The reason, in the system's words, or in ours if the system did not refuse.
  public let reason: String
  /// The system's `errno`; 0 if the reason is ours.
  let code: Int32

  /// An error that the system did not raise.
  init(_ path: String, cannotBe attempt: Attempt, because reason: String) {
    self.path = path
    self.attempt = attempt
    self.reason = reason
    code = 0
  }

  /// An error of the system; by default the one that it has just raised.
  init(_ path: String, cannotBe attempt: Attempt, code: Int32 = errno) {
    self.path = path
    self.attempt = attempt
    self.code = code
    reason = systemMessage(code)
  }

  /// Whether there is no such file.
  package var isMissing: Bool { code == ENOENT }
  /// Whether the reader of a pipe is gone.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// One sentence without a full stop: the path, the operation, the reason.
  public var description: String {
    "`\(TerminalText.line(path))` cannot be \(attempt.rawValue): \(reason)"
  }
}
