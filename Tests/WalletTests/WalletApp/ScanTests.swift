import Testing

@testable import WalletApp

@Suite struct ScanTests {
  @Test("A QR code carries a nonce, or is of another kind")
  func codes() throws {
    #expect(
      try ProofingCode("proofing:c2FtcGxlLWFjY291bnQtbm9uY2U").nonce
        == "c2FtcGxlLWFjY291bnQtbm9uY2U")
    #expect(throws: ScanProblem.unreadable) { try ProofingCode("proofing:short") }
    #expect(throws: ScanProblem.unreadable) { try ProofingCode("") }
    #expect(throws: ScanProblem.unknownKind) { try ProofingCode("WIFI:S:net;;") }
    #expect(throws: ScanProblem.unknownKind) {
      try ProofingCode("proofing:c2FtcGxlLWFjY291bnQ\"}<nonce>")
    }
  }

  @Test(
    "Only the app's own links are taken",
    arguments: [
      ("https://wallet.example/login?request=a1", UniversalLink.Purpose.login),
      ("https://wallet.example/sharing?session=same&request=a1", .sharing),
      ("https://wallet.example.evil.example/login?request=a1", nil),
      ("https://wallet.example@evil.example/login?request=a1", nil),
      ("http://wallet.example/login?request=a1", nil),
      ("https://wallet.example/login", nil), ("https://wallet.example/other?request=a1", nil),
      ("https://wallet.example/login?request=a1&request=b2", nil),
      ("https://wallet.example/login?request=%22", nil), ("", nil),
    ])
  func links(_ text: String, _ purpose: UniversalLink.Purpose?) {
    #expect(UniversalLink(text)?.purpose == purpose)
  }
}
