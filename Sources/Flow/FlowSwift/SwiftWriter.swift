internal import Markup

/// Writes Swift in the layout of `swift format`.
struct SwiftWriter {
  private(set) var text = ""
  private let access: String
  private var depth = 0
  private static let width = 100

  /// - Parameter isPublic: whether declarations are public.
  init(isPublic: Bool) {
    access = isPublic ? "public " : ""
  }

  /// A line of code.
  mutating func code(_ line: String, doc: [String] = []) { code([line], doc: doc) }

  /// Lines that make up a declaration or a statement. If one of them is too long for the layout, a
  /// comment keeps the layout from changing them.
  mutating func code(_ lines: [String], doc: [String] = []) {
    if lines.contains(where: { depth * 2 + $0.count > SwiftWriter.width }) {
      put("// swift-format-ignore")
    }
    for (index, paragraph) in doc.enumerated() {
      if index > 0 { put("///") }
      for line in wrapped(paragraph) { put("/// " + line) }
    }
    for line in lines { put(line) }
  }

  /// A declaration with the access of the file.
  mutating func declare(_ declaration: String, doc: [String] = []) {
    code(access + declaration, doc: doc)
  }

  /// A declaration with a body in braces.
  mutating func declare(_ head: String, doc: [String] = [], body: (inout SwiftWriter) -> Void) {
    block(access + head, doc: doc, body: body)
  }

  /// Code with a body in braces.
  mutating func block(_ head: String, doc: [String] = [], body: (inout SwiftWriter) -> Void) {
    block([head + " {"], doc: doc, body: body)
  }

  /// A case of a `switch` with its body.
  mutating func switchCase(_ pattern: [String], body: (inout SwiftWriter) -> Void) {
    code(pattern)
    depth += 1
    body(&self)
    depth -= 1
  }

  /// An initializer with a parameter in each line.
  mutating func declareInit(
    _ parameters: [String], doc: [String], body: (inout SwiftWriter) -> Void
  ) {
    let lines = parameters.enumerated().map { index, parameter in
      "  \(parameter)" + (index + 1 < parameters.count ? "," : "")
    }
    block([access + "init("] + lines + [") {"], doc: doc, body: body)
  }

  private mutating func block(
    _ head: [String], doc: [String], body: (inout SwiftWriter) -> Void
  ) {
    code(head, doc: doc)
    depth += 1
    body(&self)
    depth -= 1
    put("}")
  }

  /// Parts between brackets, in one line if it fits, else with a line for each of them. If there
  /// are none, the brackets are left out.
  func list(_ head: String, _ opening: String, _ parts: [String], _ closing: String) -> [String] {
    guard !parts.isEmpty else { return [head + (closing.last == ":" ? ":" : "")] }
    let line = head + opening + parts.joined(separator: ", ") + closing
    guard depth * 2 + line.count > SwiftWriter.width else { return [line] }
    let last = opening == "[" ? "," : ""
    return [head + opening]
      + parts.enumerated().map { "  \($1)" + ($0 + 1 < parts.count ? "," : last) } + [closing]
  }

  /// An answer with values.
  func answer(_ outcome: String, _ values: [String]) -> [String] {
    let outcome = SwiftWriter.literal(outcome)
    guard !values.isEmpty else { return ["Answer(\(outcome))"] }
    let whole = list("Answer(\(outcome), values: ", "[", values, "])")
    guard whole.count > 1 else { return whole }
    return ["Answer(", "  \(outcome),", "  values: ["] + values.map { "    \($0)," } + ["  ])"]
  }

  /// A constant list of texts.
  mutating func declareList(_ name: String, _ texts: [String], doc: String) {
    code(
      list("\(access)static let \(name) = ", "[", texts.map(SwiftWriter.literal), "]"), doc: [doc])
  }

  /// A constant whose value is a long word.
  mutating func declareText(_ name: String, _ word: String) {
    put("private static let \(name) = \"\"\"")
    var rest = word[...]
    while !rest.isEmpty {
      let line = rest.prefix(76)
      rest = rest.dropFirst(76)
      put("  \(line)" + (rest.isEmpty ? "" : "\\"))
    }
    put("  \"\"\"")
  }

  mutating func blank() { text += "\n" }

  private mutating func put(_ line: String) {
    text += String(repeating: " ", count: depth * 2) + line + "\n"
  }

  /// A text of a document, in lines that fit. A word that does not fit stays whole.
  private func wrapped(_ paragraph: String) -> [String] {
    let room = SwiftWriter.width - depth * 2 - 4
    var lines = [""]
    for word in paragraph.split(separator: " ") {
      if let last = lines.last, !last.isEmpty, last.count + 1 + word.count > room {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return lines
  }

  /// A text as a string literal, in which nothing is hidden.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      default: literal += TerminalText.line(String(scalar))
      }
    }
    return literal + "\""
  }

  /// A text in a comment: one line, in which nothing is hidden.
  static func comment(_ text: String) -> String {
    TerminalText.line(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
