public import Files

/// Why data could not be stored or read.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file exists but was cut, changed, or encrypted with another key. It is left unchanged.
  case damaged(String)
  /// The file system failed.
  case file(FileError)
  /// Our own cryptography failed.
  case cryptography
  /// Something that the store needs is not at hand, in words.
  case unavailable(String)

  /// A sentence without a full stop, which says what to do where that is known.
  public var description: String {
    switch self {
    case .damaged(let path):
      "`\(path)` is damaged; nothing was changed. Wipe the app (UC9.4) to begin anew"
    case .file(let error): error.description
    case .unavailable(let reason): reason
    case .cryptography: "the cryptography of this machine failed"
    }
  }

  /// Runs `body` and converts its file errors to this type.
  static func from<R: ~Copyable>(
    _ work: () throws(FileError) -> R
  ) throws(StoreError) -> R {
    do throws(FileError) { return try work() } catch { throw .file(error) }
  }
}
