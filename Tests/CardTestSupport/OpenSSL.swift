import CryptoCore
import Foundation
import TestSupport

/// The `openssl` program, as an independent judge.
public enum OpenSSL {
  public struct Refusal: Error { public let output: String }

  /// That the certificate comes from the authority, and the signature (R and S) from its key.
  public static func verify(
    _ signature: [UInt8], of hash: [UInt8], with certificate: [UInt8], from authority: [UInt8]
  ) throws {
    let folder = try Folder()
    try folder.write(pem(certificate), to: "card.pem")
    try folder.write(pem(authority), to: "authority.pem")
    try folder.write(hash, to: "hash")
    try folder.write(ECDSASignature.der(fromRaw: signature), to: "signature")
    func run(_ line: String) throws {
      let arguments = line.split(separator: " ").map(String.init)
      let (status, output) = try OtherProgram.run("openssl", arguments, in: folder.path)
      guard status == 0 else { throw Refusal(output: output) }
    }
    try run("verify -x509_strict -CAfile authority.pem card.pem")
    try run("x509 -in card.pem -pubkey -noout -out key.pem")
    try run("pkeyutl -verify -pubin -inkey key.pem -in hash -sigfile signature")
  }

  private static func pem(_ der: [UInt8]) -> String {
    let text = Data(der).base64EncodedString(options: .lineLength64Characters)
    return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
  }
}
