import CryptoCore
import TestSupport
import Testing

/// Certificates whose lengths and numbers are at the ends of what DER can say.
@Suite struct CertificateBoundaryTests {
  private static let lengths: [[UInt8]] = [
    [0x00], [0x01], [0x7F], [0x80], [0x81, 0x00], [0x81, 0x7F], [0x81, 0xFF], [0x82, 0xFF, 0xFF],
    [0x83, 0xFF, 0xFF, 0xFF], [0x84, 0x7F, 0xFF, 0xFF, 0xFF], [0x84, 0x80, 0x00, 0x00, 0x00],
    [0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    [0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xFF],
  ]

  /// The places of all objects in DER: where the length begins, where the value begins, and where
  /// it ends.
  private static func places(in bytes: [UInt8], _ range: Range<Int>) -> [(Int, Range<Int>)] {
    var found: [(Int, Range<Int>)] = []
    var place = range.lowerBound
    while place + 1 < range.upperBound {
      let tag = bytes[place]
      var start = place + 2
      var length = Int(bytes[place + 1])
      if length & 0x80 != 0 {
        let count = length & 0x7F
        length = bytes[start..<min(start + count, range.upperBound)].reduce(0) { $0 << 8 | Int($1) }
        start += count
      }
      let end = start + length
      guard end <= range.upperBound else { return found }
      found.append((place + 1, start..<end))
      if tag & 0x20 != 0 { found += places(in: bytes, start..<end) }
      place = end
    }
    return found
  }

  @Test(
    "A certificate with any length in any place is read or refused",
    arguments: ["ee-real-test-card-auth-cert.der", "esteid2018-test-sign-cert.der"])
  func lengths(file: String) throws {
    let der = try fixture(file)
    let places = Self.places(in: der, 0..<der.count)
    #expect(places.count > 50)
    for (place, value) in places {
      for length in Self.lengths {
        let changed = der[..<place] + length + der[value.lowerBound...]
        _ = try? Certificate(der: Array(changed))
      }
    }
  }

  @Test(
    "A certificate with any number or time in any place is read or refused, and judged at any time"
  )
  func values() throws {
    let der = try fixture("esteid2018-test-auth-cert.der")
    let trust = TrustAnchors([try Certificate(der: der)])
    for (_, value) in Self.places(in: der, 0..<der.count) where (1...32).contains(value.count) {
      for byte in [0x00, 0x7F, 0x80, 0xFF, UInt8(ascii: "9"), UInt8(ascii: "Z")] as [UInt8] {
        var changed = der
        for index in value { changed[index] = byte }
        guard let certificate = try? Certificate(der: changed) else { continue }
        for time in [Int64.min, -1, 0, Int64(Int32.max) + 1, Int64.max] {
          _ = certificate.isValid(at: time)
        }
        #expect(throws: TrustError.self) { try trust.verify(certificate, at: 1_790_000_000) }
      }
    }
  }

  @Test("A path is judged at any time without a crash", arguments: [Int64.min, -1, 0, Int64.max])
  func times(time: Int64) throws {
    let certificate = try Certificate(der: try fixture("esteid2018-test-auth-cert.der"))
    #expect(throws: TrustError.self) {
      try TrustAnchors([certificate]).verify(certificate, at: time)
    }
  }
}
