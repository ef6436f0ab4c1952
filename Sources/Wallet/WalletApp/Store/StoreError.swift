public import Files

/// Why something could not be kept or found.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is there and is not what was written: cut, changed, or of another key. It is left
  /// as it is.
  case damaged(String)
  /// The system refused.
  case file(FileError)
  case cryptography

  public var description: String {
    switch self {
    case .damaged(let path):
      "`\(path)` is damaged; nothing was changed. Wipe the app (UC9.4) to begin anew"
    case .file(let error): error.description
    case .cryptography: "the cryptography of this machine failed"
    }
  }

  /// What comes of work with files, its errors told as this type.
  static func from<R: ~Copyable>(
    _ work: () throws(FileError) -> R
  ) throws(StoreError) -> R {
    do throws(FileError) { return try work() } catch { throw .file(error) }
  }
}
