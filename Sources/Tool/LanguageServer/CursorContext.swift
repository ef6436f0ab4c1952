/// What is written around the cursor in a flow file, found in the text alone: it may be incomplete.
struct CursorContext {
  /// The keys from the top of the file to the mapping or the value at the cursor. Items of lists
  /// add none.
  private(set) var path: [String] = []
  /// The key whose value the cursor is in. Nil if it is where a key stands.
  private(set) var key: String?
  /// What is written of the key or the value before the cursor.
  private(set) var written = ""
  /// Whether the cursor is in a comment.
  private(set) var isInComment = false
  /// The id of the step around the cursor.
  private(set) var step: String?
  /// The keys that the mapping at the cursor has before the cursor.
  private(set) var siblings: [String] = []

  /// - Parameters:
  ///   - lines: the lines up to that of the cursor.
  ///   - column: the number of scalars before the cursor in the last of them.
  init(_ lines: [String], column: Int) {
    guard let last = lines.last else { return }
    let before = String(String.UnicodeScalarView(last.unicodeScalars.prefix(column)))
    let line = CursorLine(before)
    guard !line.isComment, let inner = line.keys() else {
      isInComment = true
      return
    }
    path = inner.path
    key = inner.key
    written = inner.written
    siblings = inner.siblings
    note(line)
    var limit = line.hasDash ? line.dash + 1 : line.indent
    for text in lines.dropLast().reversed() {
      let line = CursorLine(text)
      if line.isBlank || line.isComment { continue }
      if line.indent < limit, let parent = line.firstKey {
        path.insert(parent, at: 0)
        limit = line.indent
        note(line)
      } else if line.indent == limit {
        note(line)
        if key == nil, path.isEmpty, let sibling = line.firstKey { siblings.append(sibling) }
      }
      if line.hasDash, line.indent <= limit { limit = min(limit, line.dash + 1) }
      if limit == 0 { break }
    }
  }

  private mutating func note(_ line: CursorLine) {
    guard step == nil, line.firstKey == "step" else { return }
    let value = line.firstValue
    if !value.isEmpty { step = value }
  }
}

/// A line of a flow file.
private struct CursorLine {
  /// Where the first dash is, and where the text begins.
  let dash: Int
  let indent: Int
  let hasDash: Bool
  private let content: Substring.UnicodeScalarView

  init(_ text: String) {
    var rest = text.unicodeScalars[...]
    var column = 0
    var dash: Int?
    while let scalar = rest.first {
      if scalar == "-", rest.dropFirst().first.map({ $0 == " " }) ?? true {
        if dash == nil { dash = column }
      } else if scalar != " " {
        break
      }
      rest = rest.dropFirst()
      column += 1
    }
    self.dash = dash ?? column
    hasDash = dash != nil
    indent = column
    content = rest
  }

  var isBlank: Bool { content.isEmpty }
  var isComment: Bool { content.first == "#" }

  /// The key with which the line begins.
  var firstKey: String? {
    guard let colon = content.firstIndex(of: ":") else { return nil }
    let next = content.index(after: colon)
    guard next == content.endIndex || content[next] == " " else { return nil }
    return unquoted(content[..<colon])
  }

  var firstValue: String {
    guard let colon = content.firstIndex(of: ":") else { return "" }
    return unquoted(content[content.index(after: colon)...].prefix { $0 != "#" })
  }

  private func unquoted(_ text: Substring.UnicodeScalarView) -> String {
    let bare = text.drop { $0 == " " }
    var kept = Array(bare)
    while kept.last == " " { kept.removeLast() }
    if kept.count > 1, let first = kept.first, first == "'" || first == "\"", kept.last == first {
      kept = Array(kept.dropFirst().dropLast())
    }
    return String(String.UnicodeScalarView(kept))
  }

  /// The keys that lead to the end of the line, through braces and brackets. Nil if it ends in a
  /// comment.
  func keys() -> (path: [String], key: String?, written: String, siblings: [String])? {
    var levels: [(key: String?, isMapping: Bool, siblings: [String])] = [(nil, true, [])]
    var token = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var previous: Unicode.Scalar = " "
    func text() -> String { unquoted(Substring(String(token)).unicodeScalars) }
    func isBlank() -> Bool { !token.contains { $0 != " " } }
    for (place, scalar) in zip(content.indices, content) {
      defer { previous = scalar }
      if let open = quote {
        if scalar == open { quote = nil }
        token.append(scalar)
        continue
      }
      let after = content.index(after: place)
      let isSpaced = after == content.endIndex || content[after] == " "
      switch scalar {
      case "'" where isBlank(), "\"" where isBlank():
        quote = scalar
        token.append(scalar)
      case "{" where isBlank():
        levels.append((nil, true, []))
        token = .init()
      case "[" where isBlank():
        levels.append((nil, false, []))
        token = .init()
      case "}" where levels.count > 1, "]" where levels.count > 1:
        levels.removeLast()
        token = .init()
      case "," where levels.count > 1:
        levels[levels.count - 1].key = nil
        token = .init()
      case ":"
      where isSpaced && levels[levels.count - 1].isMapping
        && levels[levels.count - 1].key == nil:
        levels[levels.count - 1].key = text()
        levels[levels.count - 1].siblings.append(text())
        token = .init()
      case "#" where previous == " ": return nil
      default: token.append(scalar)
      }
    }
    let keys = levels.compactMap(\.key)
    let innermost = levels[levels.count - 1]
    let isInValue = !innermost.isMapping || innermost.key != nil
    return (keys, isInValue ? keys.last : nil, text(), innermost.siblings)
  }
}
