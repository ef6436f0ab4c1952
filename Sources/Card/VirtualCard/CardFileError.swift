public import Files

/// Why a virtual card could not be read from its file or stored in it.
public enum CardFileError: Error, Hashable, Sendable {
  /// The file cannot be read or written.
  case file(FileError)
  /// The file is not a virtual card, or is incomplete.
  case malformed(path: String)
  /// The keys and certificates of a new card could not be made.
  case cryptography
}

extension CardFileError: CustomStringConvertible {
  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .malformed(let path): "`\(path)` is not a virtual card"
    case .cryptography: "cannot make the keys of a new card"
    }
  }
}
