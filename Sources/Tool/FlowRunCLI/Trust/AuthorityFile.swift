internal import CryptoCore
internal import Dates
internal import Diagnostics
internal import Encodings
internal import FlowLoader
internal import FlowModel

/// A file that describes an authority by its name and key: see docs/trust.md.
struct AuthorityFile {
  private let file: SourceFile

  init(_ file: SourceFile) {
    self.file = file
  }

  /// The authority, or nil with diagnostics.
  func read() -> (key: AuthorityKey?, diagnostics: [Diagnostic]) {
    let (settings, found) = WorldLoader(AuthorityFile.shape).load(file)
    guard let settings else { return (nil, found) }
    var diagnostics: [Diagnostic] = []
    func report(_ name: String, _ message: String, _ help: String) {
      let span = settings.entries.first { $0.name == name }?.span ?? .top
      diagnostics.append(
        Diagnostic(.wrongValue, path: file.path, span: span, message, help: help))
    }
    for field in AuthorityFile.shape.fields where settings.value(field.name) == nil {
      report(field.name, "an authority needs `\(field.name)`", "`\(field.name)`: \(field.about)")
    }
    guard diagnostics.isEmpty else { return (nil, diagnostics) }
    let curve = settings.text("curve").flatMap { AuthorityFile.curves[$0] } ?? .p384
    let point = AuthorityFile.bytes(settings.text("key")).flatMap {
      try? CurvePoint($0, on: curve)
    }
    if point == nil {
      report(
        "key", "`key` is not a point of this curve", "it begins with 04, in hexadecimal digits")
    }
    let identifier = AuthorityFile.bytes(settings.text("key id"))
    if identifier.map({ (1...64).contains($0.count) }) != true {
      report("key id", "`key id` is not an identifier", "write its bytes in hexadecimal digits")
    }
    if AuthorityFile.bytes(settings.text("certificate"))?.count != 32 {
      report("certificate", "`certificate` is not a SHA-256", "write 64 hexadecimal digits")
    }
    let first = settings.text("valid from").flatMap(AuthorityFile.seconds)
    let last = settings.text("valid until").flatMap(AuthorityFile.seconds)
    for (name, time) in [("valid from", first), ("valid until", last)] where time == nil {
      report(name, "`\(name)` is not a time", "write it as `2040-05-03T13:20:06Z`")
    }
    guard diagnostics.isEmpty, let point, let identifier, let first, let last else {
      return (nil, diagnostics)
    }
    guard first <= last else {
      report("valid until", "it ends before it begins", "`valid from` is the earlier of the two")
      return (nil, diagnostics)
    }
    let key = AuthorityKey(
      name: settings.text("name") ?? "", key: point, keyIdentifier: identifier,
      validity: first...last)
    if key == nil {
      report(
        "name", "`name` is not a name", "write it as `C=EE, O=SK ID Solutions AS, CN=ESTEID2018`")
    }
    return (key, diagnostics)
  }

  private static let curves: [String: Curve] = ["p256": .p256, "p384": .p384, "p521": .p521]

  private static let shape = SettingsShape(
    "an authority",
    [
      .init("name", .text, "the subject of its certificate, in the certificate's order"),
      .init("curve", .choice(["p256", "p384", "p521"]), "the curve of its key"),
      .init("key", .text, "its public key, uncompressed, in hexadecimal digits"),
      .init("key id", .text, "the subject key identifier, in hexadecimal digits"),
      .init("valid from", .text, "the first second of its validity"),
      .init("valid until", .text, "the last second of its validity"),
      .init("certificate", .text, "the SHA-256 of its certificate"),
      .init("issued by", .text, "the authority above it, for people"),
      .init("cards", .text, "which cards it has certified, for people"),
      .init("source", .text, "where its certificate is published"),
      .init("read", .date, "the day on which it was read there"),
    ])

  /// Hexadecimal digits with spaces between them.
  private static func bytes(_ text: String?) -> [UInt8]? {
    text.flatMap { Hexadecimal.bytes($0.filter { $0 != " " }) }
  }

  /// Seconds since 1970-01-01T00:00:00Z of a time that is written as `2040-05-03T13:20:06Z`.
  private static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count == 20, text.hasSuffix("Z"), let day = CalendarDay(String(text.prefix(10)))
    else { return nil }
    let clock = text.dropFirst(10).dropLast()
    guard clock.first == "T" else { return nil }
    let parts = clock.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var seconds = day.daysSince1970 * 86_400
    for (part, (limit, unit)) in zip(parts, [(24, 3_600), (60, 60), (60, 1)]) {
      guard part.utf8.count == 2, part.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int(part),
        number < limit
      else { return nil }
      seconds += Int64(number * unit)
    }
    return seconds
  }
}
