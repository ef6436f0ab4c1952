internal import Diagnostics
internal import FlowCheck
internal import FlowFolder
internal import FlowModel
internal import FlowProof
internal import Markup

extension Review {
  /// The longest comment that every host of pull requests takes, in characters.
  package static let commentLimit = 60_000
  /// How many paths of a kind are listed for a flow.
  private static let shownPaths = 10

  /// The review in CommonMark, for a comment: the verdict, then folded details. What does not fit
  /// is left out, and the comment says so.
  ///
  /// - Parameter mark: a line that stands first, by which a program finds its comment again.
  package func comment(mark: String = "") -> String {
    let head = verdict.prefix(400)
    var text = (mark.isEmpty ? "" : "\(mark)\n\n") + "**\(Review.text(capitalized(head)))**\n"
    var left = 0
    for part in parts {
      guard text.utf16.count + part.utf16.count < Review.commentLimit - 200 else {
        left += 1
        continue
      }
      text += "\n" + part
    }
    if left > 0 {
      text += "\n\(String.count(left, "more part")) did not fit: see the page of the review.\n"
    }
    return text
  }

  private func capitalized(_ text: Substring) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private var parts: [String] {
    var parts: [String] = []
    let whole =
      diff.added.map { ("\($0.id) \($0.title)", "is new") }
      + diff.removed.map { ("\($0.id) \($0.title)", "is gone") }
      + diff.unread.map { ($0, "is not compared: one version cannot be read") }
    if !whole.isEmpty {
      parts.append(
        whole.map { "- \(Review.text($0)) \($1)\n" }.joined())
    }
    let turned = rules.map { rule in
      var line = "- \(Review.text(rule.name)) \(rule.words)"
      if rule.isNewlyBroken, let run = rule.run {
        line += ". \(Review.text(run.example.why)). The run from "
        line += "\(Review.text(run.example.start.id)): \(Review.text(run.example.rowNames))"
      }
      return line + "\n"
    }
    fold(&parts, "House rules that turned: \(rules.count)", turned, isOpen: true)
    fold(
      &parts, "Findings that are new: \(newFindings.count)", newFindings.map(Review.line),
      isOpen: true)
    fold(
      &parts, "Recorded paths that fail now: \(stale.count)",
      stale.map { path, reason in
        "- \(Review.text("\(path.flow) \(path.name)")): \(Review.text(reason))\n"
      })
    for table in tables { parts.append(Review.details(of: table)) }
    fold(
      &parts, "Findings that are gone: \(goneFindings.count)", goneFindings.map(Review.line))
    fold(
      &parts, "Where waiting runs must be told or are lost: \(waiting.count)",
      waiting.map { "- \(Review.text($0.words))\n" })
    return parts
  }

  private func fold(
    _ parts: inout [String], _ title: String, _ lines: [String], isOpen: Bool = false
  ) {
    guard !lines.isEmpty else { return }
    parts.append(Review.folded(title, lines, isOpen: isOpen))
  }

  private static func folded(_ title: String, _ lines: [String], isOpen: Bool = false) -> String {
    let shown = lines.prefix(50)
    let more = lines.count > 50 ? "- and \(lines.count - 50) more\n" : ""
    return "<details\(isOpen ? " open" : "")><summary>\(html(title))</summary>\n\n"
      + shown.joined() + more + "\n</details>\n"
  }

  private static func line(_ finding: Finding) -> String {
    let diagnostic = finding.shown
    let place = finding.part?.qualified ?? diagnostic.path
    return "- \(diagnostic.severity.name) at \(text(place)): \(text(diagnostic.message)) "
      + "(\(text(diagnostic.rule.name)))\n"
  }

  private static func details(of table: ReviewTable) -> String {
    let flow = table.diff.new
    let shown = table.places.filter { !$0.isRenumbered }
    let numbers = table.places.count - shown.count
    var title = "\(flow.id) \(flow.title): " + (shown.isEmpty ? "" : "\(shown.count) changed")
    if numbers > 0 {
      title += (shown.isEmpty ? "" : ", ") + "\(numbers) only with another number"
    }
    if !table.diff.lost.isEmpty { title += ", \(String.count(table.diff.lost.count, "path")) lost" }
    if !table.diff.gained.isEmpty {
      title += ", \(String.count(table.diff.gained.count, "path")) gained"
    }
    var text = "<details><summary>\(html(title))</summary>\n\n"
    if !shown.isEmpty {
      text += "| Before | Now |\n| --- | --- |\n"
      for place in shown.prefix(100) {
        let changes = place.changes.filter { !$0.kind.isRenumbering }.map(\.text)
        let cells =
          place.before == nil && place.now == nil
          ? ["", changes.joined(separator: "; ")] : [words(place.before), words(place.now)]
        text += "| \(cells.map { Review.text($0) }.joined(separator: " | ")) |\n"
        // What the cells do not show, such as a message or a condition.
        if place.before?.words == place.now?.words, place.before != nil {
          text += "| | \(Review.text(changes.joined(separator: "; "))) |\n"
        }
      }
      if shown.count > 100 { text += "\nand \(shown.count - 100) more\n" }
    }
    if table.diff.hasTooManyPaths { text += "\nToo many paths to compare.\n" }
    let paths = [("+", table.diff.gained), ("-", table.diff.lost)].flatMap { mark, paths in
      paths.prefix(shownPaths).map { "\(mark) \(one($0))\n" }
        + (paths.count > shownPaths ? ["\(mark) and \(paths.count - shownPaths) more\n"] : [])
    }
    if !paths.isEmpty { text += "\n~~~~~~~~diff\n" + paths.joined() + "~~~~~~~~\n" }
    let concerns = table.concerns.prefix(20).map { "- \(Review.text($0.text))\n" }
    if !concerns.isEmpty { text += "\nConcerns:\n\n" + concerns.joined() }
    return text + "\n</details>\n"
  }

  private static func words(_ cell: ReviewPlace.Cell?) -> String { cell?.words ?? "" }

  /// A text on one line.
  private static func one(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// A text of a flow as it is shown: nothing in it is Markdown or HTML, or calls somebody.
  static func text(_ text: String) -> String {
    let cut = text.count > 500 ? text.prefix(500) + "…" : Substring(text)
    let marks = Markdown.special.union(["~", "#", "&", "!"])
    return silent(Markdown.escaped(String(cut), escaping: marks))
  }

  private static func html(_ text: String) -> String {
    silent(XML.escaped(String(one(text).prefix(300))))
  }

  /// A space without width after what would notify a person or link an issue (`@`, `#`, `!`).
  private static func silent(_ text: String) -> String {
    var result = ""
    for character in text {
      result.append(character)
      if "@#!".contains(character) { result += "\u{200B}" }
    }
    return result
  }
}

extension ReviewPlace.Cell {
  /// The line in one line.
  var words: String { "\(id) \(text)" + (next.isEmpty ? "" : " → \(next)") }
}
