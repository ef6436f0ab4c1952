import CryptoCore
import ISO7816
import PACE
import TestSupport
import Testing

@Suite struct CardAccessTests {
  static func info(_ cipher: PACECipher, version: UInt8 = 2, curve: UInt8) -> TLV {
    TLV(
      0x30,
      [TLV(0x06, cipher.objectIdentifier), TLV(0x02, [version]), TLV(0x02, [curve])])
  }

  static func file(_ entries: [TLV]) -> [UInt8] {
    TLV(0x31, entries).encoded + [UInt8](repeating: 0, count: 8)
  }

  @Test("A card with several protocols is told which curve to use")
  func severalProtocols() throws {
    let access = try CardAccess(
      parsing: Self.file([Self.info(.aes128, curve: 0x0D), Self.info(.aes256, curve: 0x10)]))
    #expect(access.protocols.map(\.curve) == [.brainpoolP256r1, .brainpoolP384r1])
    #expect(
      access.parameters
        == PACEParameters(cipher: .aes128, curve: .brainpoolP256r1, namesCurve: true))
  }

  @Test("Unknown protocols are skipped but counted")
  func unknownProtocols() throws {
    // Integrated mapping, an unknown curve, chip authentication, an old version.
    let integrated = TLV(
      0x30,
      [
        TLV(0x06, hex("04007f00070202040402")), TLV(0x02, [2]), TLV(0x02, [0x0D]),
      ])
    let chip = TLV(0x30, [TLV(0x06, hex("04007f000702020302")), TLV(0x02, [1])])
    let access = try CardAccess(
      parsing: Self.file([
        chip, integrated, Self.info(.aes256, curve: 0x40),
        Self.info(.aes256, version: 1, curve: 13),
        Self.info(.aes192, curve: 0x0F),
      ]))
    #expect(access.offered == 4)
    #expect(
      access.parameters == PACEParameters(cipher: .aes192, curve: .p384, namesCurve: true))
  }

  @Test("A file without a protocol gives no parameters")
  func noProtocol() throws {
    #expect(try CardAccess(parsing: Self.file([])).parameters == nil)
  }

  @Test("Bytes that are not a CardAccess file are malformed data")
  func malformed() {
    for text in ["", "00", "30", "3003020100", "3110", "3180", "310230ff", "31ff"] {
      #expect(throws: PACEError.malformedData(.cardAccess)) {
        _ = try CardAccess(parsing: hex(text))
      }
    }
  }

  @Test("No changed byte crashes the reader, and nearly all of them matter")
  func changedBytes() throws {
    let good = Self.file([Self.info(.aes256, curve: 0x0C)])
    let expected = try CardAccess(parsing: good).parameters
    var others = 0
    for index in good.indices {
      for value in UInt8.min...UInt8.max {
        var changed = good
        changed[index] = value
        if (try? CardAccess(parsing: changed))?.parameters != expected { others += 1 }
      }
    }
    // The eight bytes of padding do not matter, nearly all the others do.
    #expect(others > (good.count - 8) * 250)
  }
}
