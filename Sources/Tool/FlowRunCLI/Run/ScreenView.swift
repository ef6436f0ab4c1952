internal import FlowModel
internal import FlowReports
internal import Markup

/// A step as shown to the user at the terminal.
struct ScreenView {
  private let step: Step
  private let catalogue: Catalogue
  private let rows: [Row]
  private let keys: [Character]

  init(_ step: Step, in catalogue: Catalogue, rows: [Row], keys: [Character]) {
    self.step = step
    self.catalogue = catalogue
    self.rows = rows
    self.keys = keys
  }

  var text: String {
    (step.activity.isShown ? drawn : told) + choices
  }

  /// A screen, a prompt or a message, in a frame.
  private var drawn: String {
    var body: [String] = []
    if let message = step.message { body += wrapped(message) }
    if let note = step.note { body += wrapped("(\(note))") }
    for item in step.items { body.append("- \(TerminalText.line(item))") }
    for input in step.inputs { body.append("\(input.name): ____  \(input.requirement)") }
    if !step.buttons.isEmpty {
      body += wrapped(step.buttons.map { "[\($0)]" }.joined(separator: " "))
    }
    let title = step.activity == .screen ? step.subject : "\(step.activity.key): \(step.subject)"
    let head = wrapped(title)
    let width = ((head + body).map(\.count) + [step.qualified.count + 8, 40]).max() ?? 40
    let rule = String(repeating: "─", count: max(0, width - step.qualified.count - 1))
    var text = "┌─\(rule) \(step.qualified) ┐\n"
    for line in head { text += "│ \(line.padded(to: width)) │\n" }
    if !body.isEmpty { text += "│ \(String(repeating: " ", count: width)) │\n" }
    for line in body { text += "│ \(line.padded(to: width)) │\n" }
    return text + "└\(String(repeating: "─", count: width + 2))┘\n"
  }

  /// A step without a screen, as one line.
  private var told: String {
    var text = "\(step.qualified)  \(step.text(in: catalogue))"
    if let loading = step.loading { text += " (\(loading))" }
    return TerminalText.line(text) + "\n"
  }

  private var choices: String {
    var text = ""
    for (key, row) in zip(keys, rows) {
      text += "  \(key)  \(row.kind == .own ? "done" : TerminalText.line(row.text))"
      if let after = row.after { text += "  (by itself after \(Double(after) / 1_000) s)" }
      if let does = row.does { text += "  (\(TerminalText.line(does)))" }
      text += "\n"
    }
    return text
  }

  private func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + word.count >= 64 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return (line.isEmpty ? lines : lines + [line]).map(TerminalText.line)
  }
}
