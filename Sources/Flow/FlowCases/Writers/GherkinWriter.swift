internal import FlowModel
internal import JSON

/// A case as a feature: one sentence for each row, the same in all files.
struct GherkinWriter {
  private let head: CaseHead
  private let examples: CaseExamples
  private let data: TestData
  private let plan: CasePlan
  private var lines: [String] = []
  private var last = ""

  init(_ head: CaseHead, _ examples: CaseExamples, _ data: TestData) {
    (self.head, self.examples, self.data) = (head, examples, data)
    plan = CasePlan(head.test, examples, data)
    write()
  }

  var text: String {
    let isOutline = examples.rows.count > 1
    let test = head.test
    var text = "# \(head.line)\n"
    text += head.tags.map { "@\($0)" }.joined(separator: " ") + "\n"
    text += "Feature: \(Self.line("\(test.flow.id) \(test.flow.title)"))\n\n"
    text += "  Scenario\(isOutline ? " Outline" : ""): \(Self.line(test.name))\n"
    if let about = head.about { text += "    # \(about)\n" }
    text += lines.joined()
    guard isOutline else { return text }
    text += "\n    Examples:\n"
    for row in [examples.names] + examples.rows { text += Self.row(row, margin: "      ") }
    return text
  }

  private mutating func write() {
    let test = head.test
    for (name, value) in zip(examples.names, examples.rows[0]) {
      say("Given", "the fact \(name) is \(examples.rows.count > 1 ? "<\(name)>" : value)")
    }
    let first = test.acts.first.flatMap { $0.opening == nil ? $0 : nil }
    for move in first?.arranged ?? [] { say("Given", move.sentence) }
    let place = test.script.from.map { " at \($0)" } ?? ""
    say("Given", "\(test.flow.id) begins\(place)")
    if let first {
      end(first)
    } else if let opening = test.opening {
      see(.screen(opening, tells: nil))
    }
    for act in test.acts where act.opening != nil {
      for move in act.arranged { say("Given", move.sentence) }
      for suspension in act.suspensions {
        pass(suspension.elapsed)
        say("When", suspension.sentence)
      }
      // A timer's row says that its time passes.
      if act.moves.first?.deed != .waits { pass(act.moves.first?.elapsed ?? 0) }
      if let done = act.done { take(done) }
      end(act)
    }
    say("Then", "the run is at its end: \(test.ending)")
  }

  private mutating func pass(_ time: Int64) {
    if time > 0 { say("When", "\(time) ms pass") }
  }

  private mutating func take(_ done: TestCase.Move) {
    say("When", done.sentence)
    for input in done.inputs {
      switch data.value(input, at: done.step, in: head.test) {
      case .text(let value): lines.append(Self.row([input.name, value], margin: "      "))
      case .variable(let name):
        lines.append(Self.row([input.name, "$\(name)"], margin: "      "))
      }
    }
  }

  private mutating func end(_ act: TestCase.Act) {
    for move in act.moves where move.deed == .follows { say("Then", move.sentence) }
    see(act.expected)
  }

  private mutating func see(_ expected: TestCase.Expectation) {
    switch expected {
    case .nothing: break
    case .left(let screens):
      for screen in screens { say("Then", "\(Self.words(screen.step)) is left") }
    case .screen(let screen, let tells):
      if let tells {
        say("Then", "the text \(JSONValue.quoted(plan.pattern(tells).text)) is shown")
      }
      say("Then", "\(Self.words(screen.step)) is shown")
      if let message = screen.step.message {
        say("Then", "the text \(JSONValue.quoted(plan.pattern(message).text)) is shown")
      }
      for button in screen.step.buttons {
        say("Then", "the button \(JSONValue.quoted(button)) is shown")
      }
    }
  }

  private static func words(_ step: Step) -> String {
    "the \(step.activity.key) \(JSONValue.quoted(ShownText.read(step.subject))) (\(step.qualified))"
  }

  private mutating func say(_ word: String, _ sentence: String) {
    let shown = word == last ? "And" : word
    last = word
    lines.append("    \(shown) \(Self.line(sentence))\n")
  }

  /// A text on one line.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// A row of a table.
  private static func row(_ cells: [String], margin: String) -> String {
    let cells = cells.map {
      $0.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("\n", with: "\\n")
    }
    return margin + "| " + cells.joined(separator: " | ") + " |\n"
  }
}
