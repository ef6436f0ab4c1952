internal import Glibc

/// Why a virtual card could not be read from its file or stored in it.
public enum CardFileError: Error, Hashable, Sendable {
  /// The file cannot be read. `code` is the system's errno.
  case unreadable(path: String, code: Int32)
  /// The file is not a virtual card, or is incomplete.
  case malformed(path: String)
  /// The file cannot be written.
  case unwritable(path: String)
  /// The keys and certificates of a new card could not be made.
  case cryptography
}

extension CardFileError: CustomStringConvertible {
  /// What happened, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .unreadable(let path, let code):
      "cannot read `\(path)`: \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
    case .malformed(let path): "`\(path)` is no virtual card"
    case .unwritable(let path): "cannot write `\(path)`"
    case .cryptography: "cannot make the keys of a new card"
    }
  }
}
