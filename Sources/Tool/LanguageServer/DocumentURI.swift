internal import Encodings

/// The address of a document: `file:///home/a/Flows/UC1.yaml`.
enum DocumentURI {
  /// The path of a file. Nil for documents that are not files of this machine.
  static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst("file://".count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    guard ["", "localhost"].contains(rest[..<slash]) else { return nil }
    guard let bytes = PercentEncoding.bytes(rest[slash...]), !bytes.contains(0),
      let path = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return path
  }

  /// The address of a file with this absolute path (RFC 3986).
  static func file(_ path: String) -> String { "file://" + PercentEncoding.path(path) }
}
