internal import Glibc

/// Why a virtual card could not be taken from its file, or put there.
public enum CardFileError: Error, Hashable, Sendable {
  case unreadable(path: String, code: Int32)
  /// The file is no virtual card, or not a whole one.
  case malformed(path: String)
  case unwritable(path: String)
  /// A new card could not be made.
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
