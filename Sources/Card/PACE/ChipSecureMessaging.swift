import CryptoCore
public import ISO7816
public import Secrets

/// The chip's side of secure messaging, for virtual cards; the mirror of ``SecureMessaging``.
///
/// A command that is not what it should be closes the session for good.
public struct ChipSecureMessaging: ~Copyable, Sendable {
  private var state: SecureMessagingState
  /// The instruction that waits for its response.
  private var pending: CommandHeader?

  public init(encryptionKey: consuming Secret, authenticationKey: consuming Secret) {
    state = SecureMessagingState(
      SessionKeys(encryption: encryptionKey, authentication: authenticationKey))
  }

  public var isOpen: Bool { state.isOpen }

  /// Ends the session and wipes its keys.
  public mutating func close() {
    state.close()
    pending = nil
  }

  /// The plain command in a protected one. Any input is safe.
  public mutating func unprotect(
    _ command: [UInt8]
  ) throws(ChipSecureMessagingError) -> UnprotectedCommand {
    guard state.isOpen, pending == nil else { throw fail(.sessionClosed) }
    guard let outer = try? CommandAPDU(parsing: command) else { throw fail(.incorrectObjects) }
    // Both bits: secure messaging with the header authenticated (ISO/IEC 7816-4 table 2).
    guard outer.header.cla & 0x0C == 0x0C else { throw fail(.missingObjects) }
    let objects = try protectedObjects(of: outer)
    state.advanceCounter()
    guard
      let expected = try? state.checksum(over: outer.header.bytes, objects.authenticated),
      constantTimeEqual(expected, objects.checksum)
    else { throw fail(.incorrectObjects) }
    var header = outer.header
    header.cla &= ~0x0C
    pending = header
    guard let ciphertext = objects.ciphertext else {
      return UnprotectedCommand(
        header: header, data: Secret(capacity: 0) { _ in 0 },
        expectedLength: objects.expectedLength)
    }
    do throws(CryptoError) {
      return UnprotectedCommand(
        header: header, data: try state.decrypted(ciphertext),
        expectedLength: objects.expectedLength)
    } catch {
      throw fail(.incorrectObjects)
    }
  }

  /// The protected form of the response to the last command.
  public mutating func protect(
    data: [UInt8] = [], status: StatusWord
  ) throws(ChipSecureMessagingError) -> [UInt8] {
    guard state.isOpen, let header = pending.take() else { throw fail(.sessionClosed) }
    state.advanceCounter()
    do throws(CryptoError) {
      var objects: [UInt8] = []
      if !data.isEmpty {
        let ciphertext = try data.withUnsafeBufferPointer { data throws(CryptoError) in
          try state.encrypted(UnsafeRawBufferPointer(data))
        }
        objects += ProtectedData(ciphertext, oddInstruction: header.hasOddInstruction).encoded
      }
      objects += TLV(0x99, status.bytes).encoded
      objects += TLV(0x8E, try state.checksum(over: objects)).encoded
      return ResponseAPDU(data: objects, status: status).encoded
    } catch {
      throw fail(.sessionClosed)
    }
  }

  /// The objects of a command: 87 or 85, then 97, then 8E, which alone is a must.
  private mutating func protectedObjects(
    of command: CommandAPDU
  ) throws(ChipSecureMessagingError) -> ProtectedCommand {
    guard let objects = try? TLV.parse(command.data), let last = objects.last, last.tag == 0x8E
    else { throw fail(.missingObjects) }
    guard
      let parsed = ProtectedCommand(
        objects, in: command.data, oddInstruction: command.header.hasOddInstruction)
    else { throw fail(.incorrectObjects) }
    return parsed
  }

  private mutating func fail(_ error: ChipSecureMessagingError) -> ChipSecureMessagingError {
    close()
    return error
  }
}

/// A command as the chip sees it after secure messaging.
public struct UnprotectedCommand: ~Copyable, Sendable {
  /// With the secure messaging bits of CLA cleared.
  public let header: CommandHeader
  /// May be a PIN, and so is a secret; empty without a data field.
  public let data: Secret
  public let expectedLength: Int?
}

/// Why the chip refuses a protected command.
public enum ChipSecureMessagingError: Error, Hashable, Sendable {
  /// The session was closed before, or commands and responses do not alternate.
  case sessionClosed
  /// A plain command, or one without a checksum.
  case missingObjects
  /// A wrong checksum, wrong padding, or objects that do not belong there.
  case incorrectObjects

  /// What the chip answers, without protection (ICAO 9303-11 §9.8.5).
  public var status: StatusWord {
    switch self {
    case .sessionClosed, .missingObjects: .secureMessagingObjectsMissing
    case .incorrectObjects: .secureMessagingObjectsIncorrect
    }
  }
}
