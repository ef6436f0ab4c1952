/// The line of an imported flow file that says which document it was made of, and as that was then.
public struct ImportMark: Hashable, Sendable {
  /// The path of the document, as it was given.
  public let document: String
  /// The id that git gives to the document's bytes.
  public let fingerprint: String

  /// A mark.
  public init(document: String, fingerprint: String) {
    (self.document, self.fingerprint) = (document, fingerprint)
  }

  private static let lead = "# imported: "

  /// The mark in a flow file, and the file without it. Nil if it has none.
  public static func read(_ text: String) -> (mark: ImportMark, rest: String)? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let place = lines.prefix(20).firstIndex(where: { $0.hasPrefix(lead) }) else { return nil }
    var line = lines[place].dropFirst(lead.count)
    if line.last == "\r" { line.removeLast() }
    guard let space = line.lastIndex(of: " ") else { return nil }
    let fingerprint = line[line.index(after: space)...]
    guard fingerprint.count >= 40, fingerprint.allSatisfy(\.isHexDigit) else { return nil }
    let mark = ImportMark(document: String(line[..<space]), fingerprint: String(fingerprint))
    lines.remove(at: place)
    return (mark, lines.joined(separator: "\n"))
  }

  /// A flow file with the mark, below the line for editors.
  public func added(to text: String) -> String {
    let end = text.hasPrefix("#") ? text.firstIndex { $0.isNewline } : nil
    guard let end else { return "\(Self.lead)\(document) \(fingerprint)\n\(text)" }
    let next = text.index(after: end)
    return "\(text[..<next])\(Self.lead)\(document) \(fingerprint)\n\(text[next...])"
  }
}
