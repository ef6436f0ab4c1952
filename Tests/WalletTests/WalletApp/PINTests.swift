import CryptoCore
import Secrets
import TestSupport
import Testing

@testable import WalletApp

@Suite struct PINTests {
  @Test("Exactly twenty of the million PINs are too simple")
  func allMillion() {
    var refused: [String] = []
    var digits = [UInt8](repeating: 0x30, count: 6)
    for number in 0..<1_000_000 {
      var rest = number
      for place in (0..<6).reversed() {
        digits[place] = 0x30 + UInt8(rest % 10)
        rest /= 10
      }
      if digits.withUnsafeBytes({ RemotePIN.isTooSimple(sixDigits: $0) }) {
        refused.append(String(decoding: digits, as: UTF8.self))
      }
    }
    #expect(
      refused == [
        "000000", "012345", "111111", "123456", "222222", "234567", "333333", "345678", "444444",
        "456789", "543210", "555555", "654321", "666666", "765432", "777777", "876543", "888888",
        "987654", "999999",
      ])
  }

  @Test("A PIN as it is entered is judged the same", arguments: ["123456", "777777", "142536"])
  func entered(_ pin: String) {
    let isTooSimple = RemotePIN.isTooSimple(secret(pin))
    #expect(isTooSimple == (pin != "142536"))
  }

  @Test(
    "A PIN that is not six digits is too simple", arguments: ["", "14253", "1425367", "14253a"])
  func notSixDigits(_ pin: String) {
    let isTooSimple = RemotePIN.isTooSimple(secret(pin))
    #expect(isTooSimple)
  }

  @Test("A CAN has 6 digits, PIN1 4 to 12, PIN2 5 to 12")
  func lengths() {
    for length in 0...14 {
      let code = String(repeating: "1", count: length)
      let isCAN = CardCode.can.fits(secret(code))
      let isPIN1 = CardCode.pin1.fits(secret(code))
      let isPIN2 = CardCode.pin2.fits(secret(code))
      #expect(isCAN == (length == 6))
      #expect(isPIN1 == (4...12).contains(length))
      #expect(isPIN2 == (5...12).contains(length))
    }
    let isCAN = CardCode.can.fits(secret("12345a"))
    #expect(!isCAN)
  }

  @Test("The PIN key is the one that Python's cryptography derives")
  func derivation() throws {
    var salt = [UInt8](0..<32)
    let key = try PINKey.derived(from: secret("142536"), salt: Secret(moving: &salt))
    let hex = try key.publicKey().encoded.map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }.joined()
    #expect(
      hex
        == "04b8bd00d1e58eb65d0bfbf18943e9f9e3afcae9097cc193e1bb32babbb29ff398"
        + "f9995972e565be85f3b43d69114297cbdc2b0af5cf9c8bebfb58a77a340f24c2")
  }
}
