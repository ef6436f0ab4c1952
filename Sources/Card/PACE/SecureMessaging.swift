import CryptoCore
public import ISO7816
public import Secrets

/// The terminal's side of secure messaging after PACE (ICAO 9303-11 §9.8, ISO/IEC 7816-4 §6).
///
/// Commands and responses alternate. Any error in a response closes the session for good and wipes
/// its keys. Nothing in a response is used before its checksum is verified.
public struct SecureMessaging: ~Copyable, Sendable {
  private var state: SecureMessagingState
  /// The header of the command whose response is due.
  private var pending: CommandHeader?

  init(_ keys: consuming SessionKeys) {
    state = SecureMessagingState(keys)
  }

  /// A session with these keys, for published vectors and for tests.
  public init(encryptionKey: consuming Secret, authenticationKey: consuming Secret) {
    self.init(SessionKeys(encryption: encryptionKey, authentication: authenticationKey))
  }

  /// A session that has already exchanged `counter` messages, for published vectors.
  package init(
    encryptionKey: consuming Secret, authenticationKey: consuming Secret, counter: UInt128
  ) {
    state = SecureMessagingState(
      SessionKeys(encryption: encryptionKey, authentication: authenticationKey), counter: counter)
  }

  /// Whether the session can still be used.
  public var isOpen: Bool { state.isOpen }

  /// Ends the session and wipes its keys.
  public mutating func close() {
    state.close()
    pending = nil
  }

  /// Wraps a short command.
  public mutating func protect(
    _ command: CommandAPDU
  ) throws(SecureMessagingError) -> [UInt8] {
    try command.data.withUnsafeBufferPointer { data throws(SecureMessagingError) in
      try protect(command.header, UnsafeRawBufferPointer(data), command.expectedLength)
    }
  }

  /// Wraps a command whose data is secret, such as VERIFY. The result holds the data in encrypted
  /// form only.
  public mutating func protect(
    _ header: CommandHeader, secret: borrowing Secret, expectedLength: Int? = nil
  ) throws(SecureMessagingError) -> [UInt8] {
    try secret.withBytes { data throws(SecureMessagingError) in
      try protect(header, data, expectedLength)
    }
  }

  private mutating func protect(
    _ header: CommandHeader, _ data: UnsafeRawBufferPointer, _ expectedLength: Int?
  ) throws(SecureMessagingError) -> [UInt8] {
    guard state.isOpen, pending == nil else { throw fail(.sessionClosed) }
    guard (expectedLength ?? 0) <= 0x100, data.count < 0x100 else { throw .commandTooLong }
    var header = header
    header.cla |= 0x0C
    let length = expectedLength.map { TLV(0x97, [UInt8(truncatingIfNeeded: $0)]).encoded } ?? []
    let cipherLength = data.isEmpty ? 0 : (data.count / AES.blockLength + 1) * AES.blockLength
    // Tag, length of up to two bytes, padding indicator; the checksum object has 10 bytes.
    guard data.isEmpty || cipherLength + 4 + length.count + 10 <= 0xFF else {
      throw .commandTooLong
    }
    do throws(CryptoError) {
      let objects = try state.objects(
        data, then: length, after: header.bytes, oddInstruction: header.hasOddInstruction)
      pending = header
      return CommandAPDU(header, data: objects, expectedLength: 256).encoded
    } catch {
      throw fail(.cryptographyFailed)
    }
  }

  /// Unwraps a protected response. Any input is safe.
  public mutating func unprotect(
    _ response: [UInt8]
  ) throws(SecureMessagingError) -> ResponseAPDU {
    guard state.isOpen, let header = pending.take() else { throw fail(.sessionClosed) }
    guard let outer = ResponseAPDU(parsing: response) else { throw fail(.malformedResponse) }
    guard !outer.data.isEmpty else { throw fail(.unprotectedResponse(outer.status)) }
    guard
      let objects = ProtectedObjects(
        parsing: outer.data, with: 0x99, oddInstruction: header.hasOddInstruction),
      let status = objects.plain, status.count == 2
    else { throw fail(.malformedResponse) }
    state.advanceCounter()
    guard let expected = try? state.checksum(over: objects.authenticated) else {
      throw fail(.cryptographyFailed)
    }
    guard constantTimeEqual(expected, objects.checksum) else { throw fail(.wrongChecksum) }
    guard StatusWord(status[0], status[1]) == outer.status else { throw fail(.statusMismatch) }
    guard let ciphertext = objects.ciphertext else { return ResponseAPDU(status: outer.status) }
    do throws(CryptoError) {
      let plaintext = try state.decrypted(ciphertext)
      return ResponseAPDU(data: plaintext.withBytes { Array($0) }, status: outer.status)
    } catch {
      throw fail(error == .malformed ? .wrongPadding : .cryptographyFailed)
    }
  }

  private mutating func fail(_ error: SecureMessagingError) -> SecureMessagingError {
    close()
    return error
  }
}
