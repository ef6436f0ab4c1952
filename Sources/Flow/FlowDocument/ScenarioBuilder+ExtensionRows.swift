internal import Diagnostics
internal import FlowModel

// The rows of tables of alternatives.
extension ScenarioBuilder {
  /// Adds a row of a table of extensions: its id, what happens, and where it leads.
  mutating func addExtensionRow(
    _ id: Fragment, _ cell: Fragment, doing: Fragment? = nil, next: Fragment?
  ) {
    if let doing, cell.text.isEmpty { return addExtensionRow(id, doing, next: next) }
    let name = ScenarioBuilder.stepNumber(CellText(id.text).text)
    let text = CellText(cell.text)
    guard !name.isEmpty || !text.whole.isEmpty else { return }
    if addLettered(name, text.text, cell.span) { return }
    var read = ExtensionID("\(name). \(text.text)")
    if read == nil, Int(name) != nil {
      // The number of the step, for the first thing that may happen there.
      let count = extensions.count { $0.steps?.lowerBound == Int(name) }
      let letter = "abcdefghijklmnopqrstuvwxyz".dropFirst(count).prefix(1)
      read = ExtensionID("\(name)\(letter). \(text.text)")
    }
    guard let found = read else {
      if name.isEmpty, !extensions.isEmpty {
        addLine("\(extensions[extensions.count - 1].lines.count + 1)", text.text, cell.span)
      } else {
        reporter.lose(
          id.span, "`\(name)` is not the id of an extension, such as `3a`; it is left out",
          whole: .alternative)
      }
      return
    }
    let line = DocumentLine(
      kind: .text, fragment: Fragment(text: "\(name). \(text.text)", span: cell.span))
    if found.line == nil, let parts = ScenarioBuilder.running(line.fragment.text, line) {
      for part in parts { addExtension(part) }
    } else if let number = found.line {
      if extensions.last?.id != found.id { addExtension(found.id, found.id, found.steps, id.span) }
      addLine(number, found.rest, cell.span)
    } else {
      addExtension(found.id, found.rest, found.steps, id.span)
    }
    let last = extensions.count - 1
    for detail in text.details {
      // `3a1. System says so`
      let read = ExtensionID(detail)
      let isOwn = read?.id == extensions[last].id && read?.line != nil
      addLine(
        "\(extensions[last].lines.count + 1)", isOwn ? read?.rest ?? detail : detail, cell.span)
    }
    if let doing {
      for entry in CellText(doing.text).entries.flatMap({ ScenarioBuilder.entries(of: $0) }) {
        let numbered = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(entry))
        addLine("\(extensions[last].lines.count + 1)", numbered?.1 ?? entry, doing.span)
      }
    }
    guard let next, !next.text.isEmpty,
      let target = ScenarioBuilder.target(
        CellText(next.text).whole, next.span, prefix, &reporter)
    else { return }
    if extensions[last].lines.isEmpty { addLine("1", extensions[last].label, cell.span) }
    extensions[last].lines[extensions[last].lines.count - 1].next = target
  }

  /// Takes the number of the last alternative for that of its step, and not of a list.
  mutating func leaveLastAtStep() { extensions[extensions.count - 1].isListed = false }

  /// Leaves the lines of nobody in the last alternative to the system, whose column they are in.
  mutating func leaveLastToSystem() {
    guard let last = extensions.indices.last else { return }
    for line in extensions[last].lines.indices {
      let found = extensions[last].lines[line]
      if found.activity == .outside, found.next == nil, found.turn == nil {
        extensions[last].lines[line].activity = .system
      }
    }
  }

  /// Says of the last alternative, which does not say so itself, at which step it is.
  mutating func place(_ step: String) {
    let last = extensions.count - 1
    guard extensions[last].at == nil, extensions[last].steps == nil, stepIDs.contains(step) else {
      return
    }
    extensions[last].at = step
  }
}
