internal import Archives
internal import Diagnostics
internal import MarkupEvents

/// Reads a document of Word (ECMA-376) as Markdown.
struct WordDocument {
  private var sheet = MarkdownSheet()
  private var words = ""
  private var paragraph = Paragraph()
  private let styles: [String: WordStyle]
  private var numbering: WordNumbering
  private var isText = false
  private var deleted = 0
  private var isProperty = false
  private var gridSpan = 1
  private var isMerged = false
  private var isBold = false

  private struct Paragraph {
    var style = ""
    var list: String?
    var level: Int?
    var indent = 0
  }

  /// A document as Markdown. Nil if its text cannot be read.
  ///
  /// - Parameter archive: has its styles and numbers.
  static func markdown(_ text: [UInt8], in archive: ZipArchive) -> String? {
    guard var reader = MarkupReader(text, as: .xml) else { return nil }
    let styles = WordStyle.all(archive.file("word/styles.xml", limit: DocumentArchive.limit) ?? [])
    let numbering = WordNumbering(
      archive.file("word/numbering.xml", limit: DocumentArchive.limit) ?? [])
    var document = WordDocument(styles: styles, numbering: numbering)
    while let event = reader.next() {
      switch event {
      case .start(let name): document.begin(name, reader)
      case .end(let name): document.end(name)
      case .text(let text): if document.isText, document.deleted == 0 { document.words += text }
      }
    }
    return document.sheet.text
  }

  private init(styles: [String: WordStyle], numbering: WordNumbering) {
    self.styles = styles
    self.numbering = numbering
  }

  private mutating func begin(_ name: String, _ reader: borrowing MarkupReader) {
    switch name {
    case "w:p": (paragraph, words) = (Paragraph(), "")
    case "w:pStyle": paragraph.style = reader.attribute("w:val") ?? ""
    case "w:numId": paragraph.list = reader.attribute("w:val")
    case "w:ilvl": paragraph.level = reader.attribute("w:val").flatMap { Int($0) }
    case "w:ind":
      let left = reader.attribute("w:left") ?? reader.attribute("w:start") ?? ""
      paragraph.indent = Int(left) ?? 0
    case "w:rPr": isProperty = true
    case "w:r": isBold = false
    case "w:t":
      isText = true
    case "w:del", "w:moveFrom": deleted += 1
    case "w:tab": if !isProperty { words += " " }
    case "w:br", "w:cr": words += "\n"
    case "w:noBreakHyphen": words += "-"
    case "w:tbl": sheet.beginTable()
    case "w:tr": sheet.beginRow()
    case "w:tc":
      sheet.beginCell()
      gridSpan = 1
    case "w:gridSpan": gridSpan = reader.attribute("w:val").flatMap { Int(counted: $0) } ?? 1
    default: break
    }
  }

  private mutating func end(_ name: String) {
    switch name {
    case "w:t": isText = false
    case "w:rPr": isProperty = false
    case "w:del", "w:moveFrom": deleted = max(0, deleted - 1)
    case "w:p": finishParagraph()
    case "w:tc": sheet.addEmptyCells(gridSpan - 1)
    case "w:tbl": sheet.endTable()
    default: break
    }
  }

  private mutating func finishParagraph() {
    let style = styles[paragraph.style] ?? WordStyle()
    defer { words = "" }
    guard words.contains(where: { !$0.isWhitespace }) else { return }
    if let level = style.heading {
      sheet.heading(level, words.replacing("\n", with: " "))
      return
    }
    let list = paragraph.list ?? style.list
    if let list, list != "0" {
      let level = paragraph.level ?? style.level ?? 0
      if let label = numbering.next(list, level) {
        sheet.item(label, depth: level, words)
        return
      }
    }
    // 720 twentieths of a point are half an inch, a level of a list.
    let depth = min(32, paragraph.indent / 360 * 2)
    sheet.paragraph(words, indent: depth)
  }
}

/// A style of paragraphs.
struct WordStyle {
  /// The level of a heading.
  var heading: Int?
  var list: String?
  var level: Int?

  /// The styles by their ids.
  static func all(_ bytes: [UInt8]) -> [String: WordStyle] {
    guard !bytes.isEmpty, var reader = MarkupReader(bytes, as: .xml) else { return [:] }
    var styles: [String: WordStyle] = [:]
    var id = ""
    while let event = reader.next() {
      guard case .start(let name) = event else { continue }
      switch name {
      case "w:style":
        id = reader.attribute("w:styleId") ?? ""
        styles[id] = WordStyle()
      case "w:name":
        let name = (reader.attribute("w:val") ?? "").lowercased()
        if name == "title" { styles[id]?.heading = 1 }
        if name.hasPrefix("heading "), let level = Int(name.dropFirst(8)) {
          styles[id]?.heading = level
        }
      case "w:outlineLvl":
        if let level = reader.attribute("w:val").flatMap({ Int($0) }), level < 9,
          styles[id]?.heading == nil
        {
          styles[id]?.heading = level + 1
        }
      case "w:numId": styles[id]?.list = reader.attribute("w:val")
      case "w:ilvl": styles[id]?.level = reader.attribute("w:val").flatMap { Int($0) }
      default: break
      }
    }
    return styles
  }
}
