/// The origin of a website: scheme, host and port (RFC 6454), spelled as browsers do.
///
/// Only origins that may receive a token: `https`, or `http` on this machine's loopback.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `https://bank.example` or `http://localhost:8080`.
  public let description: String

  /// The longest accepted origin, in bytes.
  public static let maximumLength = 255

  /// The origin of an address; its path and query are ignored.
  ///
  /// User information is refused, since it serves to deceive. So is any host that is not written in
  /// letters, digits, dots and hyphens, or as an IPv6 address in brackets.
  public init(of address: String) throws(OriginError) {
    let address = address.prefix { $0 != "#" }
    guard let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://") else {
      throw .notAnAddress
    }
    let scheme = address[..<colon].lowercased()
    guard scheme == "https" || scheme == "http" else { throw .notSecure }
    let rest = address[address.index(colon, offsetBy: 3)...]
    let authority = rest.prefix { !"/?\\".contains($0) }
    guard rest.dropFirst(authority.count).first != "\\" else { throw .notAnAddress }
    guard !authority.contains("@") else { throw .namesUser }
    let (host, port) = try Origin.split(authority)
    if scheme == "http", !Origin.isLoopback(host) { throw .notSecure }
    let isDefault = port == nil || port == (scheme == "https" ? 443 : 80)
    let text = "\(scheme)://\(host)" + (isDefault ? "" : ":\(port ?? 0)")
    guard text.utf8.count <= Origin.maximumLength else { throw .tooLong }
    description = text
  }

  /// An origin with nothing after it: no path, no query.
  public init(_ text: String) throws(OriginError) {
    try self.init(of: text)
    let withoutSlash = text.hasSuffix("/") ? String(text.dropLast()) : text
    let slashes = withoutSlash.split(separator: "/", omittingEmptySubsequences: false).count
    guard slashes == 3, !text.contains("?"), !text.contains("#") else { throw .notAnAddress }
  }

  /// The origin with `https` in place of `http`.
  var secured: String {
    description.hasPrefix("http://") ? "https" + description.dropFirst(4) : description
  }

  private static func split(_ authority: Substring) throws(OriginError) -> (String, UInt16?) {
    var host = authority
    var port: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw .notAnAddress }
      host = authority[...end]
      let tail = authority[authority.index(after: end)...]
      guard tail.isEmpty || tail.hasPrefix(":") else { throw .notAnAddress }
      port = tail.isEmpty ? nil : tail.dropFirst()
      let inner = host.dropFirst().dropLast()
      guard !inner.isEmpty, inner.allSatisfy({ $0.isASCII && ($0.isHexDigit || ":.".contains($0)) })
      else { throw .notAnAddress }
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
    }
    if !host.hasPrefix("[") {
      let labels = host.split(separator: ".", omittingEmptySubsequences: false)
      let isHost = labels.allSatisfy { label in
        !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
          && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      }
      guard isHost else { throw .notAnAddress }
    }
    guard let port else { return (host.lowercased(), nil) }
    guard !port.isEmpty, port.allSatisfy({ $0.isASCII && $0.isNumber }), let number = UInt16(port),
      number > 0
    else { throw .notAnAddress }
    return (host.lowercased(), number)
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

/// Why an address has no origin that may receive a token.
public enum OriginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is not an address with a valid scheme, host and port.
  case notAnAddress
  /// It is neither `https` nor the loopback.
  case notSecure
  /// It has user information before an `@`.
  case namesUser
  /// It is longer than ``Origin/maximumLength``.
  case tooLong

  /// The reason, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .notAnAddress: "it is not an address such as `https://bank.example`"
    case .notSecure: "it is neither `https` nor on this machine"
    case .namesUser: "it names a user before an `@`"
    case .tooLong: "it is longer than \(Origin.maximumLength) bytes"
    }
  }
}
