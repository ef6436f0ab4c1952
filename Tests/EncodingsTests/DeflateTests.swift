import Encodings
import TestSupport
import Testing

@Suite struct DeflateTests {
  @Test(
    "Another program unpacks what was compressed: every length, far and near repetitions, all bytes"
  )
  func unpacked() throws {
    var random = SplitMix(seed: 7)
    let noise = (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    var lengths: [UInt8] = []
    for length in 1...300 { lengths += noise.prefix(length) + [UInt8(length & 255)] }
    let texts: [[UInt8]] = [
      [], [0], [255], [1, 2], Array(repeating: 0, count: 100_000), Array(0...255), noise, lengths,
      noise + noise, Array("one and one and one".utf8),
    ]
    let packed = texts.map { Base64.encoded(Deflate.compressed($0)) }
    let plain = try OtherProgram.run(
      "python3",
      [
        "-c",
        "import base64, sys, zlib\n"
          + "for text in sys.argv[1:]: print(base64.b64encode(zlib.decompress(base64.b64decode(text), -15)).decode())",
      ] + packed)
    #expect(plain.status == 0)
    let lines = plain.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.map { String($0) } == texts.map { Base64.encoded($0) })
  }

  @Test("Equal bytes take little room, and noise little more than before")
  func small() {
    #expect(Deflate.compressed(Array(repeating: 0, count: 100_000)).count < 1_000)
    var random = SplitMix(seed: 7)
    let noise = (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(Deflate.compressed(noise).count < 10_700)
  }
}
