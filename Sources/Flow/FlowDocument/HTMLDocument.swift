internal import Diagnostics
internal import MarkupEvents

/// Reads a page of HTML, or of Confluence's storage format, as Markdown.
struct HTMLDocument {
  private var sheet = MarkdownSheet()
  private var words = ""
  /// Open lists: the number of the next item, or nil for bullets.
  private var lists: [Int?] = []
  /// Whether the items of each open list have letters.
  private var lettered: [Bool] = []
  private var isItem = false
  private var heading = 0
  /// Whether the heading is the title of a page that Confluence exported.
  private var isPageTitle = false
  /// For each open link, whether it leads to a place of the page.
  private var links: [Bool] = []
  /// The page to which a link of Confluence leads, until a text of the link was found.
  private var linked: String?
  /// Whether there are links or a menu, and words beside headings and links.
  private var (hasLinks, hasWords) = (false, false)
  private var skipped = 0
  /// For each open `div`, whether it is the margin of a page.
  private var margins: [Bool] = []
  /// How many columns and rows the open cell covers.
  private var span = (columns: 1, rows: 1)
  /// The columns that cells of earlier rows cover, and for how many rows more.
  private var covered: [[Int: Int]] = []
  private var column = 0
  private let style: Style

  enum Style {
    case page
    /// Only the rows of tables.
    case table
  }

  private init(_ style: Style) { self.style = style }

  /// A page as Markdown. Nil if there is nothing to read.
  static func markdown(_ bytes: [UInt8]) -> String? {
    guard var reader = MarkupReader(bytes, as: .html) else { return nil }
    var page = HTMLDocument(.page)
    while let event = reader.next() { page.take(event, reader) }
    page.flush()
    // A title and a table of contents are no text.
    return page.hasWords || !page.hasLinks ? page.sheet.text : ""
  }

  /// Whether a file that begins with these bytes is a page: its first tag is one of HTML, or a
  /// macro of Confluence.
  static func isBeginning(_ bytes: [UInt8]) -> Bool {
    var rest = String(decoding: bytes.prefix(8_192), as: UTF8.self)[...]
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    while true {
      rest = rest.drop(while: \.isWhitespace)
      let end = rest.hasPrefix("<!--") ? "-->" : ">"
      guard rest.hasPrefix("<?") || rest.hasPrefix("<!") else { break }
      guard let end = rest.firstRange(of: end) else { return false }
      rest = rest[end.upperBound...]
    }
    guard rest.first == "<" else { return false }
    let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == ":" }.lowercased()
    return name.hasPrefix("ac:") || firstTags.contains(name)
  }

  /// Whether a path has the ending of a page.
  static func isName(_ path: String) -> Bool {
    [".html", ".htm", ".xhtml"].contains(where: path.lowercased().hasSuffix)
  }

  private static let firstTags: Set<String> = [
    "html", "head", "body", "h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "table", "ul", "ol",
  ]

  private mutating func take(_ event: MarkupReader.Event, _ reader: borrowing MarkupReader) {
    switch event {
    case .start(let name): begin(name, reader)
    case .end(let name): end(name)
    case .text(let text): add(text)
    }
  }

  private mutating func add(_ text: String) {
    guard skipped == 0 else { return }
    var text = hasNumberedLines(text) ? text : text.replacing("\n", with: " ")
    // The body of a link of Confluence, which is no text in HTML.
    if text.contains("]]>") {
      text = text.replacing("<![CDATA[", with: "").replacing("]]>", with: "")
    }
    if text.contains(where: { !$0.isWhitespace }) { linked = nil }
    if links.isEmpty || sheet.isInCell, heading == 0, text.contains(where: \.isLetter) {
      hasWords = true
    }
    words += text
  }

  /// Whether a text in a cell is a list that was written without the elements of one: `1. The guest
  /// asks` and `2. The bot answers` on lines of their own.
  private func hasNumberedLines(_ text: String) -> Bool {
    guard sheet.isInCell, text.contains("\n") else { return false }
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty }
    return lines.count > 1
      && lines.allSatisfy { line in
        line.first?.isNumber == true && line.drop(while: \.isNumber).first == "."
      }
  }

  /// The elements that are no text of a page.
  static let skippedNames: Set<String> = [
    "script", "style", "title", "head", "nav", "footer", "ac:parameter", "svg", "del", "button",
    "pre", "textarea", "ac:plain-text-body",
  ]

  /// Whether an element is one of them. The parser of HTML leaves out what stands before a colon.
  private static func isSkipped(_ name: String) -> Bool {
    skippedNames.contains(name) || skippedNames.contains("ac:\(name)")
  }

  private mutating func begin(_ name: String, _ reader: borrowing MarkupReader) {
    if HTMLDocument.isSkipped(name) { skipped += 1 }
    if name == "a" || name == "nav" { hasLinks = true }
    if name == "div" {
      // LibreOffice writes what stands above and below each page, and Confluence the way to a page,
      // who wrote it, and its attachments.
      let names = (reader.attribute("class") ?? "").split(separator: " ")
      let isMargin =
        ["header", "footer"].contains(reader.attribute("title"))
        || ["breadcrumb-section", "footer"].contains(reader.attribute("id"))
        || names.contains { ["page-metadata", "pageSection"].contains($0) }
      margins.append(isMargin)
      if isMargin { skipped += 1 }
    }
    guard skipped == 0 else { return }
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      flush()
      heading = Int(name.dropFirst()) ?? 1
      isPageTitle = reader.attribute("id") == "title-heading"
    case "p", "div", "section", "article", "blockquote", "dt", "dd", "caption",
      "structured-macro", "rich-text-body":
      flush(keepsItem: true)
    case "ul":
      flush()
      lists.append(nil)
      lettered.append(false)
    case "ol":
      flush()
      lists.append(reader.attribute("start").flatMap { Int(counted: $0) } ?? 1)
      lettered.append(reader.attribute("type") == "a")
    case "li":
      flush()
      isItem = true
    // Of Confluence: the page has the name of the link, unless it has a text of its own.
    case "link": linked = nil
    case "page": linked = reader.attribute("ri:content-title")
    case "br": words += "\n"
    // What is written in a table of contents is a link.
    case "a":
      let isPlace = !lists.isEmpty && reader.attribute("href")?.hasPrefix("#") ?? false
      links.append(isPlace)
      if isPlace { words += "[" }
    case "strong", "b", "th": words += name == "th" ? "" : "**"
    default: break
    }
    switch name {
    case "table":
      flush()
      sheet.beginTable()
      covered.append([:])
    case "tr":
      flush()
      sheet.beginRow()
      column = 0
      skipCovered()
    case "td", "th":
      flush()
      skipCovered()
      sheet.beginCell()
      func count(_ name: String) -> Int {
        max(1, min(reader.attribute(name).flatMap { Int($0) } ?? 1, 50))
      }
      span = (count("colspan"), count("rowspan"))
    default: break
    }
  }

  /// Adds empty cells for those that earlier rows cover.
  private mutating func skipCovered() {
    guard let last = covered.indices.last else { return }
    while let rows = covered[last][column], rows > 0 {
      covered[last][column] = rows - 1
      sheet.addEmptyCells(1)
      column += 1
    }
  }

  private mutating func end(_ name: String) {
    if HTMLDocument.isSkipped(name), skipped > 0 { skipped -= 1 }
    if name == "div", margins.popLast() == true, skipped > 0 { skipped -= 1 }
    guard skipped == 0 else { return }
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      var title = words.replacing("**", with: "").replacing("\n", with: " ")
      // Confluence writes `SPACE : TITLE`.
      if isPageTitle, let mark = title.firstRange(of: " : ") {
        title = String(title[mark.upperBound...])
      }
      sheet.heading(heading, title)
      (words, heading, isPageTitle) = ("", 0, false)
    case "p", "div", "section", "article", "blockquote", "dt", "dd", "caption":
      flush(keepsItem: false)
    case "link":
      if let linked { words += linked }
      linked = nil
    case "li": flush()
    case "ul", "ol":
      flush()
      if lists.popLast() != nil { lettered.removeLast() }
    case "strong", "b": words += "**"
    case "a":
      if links.popLast() ?? false { words += "](#)" }
    case "td", "th":
      flush()
      if span.rows > 1, let last = covered.indices.last {
        for place in column..<(column + span.columns) { covered[last][place] = span.rows - 1 }
      }
      sheet.addEmptyCells(span.columns - 1)
      column += span.columns
      span = (1, 1)
    case "table":
      flush()
      sheet.endTable()
      if !covered.isEmpty { covered.removeLast() }
    default: break
    }
  }

  /// Writes the words since the last part.
  private mutating func flush(keepsItem: Bool = false) {
    defer { words = "" }
    let plain = words.replacing("****", with: "")
    guard plain.contains(where: { !$0.isWhitespace && $0 != "*" }) else { return }
    if isItem, let last = lists.indices.last {
      let label = lists[last].map { number in
        let isLetter = lettered[last] && ScenarioBuilder.alphabet.indices.contains(number - 1)
        return isLetter ? "\(ScenarioBuilder.alphabet[number - 1])." : "\(number)."
      }
      if let number = lists[last] { lists[last] = number + 1 }
      sheet.item(label ?? "-", depth: lists.count - 1, plain)
      isItem = false
    } else {
      sheet.paragraph(plain, indent: lists.isEmpty ? 0 : 4 * lists.count)
    }
  }
}
