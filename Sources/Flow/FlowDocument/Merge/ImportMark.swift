internal import Markup

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
    var rest = text
    func take(_ lead: String) -> Source? {
      guard let line = rest.lines.prefix(20).first(where: { $0.hasPrefix(lead) }) else {
        return nil
      }
      let words = line.dropFirst(lead.count)
      guard let space = words.lastIndex(of: " ") else { return nil }
      let fingerprint = words[words.index(after: space)...]
      guard fingerprint.count >= 40, fingerprint.allSatisfy(\.isHexDigit) else { return nil }
      let source = Source(path: String(words[..<space]), fingerprint: String(fingerprint))
      let end = line.endIndex < rest.endIndex ? rest.index(after: line.endIndex) : line.endIndex
      rest.removeSubrange(line.startIndex..<end)
      return source
    }
    guard let document = take(lead) else { return nil }
    let mark = ImportMark(document: document, binding: take(bindingLead))
    return (mark, rest)
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
