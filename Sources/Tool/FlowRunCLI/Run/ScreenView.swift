internal import Dates
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import Markup

/// A step as shown to the user at the terminal.
struct ScreenView {
  let situation: Situation
  let catalogue: Catalogue
  let rows: [Row]
  /// The key of each row.
  let keys: [Character]

  private var step: Step { situation.step }

  /// The step as it fits a terminal of this width; nil for no limit.
  func text(columns: Int?) -> String {
    let again = situation.askedAgain.map { TerminalText.line("\($0)") + "\n" } ?? ""
    return again + (step.activity.isShown ? drawn(columns ?? 200) : told) + choices
  }

  /// A screen, a prompt or a message, in a frame.
  private func drawn(_ columns: Int) -> String {
    let most = min(64, max(1, columns - 4))
    var body: [String] = []
    if let message = situation.message { body += TerminalText.line(message).filled(to: most) }
    if let note = step.note { body += TerminalText.line("(\(note))").filled(to: most) }
    for item in situation.items { body += TerminalText.line("- \(item)").filled(to: most) }
    for input in step.inputs {
      body += "\(input.label): ____  \(input.requirement)".filled(to: most)
    }
    if !step.buttons.isEmpty {
      body += TerminalText.line(step.buttons.map { "[\($0)]" }.joined(separator: " ")).filled(
        to: most)
    }
    let title =
      step.activity == .screen ? step.subject : "\(step.activity.key): \(situation.title)"
    let head = TerminalText.line(title).filled(to: most)
    let name = step.qualified.filled(to: max(1, most - 1)).first ?? ""
    let width = min(most, ((head + body).map(\.columns) + [name.columns + 8, 40]).max() ?? 40)
    let rule = String(repeating: "─", count: max(0, width - name.columns - 1))
    var text = "┌─\(rule) \(name) ┐\n"
    for line in head { text += "│ \(line.padded(to: width)) │\n" }
    if !body.isEmpty { text += "│ \(String(repeating: " ", count: width)) │\n" }
    for line in body { text += "│ \(line.padded(to: width)) │\n" }
    return text + "└\(String(repeating: "─", count: width + 2))┘\n"
  }

  /// A step without a screen, as one line, and what it says to the user.
  private var told: String {
    var text = "\(step.qualified)  \(step.text(in: catalogue))"
    if let loading = step.loading { text += " (\(loading))" }
    text = TerminalText.line(text) + "\n"
    if situation.isWorking, step.loading != nil { return text }
    return text + (situation.message.map { "  \(TerminalText.line($0))\n" } ?? "")
  }

  private var choices: String {
    var text = ""
    for (key, row) in zip(keys, rows) {
      text += "  \(key)  \(row.kind == .own ? "done" : TerminalText.line(row.text))"
      text += ScreenView.time(of: row)
      if let does = row.does { text += "  (\(TerminalText.line(does)))" }
      text += "\n"
    }
    for row in byThemselves {
      text += "     \(TerminalText.line(row.text))\(ScreenView.time(of: row))\n"
    }
    return text
  }

  /// The rows that wait for their time and cannot be chosen here. The first of them to come may be
  /// one of a calling step.
  private var byThemselves: [Row] {
    guard !keys.isEmpty || situation.activity.isShown else { return [] }
    var all = situation.choices.filter { choice in
      if case .early = choice.refusal { return true }
      return false
    }.map(\.row)
    if let row = situation.timer?.row, !all.contains(row) { all.append(row) }
    return all.filter { !rows.contains($0) }
  }

  private static func time(of row: Row) -> String {
    guard let after = row.after else { return "" }
    return "  (by itself after \(WrittenTime.text(Int64(after))))"
  }
}
