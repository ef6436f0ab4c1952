import ISO7816
import TestSupport
import Testing

/// Lengths and counts at the ends of what their bytes can say.
@Suite struct BoundaryTests {
  /// Every form of a length in BER: the short one, one to eight bytes, the indefinite and the
  /// reserved one.
  static let lengths: [[UInt8]] = {
    var lengths: [[UInt8]] = [[0], [1], [0x7E], [0x7F], [0x80], [0xFF]]
    for count in 1...8 {
      for first in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
        for rest in [0x00, 0xFF] as [UInt8] {
          lengths.append(
            [0x80 | UInt8(count), first] + [UInt8](repeating: rest, count: count - 1))
        }
      }
    }
    return lengths
  }()

  @Test("An object with any length is read whole or refused, whatever follows it")
  func objects() {
    for tag in [[0x30], [0x7F, 0x49], [0x5F, 0x81, 0x01], [0x1F, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
      for length in Self.lengths {
        for rest in [0, 1, 127, 128, 255, 256, 300] {
          let bytes = tag + length + [UInt8](repeating: 0x30, count: rest)
          if let objects = try? TLV.parse(bytes) {
            #expect((try? TLV.parse(objects.flatMap(\.encoded))) == objects)
          }
          var reader = TLVReader(bytes)
          if let header = try? reader.nextHeader() { #expect(header.length >= 0) }
        }
      }
    }
  }

  @Test("A command with any lengths is read or refused, and what is read says the same")
  func commands() {
    let counts: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF]
    for first in counts {
      for second in counts {
        for third in counts {
          for rest in [0, 1, 2, 3, 254, 255, 256, 257, 258] {
            let bytes =
              [0x00, 0xA4, 0x04, 0x0C, first, second, third]
              + [UInt8](repeating: first, count: rest)
            guard let command = try? CommandAPDU(parsing: bytes) else { continue }
            #expect((try? CommandAPDU(parsing: command.encoded)) == command)
          }
        }
      }
    }
    for count in 0..<5 { _ = try? CommandAPDU(parsing: [UInt8](repeating: 0xFF, count: count)) }
  }
}
