import Archives
import TestSupport
import Testing

@Suite struct ZlibTests {
  @Test("Another program unpacks what was compressed, and equal bytes take little room")
  func unpacked() throws {
    var random = SplitMix(seed: 7)
    let noise = (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let texts = [[], [0], noise, Array(repeating: 0, count: 1_000_000)]
    let folder = try Folder()
    for (number, text) in texts.enumerated() {
      let packed = Zlib.compressed(text)
      #expect(packed.count < 100 + noise.count)
      try folder.write(packed, to: "\(number)")
      let plain = try OtherProgram.run(
        "python3",
        [
          "-c",
          """
          import sys, zlib; data = zlib.decompress(open(sys.argv[1], 'rb').read()); \
          open(sys.argv[1], 'wb').write(data)
          """,
          folder.path("\(number)"),
        ])
      #expect(plain.status == 0)
      #expect(folder.bytes("\(number)") == text)
    }
  }
}
