/// The formats and styles in which a generated use case is printed.
enum PlanStyle: String, CaseIterable, Sendable {
  case list, plain, steps, sides, table
  case asciiDoc, asciiDocTable
  case structured, structuredTable
  case html, htmlTable, confluence

  /// The ending of its files.
  var ending: String {
    switch self {
    case .list, .steps, .sides, .table: "md"
    case .plain: "txt"
    case .asciiDoc, .asciiDocTable: "adoc"
    case .structured, .structuredTable: "rst"
    case .html, .htmlTable, .confluence: "html"
    }
  }

  /// Whether marks in a text can be written so that they are read as letters.
  var escapesMarks: Bool { [.list, .steps, .sides, .table].contains(self) }
}

extension Plan {
  /// The use case as a document.
  func document(_ style: PlanStyle, in tongue: LanguagesTests.Tongue) -> String {
    switch style {
    case .list: list(in: tongue)
    case .plain: list(in: tongue).replacing("## ", with: "").replacing("# ", with: "")
    case .steps: steps(in: tongue, isTwo: false)
    case .sides: steps(in: tongue, isTwo: true)
    case .table: table(in: tongue)
    case .asciiDoc: list(in: tongue).replacing("## ", with: "== ").replacing("# ", with: "= ")
    case .asciiDocTable: asciiDocTable(table(in: tongue))
    case .structured: structured(list(in: tongue))
    case .structuredTable: structured(steps(in: tongue, isTwo: false))
    case .html: html(list(in: tongue), isStorage: false)
    case .htmlTable: html(table(in: tongue), isStorage: false)
    case .confluence: html(list(in: tongue), isStorage: true)
    }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func cells(_ line: String) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
  }

  /// Cells with other marks for what is bold.
  private func bold(_ cells: [String], _ open: String, _ close: String) -> [String] {
    cells.map { cell in
      cell.hasPrefix("**") ? open + cell.dropFirst(2).dropLast(2) + close : cell
    }
  }

  private func isRule(_ line: String) -> Bool { line.hasPrefix("|---") }

  private func asciiDocTable(_ markdown: String) -> String {
    var text = ""
    var isOpen = false
    for line in lines(markdown) {
      guard line.hasPrefix("|") else {
        text += line.replacing("# ", with: "= ") + "\n"
        continue
      }
      if !isOpen { text += "[cols=\"1,4,2\", options=\"header\"]\n|===\n" }
      isOpen = true
      guard !isRule(line) else { continue }
      text += bold(cells(line), "*", "*").map { "| \($0)" }.joined(separator: " ") + "\n"
    }
    return text + (isOpen ? "|===\n" : "")
  }

  private func structured(_ markdown: String) -> String {
    var text = ""
    var isOpen = false
    let rule = [6, 60, 10].map { String(repeating: "=", count: $0) }.joined(separator: "  ")
    for line in lines(markdown) where !line.isEmpty || !isOpen {
      if line.hasPrefix("#") {
        let title = line.drop { $0 == "#" || $0 == " " }
        let mark = line.hasPrefix("##") ? "-" : "="
        text += "\(title)\n\(String(repeating: mark, count: title.count + 1))\n"
      } else if line.hasPrefix("|") {
        if !isOpen { text += rule + "\n" }
        isOpen = true
        text +=
          isRule(line)
          ? rule + "\n"
          : zip(cells(line), [6, 60, 10]).map { cell, width in
            cell + String(repeating: " ", count: max(0, width - cell.count))
          }.joined(separator: "  ") + "\n"
      } else {
        text += line + "\n"
      }
    }
    return text + (isOpen ? rule + "\n" : "")
  }

  private func html(_ markdown: String, isStorage: Bool) -> String {
    func safe(_ text: some StringProtocol) -> String {
      String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
    var text = isStorage ? "" : "<!DOCTYPE html>\n<html><head><title>T</title></head><body>\n"
    var open: [String] = []
    func close(_ count: Int) -> String {
      var text = ""
      while open.count > count { text += "</\(open.removeLast())>\n" }
      return text
    }
    for line in lines(markdown) where !isRule(line) {
      let words = line.drop { $0 == "#" || $0 == " " }
      if line.hasPrefix("#") {
        let level = line.prefix { $0 == "#" }.count
        text += close(0) + "<h\(level)>\(safe(words))</h\(level)>\n"
      } else if line.hasPrefix("|") {
        if open.isEmpty {
          text += "<table>\n"
          open = ["table"]
        }
        let cells = bold(cells(line).map(safe), "<b>", "</b>")
        text += "<tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr>\n"
      } else if let number = words.firstRange(of: ". "), words.first?.isNumber == true {
        let item = safe(words[number.upperBound...])
        if words[..<number.lowerBound].allSatisfy(\.isNumber) {
          if open.last != "ol" {
            text += "<ol>\n"
            open.append("ol")
          }
          text += isStorage ? "<li><p>\(item)</p></li>\n" : "<li>\(item)</li>\n"
        } else {
          text += close(0) + "<p>\(safe(words))</p>\n"
        }
      } else if !words.isEmpty {
        text += close(0) + "<p>\(safe(words))</p>\n"
      }
    }
    return text + close(0) + (isStorage ? "" : "</body></html>\n")
  }
}
