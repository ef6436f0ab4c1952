/// The lines of an imported flow file that say which document it was made of, and as that was then;
/// and the same of the binding file that was taken into it.
public struct ImportMark: Hashable, Sendable {
  /// A file as it was.
  public struct Source: Hashable, Sendable {
    /// The path, as it was given.
    public let path: String
    /// The id that git gives to its bytes.
    public let fingerprint: String

    /// A file as it was.
    public init(path: String, fingerprint: String) {
      (self.path, self.fingerprint) = (path, fingerprint)
    }
  }

  /// The document.
  public let document: Source
  /// The binding file. Nil if there was none.
  public let binding: Source?

  /// A mark.
  public init(document: Source, binding: Source? = nil) {
    (self.document, self.binding) = (document, binding)
  }

  private static let lead = "# imported: "
  private static let bindingLead = "# bound: "

  /// The mark in a flow file, and the file without it. Nil if it has none.
  public static func read(_ text: String) -> (mark: ImportMark, rest: String)? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func take(_ lead: String) -> Source? {
      guard let place = lines.prefix(20).firstIndex(where: { $0.hasPrefix(lead) }) else {
        return nil
      }
      var line = lines[place].dropFirst(lead.count)
      if line.last == "\r" { line.removeLast() }
      guard let space = line.lastIndex(of: " ") else { return nil }
      let fingerprint = line[line.index(after: space)...]
      guard fingerprint.count >= 40, fingerprint.allSatisfy(\.isHexDigit) else { return nil }
      lines.remove(at: place)
      return Source(path: String(line[..<space]), fingerprint: String(fingerprint))
    }
    guard let document = take(lead) else { return nil }
    let mark = ImportMark(document: document, binding: take(bindingLead))
    return (mark, lines.joined(separator: "\n"))
  }

  private var lines: String {
    let bound = binding.map { "\(Self.bindingLead)\($0.path) \($0.fingerprint)\n" } ?? ""
    return "\(Self.lead)\(document.path) \(document.fingerprint)\n\(bound)"
  }

  /// A flow file with the mark, below the line for editors.
  public func added(to text: String) -> String {
    let end = text.hasPrefix("#") ? text.firstIndex { $0.isNewline } : nil
    guard let end else { return "\(lines)\(text)" }
    let next = text.index(after: end)
    return "\(text[..<next])\(lines)\(text[next...])"
  }
}
