import ISO7816
import TestSupport
import Testing

@Suite struct CommandAPDUTests {
  static let lengths = [0, 1, 2, 254, 255, 256, 257, 65_535]
  static let expected: [Int?] = [nil, 1, 2, 255, 256, 257, 65_535, 65_536]

  @Test(
    "A command is read back as it was encoded, at every limit of its lengths", arguments: lengths,
    expected)
  func roundTrip(length: Int, expectedLength: Int?) throws {
    let data = (0..<length).map { UInt8(truncatingIfNeeded: $0 &+ 1) }
    let command = CommandAPDU(0x00, 0xB0, 0x12, 0x34, data: data, expectedLength: expectedLength)
    #expect(try CommandAPDU(parsing: command.encoded) == command)
    #expect(command.fitsShortForm == (length <= 255 && (expectedLength ?? 0) <= 256))
  }

  @Test("The four cases of ISO/IEC 7816-4 are encoded in short and extended form")
  func fourCases() {
    let data: [UInt8] = [0xAA]
    let cases: [(CommandAPDU, String)] = [
      (CommandAPDU(0, 0xA4, 0, 0), "00a40000"),
      (CommandAPDU(0, 0xB0, 0, 0, expectedLength: 1), "00b0000001"),
      (CommandAPDU(0, 0xB0, 0, 0, expectedLength: 255), "00b00000ff"),
      (CommandAPDU(0, 0xB0, 0, 0, expectedLength: 256), "00b0000000"),
      (CommandAPDU(0, 0xB0, 0, 0, expectedLength: 257), "00b00000000101"),
      (CommandAPDU(0, 0xB0, 0, 0, expectedLength: 65_536), "00b00000000000"),
      (CommandAPDU(0, 0xA4, 0, 0, data: data), "00a4000001aa"),
      (CommandAPDU(0, 0xA4, 0, 0, data: data, expectedLength: 256), "00a4000001aa00"),
      (CommandAPDU(0, 0xA4, 0, 0, data: data, expectedLength: 257), "00a40000000001aa0101"),
    ]
    for (command, encoded) in cases { #expect(hexString(command.encoded) == encoded) }
  }

  @Test(
    "Bytes that are not a command are refused",
    arguments: [
      "", "00", "00a404", "00a4000002aa", "00a4000001aabbcc", "00a400000000",
      "00a4000000000100aa", "00a40000000000aa", "00a40000000002aa", "00a40000000001aa00",
    ])
  func notACommand(text: String) {
    #expect(throws: CommandAPDUError.self) { _ = try CommandAPDU(parsing: hex(text)) }
  }

  @Test("Random bytes do not crash the parser, and what it accepts survives a round trip")
  func randomBytes() {
    var generator = SystemRandomNumberGenerator()
    var parsed = 0
    for length in 0...12 {
      for _ in 0..<500 {
        let bytes = (0..<length).map { _ -> UInt8 in
          // Small values make length fields that fit now and then.
          Bool.random(using: &generator) ? UInt8.random(in: 0...4) : UInt8.random(in: 0...255)
        }
        guard let command = try? CommandAPDU(parsing: bytes) else { continue }
        parsed += 1
        // An extended form that would have fitted the short one is written shorter.
        #expect((try? CommandAPDU(parsing: command.encoded)) == command)
      }
    }
    #expect(parsed > 500)
  }
}
