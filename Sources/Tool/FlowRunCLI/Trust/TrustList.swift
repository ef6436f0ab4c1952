internal import CryptoCore
internal import Diagnostics
internal import Encodings
internal import Files
internal import Markup

/// The authorities that a command trusts: what `--trust` names, or else those that issue ID cards.
struct TrustList: Sendable {
  /// Files, folders, or lists that came with this program. Empty for the authorities in force.
  let names: [String]

  /// The authorities that are trusted if none are named.
  static let standard = "estonian-id-cards"
  private static let suffixes = [".yaml", ".yml", ".der", ".crt", ".cer", ".pem"]
  /// A file of certificates is never larger.
  private static let largestFile = 1 << 20

  /// The authorities. Refuses if something cannot be read.
  ///
  /// - Parameter mayBeMissing: whether a file may be missing that is written later.
  func anchors(mayBeMissing: Bool = false) throws -> [TrustAnchor] {
    if names.isEmpty {
      return try DataFolder.path("Trust/\(TrustList.standard)").map(TrustList.all) ?? []
    }
    return try names.flatMap { name -> [TrustAnchor] in
      if mayBeMissing, TrustList.path(of: name) == nil { return [] }
      return try TrustList.all(at: TrustList.path(of: name) ?? name)
    }
  }

  /// The names of files that are not there.
  var missing: [String] { names.filter { TrustList.path(of: $0) == nil } }

  /// A file or folder, or a list that came with this program.
  private static func path(of name: String) -> String? {
    if FileSystem.exists(name) { return name }
    guard !name.isEmpty, !name.contains("/"), !name.contains(".") else { return nil }
    return DataFolder.path("Trust/\(name)")
  }

  /// The authorities in a file, or in the files of a folder in the order of their names.
  private static func all(at path: String) throws -> [TrustAnchor] {
    guard FileSystem.isFolder(path) else { return try authorities(in: path) }
    let files = try refusing { () throws(FileError) in
      try FileSystem.files(below: path, endingIn: suffixes)
    }
    return try files.flatMap(authorities)
  }

  private static func authorities(in path: String) throws -> [TrustAnchor] {
    let bytes = try refusing { () throws(FileError) in
      try FileSystem.read(path, limit: largestFile)
    }
    if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
      let file = SourceFile(path: path, bytes: bytes)
      let (key, diagnostics) = AuthorityFile(file).read()
      guard let key else { throw Refusal(diagnostics, in: [file]) }
      return [.key(key)]
    }
    let certificates = certificates(in: bytes)
    guard !certificates.isEmpty else {
      throw Refusal("`\(path)` is not a certificate (DER or PEM)")
    }
    for certificate in certificates where !certificate.isAuthority {
      throw Refusal(
        "`\(path)`: the certificate of \(certificate.subject.label) is not an authority's")
    }
    return certificates.map(TrustAnchor.certificate)
  }

  /// The certificates of a file in DER, or in PEM (RFC 7468). Empty if there is anything else in
  /// it.
  private static func certificates(in bytes: [UInt8]) -> [Certificate] {
    let begin = "-----BEGIN CERTIFICATE-----"
    let end = "-----END CERTIFICATE-----"
    guard bytes.first != 0x30 else { return (try? [Certificate(der: bytes)]) ?? [] }
    var found: [Certificate] = []
    // The lines of a certificate. Nil between certificates, where anything may stand.
    var lines: String?
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line == begin {
        guard lines == nil else { return [] }
        lines = ""
      } else if line == end {
        guard let text = lines, let der = Base64.decoded(text),
          let certificate = try? Certificate(der: der)
        else { return [] }
        found.append(certificate)
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return lines == nil ? found : []
  }
}

extension [TrustAnchor] {
  /// A sentence with the names of the authorities.
  var sentence: String {
    guard !isEmpty else { return "it trusts nobody; name an authority with `--trust`" }
    return "it trusts \(map(\.label).joined(separator: ", "))"
  }
}
