import CryptoCore
import ISO7816
import PACE
import Secrets
import TestSupport
import Testing

@Suite struct SecureMessagingTests {
  static let keys = (String(repeating: "11", count: 32), String(repeating: "22", count: 32))

  @Test("Both sides understand each other at every length of data", arguments: [16, 24, 32])
  func everyLength(keyLength: Int) throws {
    let key = String(repeating: "5a", count: keyLength)
    var terminal = SecureMessaging(
      encryptionKey: secret(hex: key), authenticationKey: secret(hex: key))
    var chip = ChipSecureMessaging(
      encryptionKey: secret(hex: key), authenticationKey: secret(hex: key))
    for length in 0...223 {
      let data = (0..<length).map { UInt8($0) }
      let command = CommandAPDU(
        0, length % 2 == 0 ? 0xB0 : 0xCB, 1, 2, data: data, expectedLength: 256 - length)
      let received = try chip.unprotect(try terminal.protect(command))
      let receivedData = received.data.withBytes { Array($0) }
      let (header, expected) = (received.header, received.expectedLength)
      #expect(receivedData == data && header == command.header)
      #expect(expected == 256 - length)
      let response = try chip.protect(data: data.reversed(), status: .endOfFile)
      // 256 bytes and the status word at most: nothing is ever fetched in parts.
      #expect(response.count <= 258)
      #expect(
        try terminal.unprotect(response)
          == ResponseAPDU(data: data.reversed(), status: .endOfFile))
    }
  }

  @Test("A command that does not fit the short form is refused, and the session goes on")
  func tooLong() throws {
    var terminal = SecureMessaging(
      encryptionKey: secret(hex: Self.keys.0), authenticationKey: secret(hex: Self.keys.1))
    let fits = CommandAPDU(0, 0xD6, 0, 0, data: [UInt8](repeating: 1, count: 239))
    let tooLong = CommandAPDU(0, 0xD6, 0, 0, data: [UInt8](repeating: 1, count: 240))
    #expect(throws: SecureMessagingError.commandTooLong) { _ = try terminal.protect(tooLong) }
    #expect(throws: SecureMessagingError.commandTooLong) {
      _ = try terminal.protect(CommandAPDU(0, 0xB0, 0, 0, expectedLength: 257))
    }
    #expect(try terminal.protect(fits).count <= 261)
  }

  @Test("A second command before the response closes the session")
  func secondCommand() throws {
    var terminal = SecureMessaging(
      encryptionKey: secret(hex: Self.keys.0), authenticationKey: secret(hex: Self.keys.1))
    _ = try terminal.protect(CommandAPDU(0, 0xB0, 0, 0))
    #expect(throws: SecureMessagingError.sessionClosed) {
      _ = try terminal.protect(CommandAPDU(0, 0xB0, 0, 0))
    }
    #expect(throws: SecureMessagingError.sessionClosed) {
      _ = try terminal.unprotect([0x90, 0x00])
    }
  }

  @Test("The chip refuses a command with a flipped bit and closes its session")
  func flippedCommandBits() throws {
    let command = CommandAPDU(0, 0x20, 0, 1, data: [1, 2, 3, 4], expectedLength: 16)
    var terminal = SecureMessaging(
      encryptionKey: secret(hex: Self.keys.0), authenticationKey: secret(hex: Self.keys.1))
    let protected = try terminal.protect(command)
    for bit in 0..<(protected.count - 1) * 8 {
      var changed = protected
      changed[bit / 8] ^= 0x80 >> (bit % 8)
      var chip = ChipSecureMessaging(
        encryptionKey: secret(hex: Self.keys.0), authenticationKey: secret(hex: Self.keys.1))
      let refused: Bool
      do throws(ChipSecureMessagingError) {
        _ = try chip.unprotect(changed)
        refused = false
      } catch {
        refused = true
      }
      let isOpen = chip.isOpen
      #expect(refused && !isOpen, "bit \(bit)")
    }
  }

  @Test("An unprotected command ends the chip's session")
  func plainCommand() throws {
    var chip = ChipSecureMessaging(
      encryptionKey: secret(hex: Self.keys.0), authenticationKey: secret(hex: Self.keys.1))
    #expect(throws: ChipSecureMessagingError.missingObjects) {
      _ = try chip.unprotect([0x00, 0xA4, 0x00, 0x00])
    }
    #expect(ChipSecureMessagingError.missingObjects.status.rawValue == 0x6987)
    #expect(throws: ChipSecureMessagingError.sessionClosed) {
      _ = try chip.protect(status: .success)
    }
  }

  /// A response that the chip would never make: any plaintext blocks, any tag, a right checksum.
  static func forged(_ blocks: [UInt8], tag: UInt32 = 0x87) throws -> [UInt8] {
    let counter = [UInt8](repeating: 0, count: 15) + [2]
    let iv = try AES.encryptedBlock(counter, key: secret(hex: keys.0))
    let ciphertext = try AES.encryptedCBC(
      secret(hex: hexString(blocks)), key: secret(hex: keys.0), iv: iv)
    let objects =
      TLV(tag, tag == 0x87 ? [1] + ciphertext : ciphertext).encoded
      + TLV(0x99, [0x90, 0x00]).encoded
    var message = counter + objects + [0x80]
    while message.count % 16 != 0 { message.append(0) }
    let code = try MAC.aesCMAC(of: message, key: secret(hex: keys.1))
    return objects + TLV(0x8E, Array(code[..<8])).encoded + [0x90, 0x00]
  }

  static func verdict(
    on response: [UInt8], to ins: UInt8 = 0xB0
  ) throws -> Result<[UInt8], SecureMessagingError> {
    var terminal = SecureMessaging(
      encryptionKey: secret(hex: keys.0), authenticationKey: secret(hex: keys.1))
    _ = try terminal.protect(CommandAPDU(0, ins, 0, 0, expectedLength: 16))
    do throws(SecureMessagingError) {
      return .success(try terminal.unprotect(response).data)
    } catch {
      let isOpen = terminal.isOpen
      #expect(!isOpen)
      return .failure(error)
    }
  }

  @Test("Wrong padding is refused even under a right checksum")
  func padding() throws {
    let zeros = [UInt8](repeating: 0, count: 15)
    #expect(try Self.verdict(on: Self.forged([0x80] + zeros)) == .success([]))
    #expect(try Self.verdict(on: Self.forged([7, 0x80] + zeros.dropLast())) == .success([7]))
    for blocks in [
      [0x00] + zeros, [0x81] + zeros, zeros + [0x01],
      // More padding than a block.
      [0x80] + zeros + [0] + zeros,
    ] {
      #expect(try Self.verdict(on: Self.forged(blocks)) == .failure(.wrongPadding))
    }
  }

  @Test("Responses to odd instructions may use tag 85 or 87, to even ones only 87")
  func responseTags() throws {
    let blocks: [UInt8] = [7, 0x80] + [UInt8](repeating: 0, count: 14)
    let plain = try Self.forged(blocks, tag: 0x85)
    #expect(try Self.verdict(on: plain, to: 0xCB) == .success([7]))
    #expect(try Self.verdict(on: Self.forged(blocks), to: 0xCB) == .success([7]))
    #expect(try Self.verdict(on: plain) == .failure(.malformedResponse))
    #expect(
      try Self.verdict(on: Self.forged(blocks, tag: 0x81)) == .failure(.malformedResponse))
  }
}
