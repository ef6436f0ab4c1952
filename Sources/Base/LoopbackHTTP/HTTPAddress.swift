/// An address that begins with `http://`: a server anywhere, and what is asked there.
///
/// Answers come without TLS, so only those may be believed that are signed, such as an authority's
/// about revocation.
public struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The server.
  public let host: HTTPClient.Host
  /// The path with its query, beginning with `/`.
  public let target: String
  /// The address as it was given.
  public let description: String

  /// Nil for anything but `http://NAME[:PORT][/PATH]`, with a name or an IPv4 address.
  public init?(_ text: String) {
    let scheme = "http://"
    guard text.utf8.count <= 2_000, text.lowercased().hasPrefix(scheme),
      HeaderFields.isVisible(text), !text.utf8.contains(where: { [9, 32, 35].contains($0) })
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let place = rest.prefix { $0 != "/" && $0 != "?" }
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, name.utf8.allSatisfy(HTTPAddress.isOfName),
      let port = parts.count == 1 ? 80 : parts.count == 2 ? UInt16(parts[1]) : nil, port > 0
    else { return nil }
    let path = rest.dropFirst(place.count)
    host = HTTPClient.Host(address: String(name), port: port)
    target = path.hasPrefix("/") ? String(path) : "/" + path
    description = text
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || byte == 45 || byte == 46
  }
}
