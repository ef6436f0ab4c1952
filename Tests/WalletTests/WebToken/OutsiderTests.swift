import CryptoCore
import Foundation
import TestSupport
import Testing
import WebToken

/// Has the openssl tool, which shares no code with the reading of tokens here, verify what we make.
@Suite struct OutsiderTests {
  @Test(
    "The openssl tool verifies a log-in token and a document's signature",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")),
    arguments: [true, false])
  func verifies(_ isLogIn: Bool) async throws {
    let signer = try SoftSigner(isLogIn ? [.digitalSignature] : [.nonRepudiation])
    let origin = try Origin("https://bank.example")
    let token: JWS
    if isLogIn {
      token = try await LogInToken.signed(
        for: origin, nonce: "n", at: SoftSigner.now, by: signer)
    } else {
      let document = try DocumentSignature.Document(
        name: "a", digest: Hash.sha384.digest(of: Array("text".utf8)))
      token = try await DocumentSignature.signed(
        document, for: origin, at: SoftSigner.now, by: signer)
    }
    let folder = try Folder()

    // Foundation takes the token apart, not our own base64 and JSON.
    let parts = token.compact.split(separator: ".").map(String.init)
    let header = try #require(
      JSONSerialization.jsonObject(with: data(parts[0])) as? [String: Any])
    let chain = try #require(header["x5c"] as? [String])
    let claims = try #require(
      JSONSerialization.jsonObject(with: data(parts[1])) as? [String: Any])
    #expect(claims["aud"] as? [String] == ["https://bank.example"])
    #expect(claims["iat"] as? Int == Int(SoftSigner.now))
    try folder.write(Array(try #require(Data(base64Encoded: chain[0]))), to: "c.der")
    try folder.write("\(parts[0]).\(parts[1])", to: "signed")
    let raw = Array(try data(parts[2]))
    #expect(raw.count == 96)
    try folder.write(der(raw), to: "sig.der")
    _ = try OtherProgram.run(
      "openssl",
      ["x509", "-inform", "DER", "-in", "c.der", "-pubkey", "-noout", "-out", "key.pem"],
      in: folder.path)
    let result = try OtherProgram.run(
      "openssl", ["dgst", "-sha384", "-verify", "key.pem", "-signature", "sig.der", "signed"],
      in: folder.path)
    #expect(result.status == 0 && result.output.contains("Verified OK"), "\(result.output)")
    try folder.write("\(parts[0]).\(parts[1])x", to: "signed")
    let other = try OtherProgram.run(
      "openssl", ["dgst", "-sha384", "-verify", "key.pem", "-signature", "sig.der", "signed"],
      in: folder.path)
    #expect(other.status != 0)
  }

  private func data(_ part: String) throws -> Data {
    var text = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(
      of: "_", with: "/")
    while text.count % 4 != 0 { text += "=" }
    return try #require(Data(base64Encoded: text))
  }

  /// Two DER integers from the two halves, by hand.
  private func der(_ raw: [UInt8]) -> [UInt8] {
    func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var bytes = Array(bytes.drop { $0 == 0 })
      if let first = bytes.first, first >= 0x80 { bytes.insert(0, at: 0) }
      return [0x02, UInt8(bytes.count)] + bytes
    }
    let body = integer(raw[..<48]) + integer(raw[48...])
    return [0x30, UInt8(body.count)] + body
  }
}
