import Crypto
import Foundation

/// What a browser's cookie says, signed: the visitor's number, and who has logged in. A visitor's
/// number is also the name of the sign-up run, so nobody can look at the run of another one.
struct Session: Sendable {
  let visitor: String
  var mail: String?

  init() {
    visitor = SymmetricKey(size: .bits128).withUnsafeBytes { bytes in
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// The session of a cookie. Nil if it is not signed by this server.
  init?(cookie: String, _ key: SymmetricKey) {
    let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let code = Data(base64Encoded: String(parts[2])),
      HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: Data("session \(parts[0]).\(parts[1])".utf8), using: key),
      let mail = Data(base64Encoded: String(parts[1]))
    else { return nil }
    visitor = String(parts[0])
    self.mail = mail.isEmpty ? nil : String(decoding: mail, as: UTF8.self)
  }

  /// The same person with another number, and so with another run.
  func anew() -> Session {
    var session = Session()
    session.mail = mail
    return session
  }

  func cookie(_ key: SymmetricKey) -> String {
    let head = "\(visitor).\(Data((mail ?? "").utf8).base64EncodedString())"
    let code = HMAC<SHA256>.authenticationCode(for: Data("session \(head)".utf8), using: key)
    return "\(head).\(Data(code).base64EncodedString())"
  }

  /// What a form of this session has to send back: a page of another site does not know it.
  func token(_ key: SymmetricKey) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Data("form \(visitor)".utf8), using: key)
    return Data(code).base64EncodedString()
  }
}
