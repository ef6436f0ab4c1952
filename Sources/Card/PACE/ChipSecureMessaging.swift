import CryptoCore
public import ISO7816
public import Secrets

/// The chip's side of secure messaging, for virtual cards; the counterpart of ``SecureMessaging``.
///
/// An incorrect command closes the session for good.
public struct ChipSecureMessaging: ~Copyable, Sendable {
  private var state: SecureMessagingState
  /// The header of the command whose response is due.
  private var pending: CommandHeader?

  /// A session with the keys that PACE agreed on.
  public init(encryptionKey: consuming Secret, authenticationKey: consuming Secret) {
    state = SecureMessagingState(
      SessionKeys(encryption: encryptionKey, authentication: authenticationKey))
  }

  /// Whether the session can still be used.
  public var isOpen: Bool { state.isOpen }

  /// Ends the session and wipes its keys.
  public mutating func close() {
    state.close()
    pending = nil
  }

  /// Unwraps a protected command. Any input is safe.
  public mutating func unprotect(
    _ command: [UInt8]
  ) throws(ChipSecureMessagingError) -> UnprotectedCommand {
    guard state.isOpen, pending == nil else { throw fail(.sessionClosed) }
    guard let outer = try? CommandAPDU(parsing: command) else { throw fail(.incorrectObjects) }
    // Both bits set: secure messaging with an authenticated header (ISO/IEC 7816-4 table 2).
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
    // 256 is written 00.
    let expectedLength = objects.plain.map { $0[0] == 0 ? 0x100 : Int($0[0]) }
    do throws(CryptoError) {
      let data =
        if let ciphertext = objects.ciphertext { try state.decrypted(ciphertext) } else { Secret() }
      return UnprotectedCommand(header: header, data: data, expectedLength: expectedLength)
    } catch {
      throw fail(.incorrectObjects)
    }
  }

  /// Wraps the response to the last command.
  public mutating func protect(
    data: [UInt8] = [], status: StatusWord
  ) throws(ChipSecureMessagingError) -> [UInt8] {
    guard state.isOpen, let header = pending.take() else { throw fail(.sessionClosed) }
    do throws(CryptoError) {
      let objects = try data.withUnsafeBufferPointer { data throws(CryptoError) in
        try state.objects(
          UnsafeRawBufferPointer(data), then: TLV(0x99, status.bytes).encoded,
          oddInstruction: header.hasOddInstruction)
      }
      return ResponseAPDU(data: objects, status: status).encoded
    } catch {
      throw fail(.sessionClosed)
    }
  }

  /// The data objects of a command in their order: 87 or 85, 97, and 8E, which is mandatory.
  private mutating func protectedObjects(
    of command: CommandAPDU
  ) throws(ChipSecureMessagingError) -> ProtectedObjects {
    guard let objects = try? TLV.parse(command.data), objects.last?.tag == 0x8E else {
      throw fail(.missingObjects)
    }
    guard
      let parsed = ProtectedObjects(
        parsing: command.data, with: 0x97, oddInstruction: command.header.hasOddInstruction),
      parsed.plain.map({ $0.count == 1 }) ?? true
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
  /// CLA, INS, P1 and P2, with the secure messaging bits of CLA cleared.
  public let header: CommandHeader
  /// The plain data, empty without a data field. A secret, since it may be a PIN.
  public let data: Secret
  /// Ne, 1...65,536. Nil means no Le field.
  public let expectedLength: Int?
}

/// Why the chip refuses a protected command.
public enum ChipSecureMessagingError: Error, Hashable, Sendable {
  /// The session is closed, or commands and responses do not alternate.
  case sessionClosed
  /// The command is plain, or has no checksum.
  case missingObjects
  /// The checksum or the padding is wrong, or there are unexpected data objects.
  case incorrectObjects

  /// The status word of the chip's plain answer (ICAO 9303-11 §9.8.5).
  public var status: StatusWord {
    switch self {
    case .sessionClosed, .missingObjects: .secureMessagingObjectsMissing
    case .incorrectObjects: .secureMessagingObjectsIncorrect
    }
  }
}
