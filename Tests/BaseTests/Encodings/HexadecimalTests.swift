import Encodings
import Testing

@Suite struct HexadecimalTests {
  @Test("Bytes have two digits each, and numbers those of their type")
  func written() {
    #expect(Hexadecimal.text([0, 0x0A, 0xFF]) == "000aff")
    #expect(Hexadecimal.text([0xAB], uppercase: true) == "AB")
    #expect(Hexadecimal.text(of: UInt16(0x6A)) == "006a")
    #expect(Hexadecimal.text(of: UInt64.max, uppercase: true) == "FFFFFFFFFFFFFFFF")
  }

  @Test("Digits are read in either case")
  func read() {
    #expect(Hexadecimal.bytes("00aFFa") == [0, 0xAF, 0xFA])
    #expect(Hexadecimal.bytes("") == [])
  }

  @Test(
    "Anything but pairs of digits is refused",
    arguments: ["0", "0g", " 00", "00 ", "0x00", "+1", "\u{FF10}\u{FF10}", "é", "0\u{301}0"])
  func refused(_ text: String) {
    #expect(Hexadecimal.bytes(text) == nil)
  }
}
