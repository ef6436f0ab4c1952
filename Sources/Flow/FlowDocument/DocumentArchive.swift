internal import Archives
internal import Diagnostics

/// A document of Word or OpenDocument: an archive, one of whose files has its text.
struct DocumentArchive {
  /// The most bytes of a file of the archive that are read.
  static let limit = 64 << 20

  enum Kind: String {
    case word = "word/document.xml"
    case openDocument = "content.xml"
  }

  let kind: Kind
  /// The file with the text.
  let bytes: [UInt8]
  private let archive: ZipArchive

  /// Nil if the bytes are not those of such a document.
  init?(_ bytes: [UInt8]) {
    guard let archive = ZipArchive(bytes) else { return nil }
    for kind in [Kind.word, .openDocument] {
      guard let text = archive.file(kind.rawValue, limit: DocumentArchive.limit) else { continue }
      (self.kind, self.bytes, self.archive) = (kind, text, archive)
      return
    }
    return nil
  }

  /// Whether somebody has signed it, for whom a change would break the signature.
  var isSigned: Bool {
    let isNamed = archive.names.contains {
      $0.hasPrefix("_xmlsignatures/") || $0 == "META-INF/documentsignatures.xml"
    }
    // ECMA-376, part 2: the files may have any names, but not the relationship to them.
    return isNamed
      || ["_rels/.rels", "[Content_Types].xml"].contains { name in
        let bytes = archive.file(name, limit: DocumentArchive.limit) ?? []
        return !bytes.ranges(of: Array("digital-signature".utf8)).isEmpty
      }
  }

  /// The document as Markdown, with this text in place of its own. Nil if that cannot be read.
  func markdown(of text: [UInt8]) -> String? {
    switch kind {
    case .word: WordDocument.markdown(text, in: archive)
    case .openDocument: OpenDocument.markdown(text, in: archive)
    }
  }

  /// The document with another text. Nil if the archive cannot be changed.
  func replacing(_ text: [UInt8]) -> [UInt8]? { archive.replacing(kind.rawValue, with: text) }
}
