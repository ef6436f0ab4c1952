internal import Archives
public import Diagnostics
internal import YAMLTree

/// Reads documents in the formats of other programs as text that `DocumentImport` reads: Word,
/// OpenDocument, HTML, web archives, Confluence's storage format, AsciiDoc and reStructuredText.
/// Feature files are text already.
public enum DocumentText {
  /// The endings of the files that can be read, in small letters.
  public static let endings = [
    ".md", ".markdown", ".txt", ".csv", ".adoc", ".asciidoc", ".asc", ".rst", ".html", ".htm",
    ".xhtml", ".mht", ".mhtml", ".docx", ".odt", ".feature",
  ]

  /// The endings of files that are pages if they begin like one, in small letters: Confluence calls
  /// its exports "to Word" `.doc`, and teams save its storage format as `.xml`.
  public static let sharedEndings = [".doc", ".xml"]

  /// The endings of documents that cannot be read, in small letters.
  public static let otherEndings = [
    ".docm", ".dot", ".pdf", ".rtf", ".pages", ".tex", ".org", ".textile", ".wiki", ".mediawiki",
    ".fodt", ".xls", ".xlsx", ".ods", ".ppt", ".pptx", ".odp",
  ]

  /// Whether a file with this path may be a document.
  public static func isDocument(_ path: String) -> Bool {
    let path = path.lowercased()
    return endings.contains(where: path.hasSuffix) || isShared(path)
  }

  /// Whether the ending of a file says nothing, and its beginning tells whether it is a document.
  public static func isShared(_ path: String) -> Bool {
    sharedEndings.contains(where: path.lowercased().hasSuffix)
  }

  /// Whether a file whose ending says nothing is a document.
  ///
  /// - Parameter bytes: the first kilobytes of it.
  public static func isPage(_ bytes: [UInt8]) -> Bool {
    ZipArchive.isArchive(bytes) || WebArchive.isBeginning(bytes) || HTMLDocument.isBeginning(bytes)
  }

  /// A document as text in UTF-8. Its places are those of this text; in AsciiDoc and
  /// reStructuredText, lines stay where they are as far as tables allow it. UTF-16 is read if it
  /// begins with the mark of its byte order.
  ///
  /// - Returns: the file itself if it is text already, or cannot be read as what its name says.
  public static func file(_ file: SourceFile) -> SourceFile {
    let path = file.path.lowercased()
    let encoding = TextEncoding(file.bytes)
    if case .utf16(_, isMarked: true) = encoding {
      return self.file(SourceFile(path: file.path, bytes: encoding.utf8(file.bytes)))
    }
    func text(_ text: String?) -> SourceFile {
      text.map { SourceFile(path: file.path, bytes: Array($0.utf8)) } ?? file
    }
    if ZipArchive.isArchive(file.bytes) {
      return text(DocumentArchive(file.bytes).flatMap { $0.markdown(of: $0.bytes) })
    }
    if let page = WebArchive.page(file.bytes) {
      return text(HTMLDocument.markdown(TextEncoding(page).utf8(page)))
    }
    guard encoding == .utf8 else { return file }
    if isShared(path) {
      return HTMLDocument.isBeginning(file.bytes) ? text(HTMLDocument.markdown(file.bytes)) : file
    }
    if HTMLDocument.isName(path) {
      return text(HTMLDocument.markdown(file.bytes))
    }
    if [".adoc", ".asciidoc", ".asc"].contains(where: path.hasSuffix) {
      return text(AsciiDocText(String(decoding: file.bytes, as: UTF8.self)).markdown)
    }
    if path.hasSuffix(".rst") {
      return text(StructuredText(String(decoding: file.bytes, as: UTF8.self)).markdown)
    }
    return file
  }

  /// The lines of a document in AsciiDoc or reStructuredText that each line of its text is made of.
  /// Nil for other ones.
  static func origins(of file: SourceFile, _ format: WrittenText.Format) -> [Range<Int>]? {
    let text = String(decoding: file.bytes, as: UTF8.self)
    return switch format {
    case .asciiDoc: AsciiDocText(text).origins
    case .structured: StructuredText(text).origins
    case .markdown, .plain, .html, .feature, .csv, .word, .openDocument: nil
    }
  }

  /// Why a file cannot be read. Nil if it can.
  ///
  /// - Parameter file: a file that `file(_:)` gave.
  public static func problem(_ file: SourceFile) -> Diagnostic? {
    let isOld = file.bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    let isPDF = file.bytes.starts(with: Array("%PDF".utf8))
    let isRTF = file.bytes.starts(with: Array("{\\rtf".utf8))
    let what: String
    if isOld {
      what = "a file of an old version of Word"
    } else if isPDF || isRTF {
      what = isPDF ? "a PDF" : "RTF"
    } else if WebArchive.isBeginning(file.bytes) {
      what = "a web archive without a page of HTML"
    } else if ZipArchive.isArchive(file.bytes) {
      what = "not a document"
    } else {
      return encodingProblem(file)
    }
    return Diagnostic(
      .documentUnplaced, .error, path: file.path, span: .top,
      "this is \(what), which cannot be read", help: "save it as .docx, .odt or Markdown")
  }

  /// Why a text cannot be read that is in another encoding than UTF-8, if it has a use case.
  private static func encodingProblem(_ file: SourceFile) -> Diagnostic? {
    let encoding = TextEncoding(file.bytes)
    guard let name = encoding.name else { return nil }
    let text = String(decoding: encoding.utf8(file.bytes), as: UTF8.self)
    let plain = SourceFile(path: file.path, bytes: Array(text.utf8))
    guard !DocumentImport(self.file(plain)).flows.isEmpty else { return nil }
    let span = DocumentImport.firstBad(file.bytes) ?? .top
    return Diagnostic(
      .invalidUTF8, .error, path: file.path, span: span, "this is \(name), which is not read",
      help: encoding.remedy(file.path))
  }
}
