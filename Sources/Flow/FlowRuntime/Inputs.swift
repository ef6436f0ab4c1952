internal import Secrets
internal import Synchronization

/// What the user has entered during a run: plain values, and secrets to be used once.
///
/// Only the handler that was admitted last can read them. A handler that was overtaken by the user
/// or a timer may go on for a while, and must not take what is entered for another step.
///
/// A class, because a secret can be in one place only and two sides access it (decision 0002).
final class Inputs: Sendable {
  private struct Content {
    var values: [String: String] = [:]
    var secrets: [String: SecretSlot] = [:]
    /// The handler that was admitted last.
    var reader = 0
  }

  private let content = Mutex(Content())

  func set(_ name: String, _ value: String) {
    content.withLock { $0.values[name] = value }
  }

  func set(_ name: String, secret: consuming Secret) {
    let slot = SecretSlot(secret)
    content.withLock { $0.secrets[name] = slot }
  }

  /// Shuts out all handlers that were admitted before.
  ///
  /// - Returns: the number with which a new handler reads.
  @discardableResult
  func admit() -> Int {
    content.withLock {
      $0.reader += 1
      return $0.reader
    }
  }

  func value(_ name: String, for reader: Int) -> String? {
    content.withLock { $0.reader == reader ? $0.values[name] : nil }
  }

  func takeSecret(_ name: String, for reader: Int) -> Secret? {
    let slot = content.withLock {
      $0.reader == reader ? $0.secrets.removeValue(forKey: name) : nil
    }
    return slot?.take()
  }

  /// Moves the values that a caller passes to parameters with other names.
  func rename(_ arguments: [(parameter: String, value: String)]) {
    for (parameter, name) in arguments where parameter != name {
      content.withLock { content in
        if let value = content.values[name] { content.values[parameter] = value }
        if let slot = content.secrets.removeValue(forKey: name) {
          content.secrets[parameter] = slot
        }
      }
    }
  }

  /// Whether there is a secret that nobody took.
  func hasSecret(_ name: String) -> Bool { content.withLock { $0.secrets[name] != nil } }

  /// Wipes the secrets that nobody took.
  func wipeSecrets() {
    content.withLock { $0.secrets.removeAll() }
  }
}
