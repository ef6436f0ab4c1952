internal import CryptoCore
internal import Encodings
internal import Files

/// What a client of `flowrun mcp --http` has to send.
enum AgentToken {
  /// The token in a file that only its owner may read, which is made if it is not there. Without a
  /// file, a new one.
  static func text(inFile path: String?) throws -> String {
    guard let bytes = try? Random.bytes(24) else { throw Refusal("no random numbers") }
    let fresh = Base64.urlEncoded(bytes)
    guard let path else { return fresh }
    let text: String
    do throws(FileError) {
      guard FileSystem.exists(path) else {
        try FileSystem.writePrivately(Array((fresh + "\n").utf8), to: path)
        return fresh
      }
      try FileSystem.requirePrivate(path)
      text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    } catch { throw Refusal(error.description) }
    let token = String(text.prefix { !$0.isWhitespace })
    guard token.utf8.count >= 24, token.utf8.allSatisfy({ (33...126).contains($0) }) else {
      throw Refusal("`\(path)` has no token of 24 characters or more")
    }
    return token
  }
}
