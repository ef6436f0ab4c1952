import CryptoCore
import ISO7816
import Secrets

/// The state that both sides of secure messaging share: keys, counter, cipher and checksum (ICAO
/// 9303-11 §9.8; for AES §9.8.7).
struct SecureMessagingState: ~Copyable, Sendable {
  private var keys: SessionKeys?
  /// The send sequence counter, 16 bytes. It is 1 for the first message of a session.
  private var counter: UInt128

  init(_ keys: consuming SessionKeys, counter: UInt128 = 0) {
    self.keys = consume keys
    self.counter = counter
  }

  var isOpen: Bool { keys != nil }

  /// Wipes the keys.
  mutating func close() { keys = nil }

  mutating func advanceCounter() { counter &+= 1 }

  /// Pads (ISO/IEC 9797-1 method 2) and encrypts in CBC mode with the IV of this message.
  func encrypted(_ plaintext: UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8] {
    let length = (plaintext.count / AES.blockLength + 1) * AES.blockLength
    let padded = Secret(capacity: length) { buffer in
      buffer.copyMemory(from: plaintext)
      buffer[plaintext.count] = 0x80
      return length
    }
    return try withKeys { keys throws(CryptoError) in
      let iv = try AES.encryptedBlock(counterBytes, key: keys.encryption)
      return try AES.encryptedCBC(padded, key: keys.encryption, iv: iv)
    }
  }

  /// Decrypts and removes the padding. Throws `malformed` if the padding is wrong.
  func decrypted(_ ciphertext: [UInt8]) throws(CryptoError) -> Secret {
    let padded = try withKeys { keys throws(CryptoError) in
      let iv = try AES.encryptedBlock(counterBytes, key: keys.encryption)
      return try AES.decryptedCBC(ciphertext, key: keys.encryption, iv: iv)
    }
    let end = padded.withBytes { bytes in
      bytes.lastIndex { $0 != 0 }.flatMap { bytes[$0] == 0x80 ? $0 : nil }
    }
    guard let end, padded.count - end <= AES.blockLength else { throw .malformed }
    return padded.copy(of: 0..<end)
  }

  /// The objects of a message, with the next counter: the encrypted data if there is any, `rest`,
  /// and the checksum of the header and all of it.
  mutating func objects(
    _ data: UnsafeRawBufferPointer, then rest: [UInt8], after header: [UInt8] = [],
    oddInstruction: Bool
  ) throws(CryptoError) -> [UInt8] {
    advanceCounter()
    var objects: [UInt8] = []
    if !data.isEmpty {
      objects = ProtectedData(try encrypted(data), oddInstruction: oddInstruction).encoded
    }
    objects += rest
    return objects + TLV(0x8E, try checksum(over: header, objects)).encoded
  }

  /// The first 8 bytes of the CMAC over the counter and `parts`. Each part is padded to whole
  /// blocks; an empty part adds nothing.
  func checksum(over parts: [UInt8]...) throws(CryptoError) -> [UInt8] {
    var message = counterBytes
    for part in parts where !part.isEmpty {
      message += part
      message.append(0x80)
      while message.count % AES.blockLength != 0 { message.append(0) }
    }
    let code = try withKeys { keys throws(CryptoError) in
      try MAC.aesCMAC(of: message, key: keys.authentication)
    }
    return Array(code[..<8])
  }

  private var counterBytes: [UInt8] {
    withUnsafeBytes(of: counter.bigEndian) { Array($0) }
  }

  private func withKeys<R: ~Copyable>(
    _ body: (borrowing SessionKeys) throws(CryptoError) -> R
  ) throws(CryptoError) -> R {
    switch keys {
    case .some(let keys): try body(keys)
    case nil: throw .invalidKeyLength
    }
  }
}
