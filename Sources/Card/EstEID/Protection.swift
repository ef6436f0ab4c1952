import ISO7816
import PACE
import Secrets

/// What stands between a plain command and the bytes on their way: secure messaging over the air,
/// nothing on the contacts.
struct Protection: ~Copyable {
  private var messaging: SecureMessaging?
  /// On the contacts, until closed.
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

  /// On the contacts the result holds the secret, and is the caller's to wipe.
  mutating func protect(
    _ header: CommandHeader, secret: borrowing Secret
  ) throws(SecureMessagingError) -> [UInt8] {
    if isPlain {
      var bytes: [UInt8] = []
      // Growing would leave a copy behind.
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
