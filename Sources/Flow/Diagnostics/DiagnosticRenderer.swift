internal import Markup

/// Formats diagnostics for a terminal: place, message, the line with a caret, help.
public struct DiagnosticRenderer: Sendable {
  private let files: [String: SourceFile]
  private let color: Bool

  /// A renderer for diagnostics about `files`. With `color`, it uses ANSI colours.
  public init(files: some Sequence<SourceFile>, color: Bool = false) {
    self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    self.color = color
  }

  /// All diagnostics in reading order, each followed by a line break.
  public func render(_ diagnostics: some Sequence<Diagnostic>) -> String {
    let ordered = diagnostics.inReadingOrder()
    var positions: [String: [SourceFile.Position]] = [:]
    for (path, group) in Dictionary(grouping: ordered, by: \.path) {
      // Two positions per diagnostic: its start and its end.
      positions[path] = files[path]?.positions(of: group.flatMap { [$0.span.start, $0.span.end] })
    }
    var used: [String: Int] = [:]
    var text = ""
    for diagnostic in ordered {
      let at = used[diagnostic.path, default: 0]
      used[diagnostic.path] = at + 2
      let pair = positions[diagnostic.path].map { ($0[at], $0[at + 1]) }
      text += render(diagnostic, at: pair)
    }
    return text
  }

  private func render(
    _ diagnostic: Diagnostic, at places: (start: SourceFile.Position, end: SourceFile.Position)?
  ) -> String {
    var head = TerminalText.line(diagnostic.path)
    if let places { head += ":\(places.start.line):\(places.start.column)" }
    let severity = paint(diagnostic.severity.name, diagnostic.severity == .error ? "31;1" : "33;1")
    var text =
      "\(paint(head, "1")): \(severity): \(shown(diagnostic.message)) [\(diagnostic.rule)]\n"
    if let places, let file = files[diagnostic.path] {
      text += excerpt(of: file, from: places.start, to: places.end)
    }
    if let help = diagnostic.help { text += "  \(paint("help:", "36;1")) \(shown(help))\n" }
    return text
  }

  private func excerpt(
    of file: SourceFile, from start: SourceFile.Position, to end: SourceFile.Position
  ) -> String {
    let line = file.line(at: start)
    let number = "\(start.line)"
    let gutter = String(repeating: " ", count: number.count)
    let scalars = line.unicodeScalars
    // Long lines are cut around the place. Tabs are kept so that the caret stands below it.
    let first = max(0, start.column - 61)
    let shown = visible(scalars.dropFirst(first).prefix(100))
    let before = start.column - 1 - first
    let lead = visible(scalars.dropFirst(first).prefix(before)).unicodeScalars.map {
      $0 == "\t" ? "\t" : String(repeating: " ", count: $0.columns)
    }.joined()
    let wanted = end.line == start.line ? end.column - start.column : scalars.count
    let marked = scalars.dropFirst(start.column - 1).prefix(max(0, min(wanted, 100 - before)))
    let carets = String(
      repeating: "^", count: max(1, visible(marked).unicodeScalars.reduce(0) { $0 + $1.columns }))
    return "  \(number) | \(shown)\n  \(gutter) | \(lead)\(paint(carets, "31;1"))\n"
  }

  /// Part of a line of a file, which may be hostile.
  private func visible(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return TerminalText.lines(String(text))
  }

  /// A message. It breaks only before lines that are set in; another line break is part of a name
  /// from the file, and could pass for a message.
  private func shown(_ message: String) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    var text = ""
    for (place, line) in lines.enumerated() {
      if place > 0 { text += line.hasPrefix(" ") ? "\n" : "\\n" }
      text += TerminalText.line(String(line))
    }
    return text
  }

  private func paint(_ text: String, _ code: String) -> String {
    color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
