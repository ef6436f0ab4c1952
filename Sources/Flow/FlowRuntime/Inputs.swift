package import Secrets
internal import Synchronization

/// What the user has entered during a run: plain values, and secrets to be used once.
///
/// A class, because a secret can be in one place only and two sides access it (decision 0002).
package final class Inputs: Sendable {
  private let values = Mutex<[String: String]>([:])
  private let secrets = Mutex<[String: SecretSlot]>([:])

  package init() {}

  package func value(_ name: String) -> String? { values.withLock { $0[name] } }

  package func set(_ name: String, _ value: String) {
    values.withLock { $0[name] = value }
  }

  package func set(_ name: String, secret: consuming Secret) {
    let slot = SecretSlot(secret)
    secrets.withLock { $0[name] = slot }
  }

  package func takeSecret(_ name: String) -> Secret? {
    let slot = secrets.withLock { $0.removeValue(forKey: name) }
    return slot?.take()
  }

  /// Moves the values that a caller passes to parameters with other names.
  package func rename(_ arguments: [(parameter: String, value: String)]) {
    for (parameter, name) in arguments where parameter != name {
      values.withLock { values in
        if let value = values[name] { values[parameter] = value }
      }
      secrets.withLock { slots in
        if let slot = slots.removeValue(forKey: name) { slots[parameter] = slot }
      }
    }
  }

  /// Wipes the secrets that nobody took.
  package func wipeSecrets() {
    secrets.withLock { $0.removeAll() }
  }
}
