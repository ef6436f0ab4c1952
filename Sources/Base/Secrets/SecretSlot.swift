internal import Synchronization

/// Holds a secret until it is taken, which is possible once. If it is not taken, it is wiped at the
/// end of the slot.
///
/// A class, because a secret can be in one place only and two sides reach for it (decision 0002).
package final class SecretSlot: Sendable {
  private let content: Mutex<Secret?>

  package init(_ secret: consuming Secret) { content = Mutex(secret) }

  /// The secret. Nil after the first call.
  package func take() -> Secret? { content.withLock { $0.take() } }

  /// Lends the secret if nobody has taken it.
  package func lend(_ body: (borrowing Secret) -> Void) {
    content.withLock { content in
      guard let secret = content.take() else { return }
      body(secret)
      content = consume secret
    }
  }
}
