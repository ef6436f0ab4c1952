/// Why a database cannot be used.
package enum DatabaseError: Error, Hashable, Sendable {
  /// The file is not a database of this kind, or a part of it is lost.
  case damaged(String)
  /// It cannot be opened or written: no permission, a full disk, another process that holds it.
  case unavailable(String)

  /// The reason, as a part of a sentence.
  package var reason: String {
    switch self {
    case .damaged(let reason), .unavailable(let reason): reason
    }
  }
}
