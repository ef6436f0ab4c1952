import ISO7816
import TestSupport
import Testing

@Suite struct TLVTests {
  @Test("Nested objects are read and written alike")
  func nestedObjects() throws {
    let bytes = hex("7f490906020102860304aabb")
    let object = try #require(try TLV.parse(bytes).first)
    #expect(object.tag == 0x7F49)
    #expect(try object.children() == [TLV(0x06, [1, 2]), TLV(0x86, [4, 0xAA, 0xBB])])
    #expect(object.encoded == bytes)
  }

  @Test(
    "Lengths are written in their shortest form",
    arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536])
  func shortestLength(length: Int) throws {
    let object = TLV(0x53, [UInt8](repeating: 7, count: length))
    let header = object.encoded.count - length
    #expect(header == (length < 128 ? 2 : length < 256 ? 3 : length < 65_536 ? 4 : 5))
    #expect(try TLV.parse(object.encoded) == [object])
  }

  @Test(
    "A broken object is refused with the reason",
    arguments: [
      ("53", TLVError.truncated), ("5301", .truncated), ("5381", .truncated),
      ("53820001", .truncated),
      ("5380", .unsupportedLength), ("538501010101010000", .unsupportedLength), ("7f", .truncated),
      ("7f81", .truncated), ("7f8181810101", .tagTooLong), ("5384ffffffff00", .truncated),
    ])
  func brokenObjects(text: String, error: TLVError) {
    #expect(throws: error) { _ = try TLV.parse(hex(text)) }
  }

  @Test("Random bytes do not crash the reader, and what it accepts survives a round trip")
  func randomBytes() {
    for length in 0...8 {
      for _ in 0..<2_000 {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255) }
        guard let objects = try? TLV.parse(bytes) else { continue }
        #expect((try? TLV.parse(objects.flatMap(\.encoded))) == objects)
      }
    }
  }

  @Test("The first bytes of a file tell its length")
  func fileLength() throws {
    var reader = TLVReader(hex("30820404a0"))
    let header = try #require(try reader.nextHeader())
    #expect(header.tag == 0x30 && header.length == 0x404 && reader.position == 4)
  }
}
