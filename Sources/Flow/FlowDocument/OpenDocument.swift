internal import Archives
internal import Diagnostics
internal import MarkupEvents

/// Reads a document of LibreOffice (OpenDocument 1.3) as Markdown.
struct OpenDocument {
  private var sheet = MarkdownSheet()
  private var words = ""
  private var heading: Int?
  /// Open lists: the name of the style, and how many items it has.
  private var lists: [(style: String, count: Int)] = []
  /// The numbers of the last list of each style, by their level.
  private var counts: [String: [Int: Int]] = [:]
  private var isItem = false
  private var depth = 0
  private var spanned = 1
  /// The formats of the levels of list styles: `1`, `a`, or nil for bullets; and what follows.
  private var formats: [String: [Int: (format: String?, suffix: String)]] = [:]
  private var styleName = ""
  private var skipped = 0

  /// A document as Markdown. Nil if its text cannot be read.
  ///
  /// - Parameter archive: has its styles.
  static func markdown(_ text: [UInt8], in archive: ZipArchive) -> String? {
    guard var reader = MarkupReader(text, as: .xml) else { return nil }
    var document = OpenDocument()
    if let styles = archive.file("styles.xml", limit: DocumentArchive.limit),
      var reader = MarkupReader(styles, as: .xml)
    {
      while let event = reader.next() {
        if case .start(let name) = event { document.readStyle(name, reader) }
      }
    }
    while let event = reader.next() {
      switch event {
      case .start(let name): document.begin(name, reader)
      case .end(let name): document.end(name)
      case .text(let text):
        if document.depth > 0, document.skipped == 0 {
          document.words += text.replacing("\n", with: " ")
        }
      }
    }
    return document.sheet.text
  }

  private mutating func readStyle(_ name: String, _ reader: borrowing MarkupReader) {
    switch name {
    case "text:list-style": styleName = reader.attribute("style:name") ?? ""
    case "text:list-level-style-number", "text:list-level-style-bullet":
      let level = reader.attribute("text:level").flatMap { Int($0) } ?? 1
      let format = name.hasSuffix("number") ? reader.attribute("style:num-format") ?? "" : nil
      let suffix =
        reader.attribute("style:num-suffix") ?? reader.attribute("loext:num-list-format") ?? "."
      formats[styleName, default: [:]][level] = (format, suffix.contains(")") ? ")" : ".")
    default: break
    }
  }

  private mutating func begin(_ name: String, _ reader: borrowing MarkupReader) {
    switch name {
    case "text:h":
      heading = reader.attribute("text:outline-level").flatMap { Int($0) } ?? 1
      depth += 1
      words = ""
    case "text:p":
      depth += 1
      if depth == 1 { words = "" }
    case "text:list":
      let own = reader.attribute("text:style-name")
      let style = own ?? lists.last?.style ?? ""
      let continues =
        reader.attribute("text:continue-numbering") == "true"
        || reader.attribute("text:continue-list") != nil
      let level = lists.count + 1
      lists.append((style, continues ? counts[style]?[level] ?? 0 : 0))
    case "text:list-item":
      isItem = true
      if let start = reader.attribute("text:start-value").flatMap({ Int(counted: $0) }),
        !lists.isEmpty
      {
        lists[lists.count - 1].count = start - 1
      }
    case "text:s":
      words += " "
    case "text:tab": words += " "
    case "text:line-break": words += "\n"
    case "text:tracked-changes", "office:annotation", "text:note", "text:table-of-content":
      skipped += 1
    case "table:table": sheet.beginTable()
    case "table:table-row": sheet.beginRow()
    case "table:table-cell":
      sheet.beginCell()
    case "table:covered-table-cell": sheet.beginCell()
    default: readStyle(name, reader)
    }
  }

  private mutating func end(_ name: String) {
    switch name {
    case "text:h":
      depth -= 1
      if skipped == 0 { sheet.heading(heading ?? 1, words.replacing("\n", with: " ")) }
      (heading, words) = (nil, "")
    case "text:p":
      depth -= 1
      if depth == 0 { finishParagraph() }
    case "text:list":
      if let last = lists.popLast() {
        counts[last.style, default: [:]][lists.count + 1] = last.count
      }
      isItem = false
    case "text:list-item": isItem = false
    case "text:tracked-changes", "office:annotation", "text:note", "text:table-of-content":
      skipped = max(0, skipped - 1)
    case "table:table": sheet.endTable()
    default: break
    }
  }

  private mutating func finishParagraph() {
    defer { words = "" }
    guard skipped == 0, words.contains(where: { !$0.isWhitespace }) else { return }
    guard !lists.isEmpty else {
      sheet.paragraph(words)
      return
    }
    guard isItem else {
      sheet.paragraph(words, indent: 4 * lists.count)
      return
    }
    isItem = false
    let level = lists.count
    lists[level - 1].count += 1
    let (style, count) = lists[level - 1]
    var label = "-"
    if let (format, suffix) = formats[style]?[level], let format, !format.isEmpty {
      let formats = ["a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"]
      label = WordNumbering.written(count, formats[format] ?? "decimal") + suffix
    }
    sheet.item(label, depth: level - 1, words)
  }
}
