internal import Glibc

/// Why a file, a folder or a stream could not be used.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried.
  public enum Attempt: String, Sendable {
    case read, written, removed, made, locked
  }

  /// The path as it was given, or the name of a stream such as `standard input`.
  public let path: String
  public let attempt: Attempt
  /// The system's words, or ours where the system would not object.
  public let reason: String
  /// The system's number of the error (`errno`); 0 where the reason is ours.
  let code: Int32

  /// A refusal that is ours, not the system's.
  init(_ path: String, cannotBe attempt: Attempt, because reason: String) {
    self.path = path
    self.attempt = attempt
    self.reason = reason
    code = 0
  }

  /// What the system has just refused, as `errno` tells it.
  init(_ path: String, cannotBe attempt: Attempt) {
    self.path = path
    self.attempt = attempt
    code = errno
    reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// The reason of another error, told of the path that the caller knows: not of a draft.
  init(_ path: String, cannotBe attempt: Attempt, likewise other: FileError) {
    self.path = path
    self.attempt = attempt
    reason = other.reason
    code = other.code
  }

  /// Whether there is nothing at the path.
  package var isMissing: Bool { code == ENOENT }
  /// Whether the reader of a pipe has gone.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// One sentence without a full stop: the place, what was tried, why not.
  public var description: String { "`\(path)` cannot be \(attempt.rawValue): \(reason)" }
}
