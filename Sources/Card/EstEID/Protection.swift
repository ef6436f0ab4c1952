import ISO7816
import PACE
import Secrets

/// Turns plain commands into the bytes to send, and back: secure messaging over NFC, nothing by
/// contacts.
struct Protection: ~Copyable {
  private var messaging: SecureMessaging?
  /// True by contacts until the session is closed.
  private(set) var isPlain: Bool

  init(_ messaging: consuming SecureMessaging) {
    self.messaging = consume messaging
    isPlain = false
  }

  private init() {
    messaging = nil
    isPlain = true
  }

  static func none() -> Protection { Protection() }

  var isOpen: Bool {
    switch messaging {
    case .some(let messaging): messaging.isOpen
    case nil: isPlain
    }
  }

  mutating func close() {
    messaging = nil
    isPlain = false
  }

  mutating func protect(_ command: CommandAPDU) throws(SecureMessagingError) -> [UInt8] {
    if isPlain { return command.encoded }
    guard let protected = try messaging?.protect(command) else { throw .sessionClosed }
    return protected
  }

  /// By contacts, the result holds the secret in the clear. The caller must wipe it.
  mutating func protect(
    _ header: CommandHeader, secret: borrowing Secret
  ) throws(SecureMessagingError) -> [UInt8] {
    if isPlain {
      var bytes: [UInt8] = []
      // Growing the array would leave a copy of the secret.
      bytes.reserveCapacity(5 + secret.count)
      bytes += header.bytes
      bytes.append(UInt8(secret.count))
      secret.withBytes { bytes.append(contentsOf: $0) }
      return bytes
    }
    guard let protected = try messaging?.protect(header, secret: secret) else {
      throw .sessionClosed
    }
    return protected
  }

  mutating func unprotect(_ response: [UInt8]) throws(SecureMessagingError) -> ResponseAPDU {
    if isPlain {
      guard let plain = ResponseAPDU(parsing: response) else { throw .malformedResponse }
      return plain
    }
    guard let plain = try messaging?.unprotect(response) else { throw .sessionClosed }
    return plain
  }
}
