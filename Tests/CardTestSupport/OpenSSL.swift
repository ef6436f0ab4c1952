import CryptoCore
import Foundation

/// The `openssl` program, as somebody who has not read this project's code.
public enum OpenSSL {
  public struct Refusal: Error { public let output: String }

  /// That the certificate comes from the authority, and the signature (R and S) from its key.
  public static func verify(
    _ signature: [UInt8], of hash: [UInt8], with certificate: [UInt8], from authority: [UInt8]
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    try Data(pem(certificate)).write(to: folder.appending(path: "card.pem"))
    try Data(pem(authority)).write(to: folder.appending(path: "authority.pem"))
    try Data(hash).write(to: folder.appending(path: "hash"))
    try Data(ECDSASignature.der(fromRaw: signature)).write(to: folder.appending(path: "signature"))
    _ = try run(["verify", "-x509_strict", "-CAfile", path("authority.pem"), path("card.pem")])
    let key = try run(["x509", "-in", path("card.pem"), "-pubkey", "-noout"])
    try Data(key.utf8).write(to: folder.appending(path: "key.pem"))
    _ = try run([
      "pkeyutl", "-verify", "-pubin", "-inkey", path("key.pem"), "-in", path("hash"), "-sigfile",
      path("signature"),
    ])
  }

  private static func pem(_ der: [UInt8]) -> [UInt8] {
    let text = Data(der).base64EncodedString(options: .lineLength64Characters)
    return Array("-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n".utf8)
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Refusal(output: text) }
    return text
  }
}
