import Archives
import Diagnostics
import FlowTestSupport
import TestSupport
import Testing

/// A generated use case as a page of HTML, or as a document of Word or OpenDocument: there, its
/// words are in pieces, as programs leave them when somebody types.
enum TaggedFile: String, CaseIterable, Sendable {
  case docx, odt, html

  /// A document of a page of HTML, as `Plan` writes it: an element on each line.
  ///
  /// - Parameters:
  ///   - archive: the name of the fixture whose other files it has.
  ///   - extra: what every second paragraph has besides its words.
  func document(
    _ page: String, _ random: inout SplitMix, like archive: String = "empty",
    with extra: String = ""
  ) throws -> SourceFile {
    guard self != .html else {
      let items = page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        extra.isEmpty || random.next(2) == 0
          ? String(line)
          : String(line).replacing("</li>", with: "\(extra)</li>").replacing(
            "</td></tr>", with: "\(extra)</td></tr>")
      }
      return SourceFile("uc4.html", text: items.joined(separator: "\n"))
    }
    return try self.archive(text(page, &random, extra), like: archive)
  }

  /// A document with these paragraphs.
  func archive(_ body: String, like archive: String = "empty") throws -> SourceFile {
    let empty = try #require(ZipArchive(fixture("office/\(archive).\(rawValue)")))
    let bytes = try #require(
      empty.replacing(part, with: Array(whole(body).utf8)))
    return SourceFile(path: "uc4.\(rawValue)", bytes: bytes)
  }

  /// The text of a document with its tags.
  func tags(_ bytes: [UInt8]) -> [UInt8] {
    guard let archive = ZipArchive(bytes) else { return bytes }
    return archive.file(part, limit: 1 << 20) ?? []
  }

  /// A document with other bytes for its text.
  func replacing(_ text: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    ZipArchive(bytes)?.replacing(part, with: text) ?? text
  }

  private var part: String { self == .docx ? "word/document.xml" : "content.xml" }

  private static let word =
    "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
  private static let open = ["office", "style", "text", "table", "draw"].map {
    "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
  }.joined(separator: " ")

  private func text(
    _ page: String, _ random: inout SplitMix, _ extra: String
  ) -> String {
    var body = ""
    var lists = 0
    for line in page.split(separator: "\n").map(String.init) {
      let words = String(line.drop { $0 != ">" }.dropFirst())
      func inner(_ end: String) -> String { words.replacing(end, with: "") }
      switch line.drop(while: { $0 == " " }).dropFirst().prefix(2) {
      case "ol":
        lists += 1
        if self == .odt { body += "<text:list text:style-name=\"L1\">\n" }
      case "/o": if self == .odt { body += "</text:list>\n" }
      case "ta": body += self == .docx ? "<w:tbl>" : "<table:table>"
      case "/t": body += self == .docx ? "</w:tbl>" : "</table:table>"
      case "tr": body += row(words, &random, extra)
      case "li":
        let paragraph = self.paragraph(
          inner("</li>").replacing("<p>", with: "").replacing("</p>", with: ""),
          "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"\(lists)\"/></w:numPr>", &random,
          extra)
        body += self == .docx ? paragraph : "<text:list-item>\(paragraph)</text:list-item>\n"
      case "p>": body += paragraph(inner("</p>"), "", &random, extra)
      case "h1", "h2", "h3":
        let level = line.dropFirst(2).prefix(1)
        if self == .docx {
          body += paragraph(
            inner("</h\(level)>"), "<w:pStyle w:val=\"H\(level)\"/>", &random, "")
        } else {
          body +=
            "<text:h text:outline-level=\"\(level)\">"
            + pieces(inner("</h\(level)>"), &random) + "</text:h>\n"
        }
      default: break
      }
    }
    return body
  }

  private func whole(_ body: String) -> String {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    return self == .docx
      ? start + "<w:document \(TaggedFile.word)><w:body>\(body)</w:body></w:document>"
      : start + """
        <office:document-content \(TaggedFile.open) office:version="1.3"><office:automatic-styles>\
        <style:style style:name="T1" style:family="text"/><text:list-style style:name="L1">\
        <text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>\
        </text:list-style></office:automatic-styles><office:body><office:text>
        \(body)</office:text></office:body></office:document-content>
        """
  }

  private func row(_ line: String, _ random: inout SplitMix, _ extra: String) -> String {
    var text = ""
    for cell in line.replacing("</tr>", with: "").replacing("<td>", with: "").split(
      separator: "</td>", omittingEmptySubsequences: false
    ).dropLast() {
      let paragraph = self.paragraph(String(cell), "", &random, extra)
      text +=
        self == .docx
        ? "<w:tc>\(paragraph)</w:tc>" : "<table:table-cell>\(paragraph)</table:table-cell>"
    }
    return self == .docx ? "<w:tr>\(text)</w:tr>" : "<table:table-row>\(text)</table:table-row>\n"
  }

  private func paragraph(
    _ words: String, _ properties: String, _ random: inout SplitMix, _ extra: String
  ) -> String {
    let extra = extra.isEmpty || random.next(2) == 0 ? "" : extra
    let isProperty = extra.hasPrefix("<w:sectPr")
    let pieces = pieces(words, &random) + (isProperty ? "" : extra)
    let properties = properties + (isProperty ? extra : "")
    guard self == .docx else { return "<text:p>\(pieces)</text:p>\n" }
    let tabs = "<w:tabs><w:tab w:val=\"left\" w:pos=\"720\"/></w:tabs>"
    return "<w:p><w:pPr>\(properties)\(random.next(3) == 0 ? tabs : "")</w:pPr>\(pieces)</w:p>"
  }

  /// Words in pieces of any length.
  private func pieces(_ words: String, _ random: inout SplitMix) -> String {
    var letters: [String] = []
    for letter in words.replacing("<b>", with: "").replacing("</b>", with: "") {
      if let last = letters.last, last.first == "&", last.last != ";" {
        letters[letters.count - 1] += String(letter)
      } else {
        letters.append(String(letter))
      }
    }
    var text = ""
    while !letters.isEmpty {
      let count = 1 + random.next(random.next(2) == 0 ? 6 : 60)
      let piece = letters.prefix(count).joined()
      letters.removeFirst(min(count, letters.count))
      switch (self, random.next(4)) {
      case (.docx, 0):
        text +=
          "<w:proofErr w:type=\"spellStart\"/><w:r><w:rPr><w:b/></w:rPr>"
          + "<w:t xml:space=\"preserve\">\(piece)</w:t></w:r>"
      case (.docx, 1):
        text +=
          "<w:bookmarkStart w:id=\"1\" w:name=\"_GoBack\"/><w:bookmarkEnd w:id=\"1\"/>"
          + "<w:r w:rsidR=\"00A1\"><w:t xml:space=\"preserve\">\(piece)</w:t></w:r>"
      case (.docx, _): text += "<w:r><w:t xml:space=\"preserve\">\(piece)</w:t></w:r>"
      case (.odt, 0): text += "<text:span text:style-name=\"T1\">\(piece)</text:span>"
      case (_, _): text += piece
      }
    }
    return text
  }
}
