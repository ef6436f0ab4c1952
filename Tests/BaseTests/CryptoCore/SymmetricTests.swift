import CryptoCore
import Secrets
import TestSupport
import Testing

@Suite struct SymmetricTests {
  @Test(
    "The hashes of `abc` are those of FIPS 180",
    arguments: [
      (Hash.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        .sha384,
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
      ),
      (
        .sha512,
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
      ),
    ])
  func hashes(hash: Hash, digest: String) {
    #expect(hexString(hash.digest(of: Array("abc".utf8))) == digest)
    let ofSecret = bytes(of: hash.digest(of: secret(hex: "616263")))
    #expect(hexString(ofSecret) == digest)
  }

  @Test("HMAC gives the result of RFC 4231")
  func hmac() throws {
    let key = secret(hex: String(repeating: "0b", count: 20))
    let code = try MAC.hmac(.sha256, of: Array("Hi There".utf8), key: key)
    #expect(hexString(code) == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
  }

  @Test("HKDF gives the results of RFC 5869, with and without a salt")
  func hkdf() throws {
    let key = try HKDF.sha256(
      secret(hex: String(repeating: "0b", count: 22)), salt: hex("000102030405060708090a0b0c"),
      info: hex("f0f1f2f3f4f5f6f7f8f9"), length: 42)
    #expect(
      hexString(bytes(of: key))
        == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    let unsalted = try HKDF.sha256(
      secret(hex: String(repeating: "0b", count: 22)), info: [], length: 42)
    #expect(
      hexString(bytes(of: unsalted))
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
  }

  static let blocks = """
    6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
    30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
    """

  @Test(
    "AES-CBC gives the results of SP 800-38A, in both directions",
    arguments: [
      (
        "2b7e151628aed2a6abf7158809cf4f3c",
        "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b273bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"
      ),
      (
        "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
        "4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd"
      ),
      (
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
        "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b"
      ),
    ])
  func aesCBC(key: String, ciphertext: String) throws {
    let iv = hex("000102030405060708090a0b0c0d0e0f")
    let encrypted = try AES.encryptedCBC(secret(hex: Self.blocks), key: secret(hex: key), iv: iv)
    #expect(hexString(encrypted) == ciphertext)
    let decrypted = bytes(of: try AES.decryptedCBC(encrypted, key: secret(hex: key), iv: iv))
    #expect(hexString(decrypted) == Self.blocks)
  }

  @Test("One AES block is that of FIPS 197")
  func aesBlock() throws {
    let key = secret(hex: "000102030405060708090a0b0c0d0e0f")
    let block = try AES.encryptedBlock(hex("00112233445566778899aabbccddeeff"), key: key)
    #expect(hexString(block) == "69c4e0d86a7b0430d8cdb78070b4c55a")
  }

  @Test(
    "CMAC gives the results of SP 800-38B",
    arguments: [
      ("2b7e151628aed2a6abf7158809cf4f3c", "dfa66747de9ae63030ca32611497c827"),
      (
        "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
        "8a1de5be2eb31aad089a82e6ee908b0e"
      ),
      (
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
        "aaf3d8f1de5640c232f5b169b9c911e6"
      ),
    ])
  func cmac(key: String, code: String) throws {
    let message = Array(hex(Self.blocks)[..<40])
    #expect(hexString(try MAC.aesCMAC(of: message, key: secret(hex: key))) == code)
  }

  @Test("The CMAC of no bytes is that of RFC 4493")
  func cmacOfNothing() throws {
    let code = try MAC.aesCMAC(of: [], key: secret(hex: "2b7e151628aed2a6abf7158809cf4f3c"))
    #expect(hexString(code) == "bb1d6929e95937287fa37d129b756746")
  }

  @Test("AES-GCM gives the results of other implementations")
  func gcm() throws {
    // The second from Python's cryptography.
    let zero = try AESGCM.sealed(
      secret(hex: String(repeating: "00", count: 16)),
      key: secret(hex: String(repeating: "00", count: 32)),
      nonce: [UInt8](repeating: 0, count: 12))
    #expect(hexString(zero) == "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
    let store = try AESGCM.sealed(
      secret(hex: hexString("flowrun".utf8)), key: secret(hex: hexString(0..<32)),
      nonce: Array(0..<12),
      context: Array("store".utf8))
    #expect(hexString(store) == "216eb96cb790acf9b4c638b7f80f010668219ec0e457e6")
    let opened = try AESGCM.opened(
      store, key: secret(hex: hexString(0..<32)), nonce: Array(0..<12), context: Array("store".utf8)
    )
    let text = bytes(of: opened)
    #expect(text == Array("flowrun".utf8))
  }

  @Test("AES-GCM refuses a message when any bit of it, its context or its length has changed")
  func gcmTampering() throws {
    let nonce: [UInt8] = Array(0..<12)
    let sealed = try AESGCM.sealed(
      secret(hex: "0102030405"), key: secret(hex: hexString(0..<32)), nonce: nonce)
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: CryptoError.notAuthentic) {
        _ = try AESGCM.opened(changed, key: secret(hex: hexString(0..<32)), nonce: nonce)
      }
    }
    #expect(throws: CryptoError.notAuthentic) {
      _ = try AESGCM.opened(
        sealed, key: secret(hex: hexString(0..<32)), nonce: nonce, context: [1])
    }
    #expect(throws: CryptoError.notAuthentic) {
      _ = try AESGCM.opened([1, 2, 3], key: secret(hex: hexString(0..<32)), nonce: nonce)
    }
  }

  @Test("Keys, blocks and outputs of an impossible length are refused")
  func lengths() {
    let iv = [UInt8](repeating: 0, count: 16)
    #expect(throws: CryptoError.invalidKeyLength) {
      _ = try AES.decryptedCBC(iv, key: secret(hex: "00"), iv: iv)
    }
    #expect(throws: CryptoError.invalidLength) {
      _ = try AES.decryptedCBC([1], key: secret(hex: hexString(iv)), iv: iv)
    }
    #expect(throws: CryptoError.invalidKeyLength) {
      _ = try MAC.aesCMAC(of: [], key: secret(hex: "00"))
    }
    #expect(throws: CryptoError.invalidLength) {
      _ = try HKDF.sha256(secret(hex: "00"), info: [], length: 8161)
    }
  }

  @Test("The constant-time comparison sees every byte and the length")
  func comparison() {
    #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2]))
    #expect(constantTimeEqual([], []))
  }

  @Test("Wiping an array leaves it empty")
  func wiping() {
    var array: [UInt8] = [1, 2, 3]
    wipe(&array)
    #expect(array.isEmpty)
  }
}
