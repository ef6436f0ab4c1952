import CardTestSupport
import CryptoCore
import ISO7816
import PACE
import Secrets
import TestSupport
import Testing

/// Searches the memory for secrets that must not stay there. One test at a time, since each reads
/// all of it.
@Suite(.serialized, .enabled(if: HiddenPattern.canBeLookedFor)) struct MemoryTests {
  /// The first call of a C function resolves its name, and that saves the vector registers, with
  /// everything that was copied through them, on the stack. Once is enough.
  init() throws {
    _ = HiddenPattern.randomDigits(12).occurrences()
    _ = try Self.derived()
  }

  static func secret(_ pattern: HiddenPattern) -> Secret {
    Secret(capacity: pattern.count) { buffer in
      pattern.reveal(to: buffer)
      return pattern.count
    }
  }

  @Test("The search finds a secret that is in memory")
  func searchWorks() {
    let pattern = HiddenPattern.randomDigits(12)
    #expect(pattern.occurrences() == 0)
    let kept = Self.secret(pattern)
    #expect(pattern.occurrences() == 1)
    #expect(kept.count == 12)
  }

  @Test("A PIN is gone from memory once its command is protected")
  func terminalPIN() throws {
    let pattern = HiddenPattern.randomDigits(12)
    var terminal = SecureMessaging(
      encryptionKey: try Random.secret(32), authenticationKey: try Random.secret(32))
    let command = try terminal.protect(
      CommandHeader(0, 0x20, 0, 1), secret: Self.secret(pattern))
    #expect(command.count > 12)
    #expect(pattern.occurrences() == 0)
  }

  @Test("The chip's side leaves neither PIN nor session keys in memory")
  func chipPIN() throws {
    let pattern = HiddenPattern.randomDigits(12)
    let keys = (HiddenPattern.randomDigits(32), HiddenPattern.randomDigits(32))
    do {
      var terminal = SecureMessaging(
        encryptionKey: Self.secret(keys.0), authenticationKey: Self.secret(keys.1))
      var chip = ChipSecureMessaging(
        encryptionKey: Self.secret(keys.0), authenticationKey: Self.secret(keys.1))
      let command = try terminal.protect(
        CommandHeader(0, 0x20, 0, 1), secret: Self.secret(pattern))
      let received = try chip.unprotect(command)
      let count = received.data.count
      #expect(count == 12)
    }
    #expect(pattern.occurrences() == 0)
    #expect(keys.0.occurrences() == 0)
    #expect(keys.1.occurrences() == 0)
  }

  @Test("A Diffie-Hellman secret is gone from memory")
  func sharedSecretIsGone() throws {
    #expect(try Self.sharedSecret().occurrences() == 0)
  }

  static func sharedSecret() throws -> HiddenPattern {
    let left = try CurvePrivateKey(randomOn: .p256)
    let right = try CurvePrivateKey(randomOn: .p256).publicKey()
    // Freed last, these are what the search's own allocations get, instead of what they look for.
    var decoys = (0..<6).map { [UInt8](repeating: $0, count: 65) }
    let secret = try left.sharedSecret(with: right)
    decoys.removeAll()
    return secret.withBytes { HiddenPattern($0) }
  }

  @Test("Derived keys and what they come from are gone from memory")
  func derivedKeys() throws {
    let patterns = try Self.derived()
    #expect(patterns.count == 4)
    for (index, pattern) in patterns.enumerated() {
      #expect(pattern.occurrences() == 0, "pattern \(index)")
    }
  }

  static func derived() throws -> [HiddenPattern] {
    let source = try Random.secret(32)
    let key = try HKDF.sha256(source, info: Array("info".utf8), length: 80)
    let sessionKey = PACECipher.aes256.derivedKey(from: source, for: .encryption)
    let scalar = try CurvePrivateKey(derivedFrom: key, on: .p256)
    _ = try scalar.signature(ofDigest: Hash.sha256.digest(of: [1]))
    return [
      source.withBytes { HiddenPattern($0) },
      key.withBytes { HiddenPattern(UnsafeRawBufferPointer(rebasing: $0[..<32])) },
      sessionKey.withBytes { HiddenPattern($0) },
      scalar.exportedScalar().withBytes { HiddenPattern($0) },
    ]
  }
}
