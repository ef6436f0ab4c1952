/// Why something could not be kept or found.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is there and is not what was written: cut, changed, or of another key. It is left
  /// as it is.
  case damaged(String)
  /// The system refused: the path, and its words.
  case system(String, String)
  case cryptography

  public var description: String {
    switch self {
    case .damaged(let path):
      "`\(path)` is damaged; nothing was changed. Wipe the app (UC9.4) to begin anew"
    case .system(let path, let reason): "`\(path)`: \(reason)"
    case .cryptography: "the cryptography of this machine failed"
    }
  }
}
