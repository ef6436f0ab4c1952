internal import FlowModel

/// What a test does, in order, before it is written for a tool.
struct CasePlan {
  /// Something that somebody has to write by hand.
  struct Hook: Hashable {
    /// What the hook is called by: the id of a row, `start UC1`, `fact platform`, `suspend PF1:1`.
    let key: String
    /// What it does, in words.
    let words: String

    /// The start of a flow.
    static func start(_ test: TestCase) -> Hook {
      let place = test.script.from.map { "\(test.flow.id):\($0)" } ?? test.flow.id
      return Hook(key: "start \(place)", words: "the app stands at the beginning of \(place)")
    }

    static func row(_ move: TestCase.Move) -> Hook {
      Hook(key: move.row.qualified, words: move.sentence)
    }
  }

  /// One thing that a test does.
  enum Action {
    /// What the next actions are about, until the next group.
    case group(String)
    /// Calls what is written by hand.
    case hook(Hook, value: String? = nil)
    /// Fills in a field.
    case fill(Input, at: Step, TestData.Value)
    /// Presses a button.
    case press(String, at: Step)
    /// Lets milliseconds pass. A screen that must be shown until then is looked for before.
    case pass(Int64, on: Step?, before: String)
    /// A row that follows by itself.
    case follows(TestCase.Move)
    /// Looks for something.
    case see(Seen, after: String)
    /// Makes sure that a screen is no longer shown.
    case gone(TestCase.Screen, after: String)
  }

  /// Something that must be shown.
  enum Seen: Hashable {
    /// A screen, by its title.
    case screen(Step)
    /// A text.
    case text(ShownPattern)
    /// A button of a step.
    case button(String, at: Step)

    /// For people.
    var words: String {
      switch self {
      case .screen(let step): "\(step.activity.key) “\(ShownText.read(step.subject))”"
      case .text(let pattern): "“\(pattern.text)”"
      case .button(let text, _): "button “\(text)”"
      }
    }
  }

  private(set) var actions: [Action] = []
  /// Whether time passes.
  private(set) var isTimed = false
  private let test: TestCase
  private let data: TestData
  /// The step whose screen was looked for last.
  private var standing: Step?

  init(_ test: TestCase, _ examples: CaseExamples, _ data: TestData) {
    (self.test, self.data) = (test, data)
    for (name, value) in zip(examples.names, examples.rows[0]) {
      actions.append(
        .hook(Hook(key: "fact \(name)", words: "the fact \(name) has this value"), value: value))
    }
    let first = test.acts.first.flatMap { $0.opening == nil ? $0 : nil }
    for move in first?.arranged ?? [] { actions.append(.hook(.row(move))) }
    actions.append(.hook(.start(test)))
    if let first {
      follow(first)
    } else if let opening = test.opening {
      see(.screen(opening, tells: nil), after: "at the beginning")
    }
    for act in test.acts where act.opening != nil { add(act) }
  }

  private mutating func add(_ act: TestCase.Act) {
    if let opening = act.opening { actions.append(.group(opening)) }
    for move in act.arranged { actions.append(.hook(.row(move))) }
    for suspension in act.suspensions {
      pass(suspension.elapsed, until: nil, act)
      actions.append(
        .hook(Hook(key: "suspend \(suspension.place)", words: suspension.sentence)))
    }
    if let first = act.moves.first { pass(first.elapsed, until: first, act) }
    if let done = act.done { take(done) }
    follow(act)
  }

  /// Lets time pass. The screen at which a timer runs out is there until then.
  private mutating func pass(_ time: Int64, until next: TestCase.Move?, _ act: TestCase.Act) {
    guard time > 0 else { return }
    let stays =
      next?.deed == .waits && next?.step == standing && act.suspensions.isEmpty
    actions.append(.pass(time, on: stays ? standing : nil, before: act.before))
    isTimed = true
  }

  private mutating func take(_ done: TestCase.Move) {
    for input in done.inputs {
      actions.append(.fill(input, at: done.step, data.value(input, at: done.step, in: test)))
    }
    switch done.deed {
    case .press(let button): actions.append(.press(button, at: done.step))
    case .told, .happens: actions.append(.hook(.row(done)))
    case .waits, .decided, .follows: break
    }
  }

  private mutating func follow(_ act: TestCase.Act) {
    for move in act.moves where move.deed == .follows { actions.append(.follows(move)) }
    see(act.expected, after: act.after)
  }

  private mutating func see(_ expected: TestCase.Expectation, after: String) {
    switch expected {
    case .nothing: break
    case .left(let screens):
      for screen in screens { actions.append(.gone(screen, after: after)) }
    case .screen(let screen, let tells):
      let step = screen.step
      standing = step
      if let tells { actions.append(.see(.text(pattern(tells)), after: after)) }
      actions.append(.see(.screen(step), after: after))
      if let message = step.message {
        actions.append(.see(.text(pattern(message)), after: after))
      }
      for button in step.buttons { actions.append(.see(.button(button, at: step), after: after)) }
    }
  }

  /// A text with the values that the case has typed.
  func pattern(_ text: String) -> ShownPattern {
    ShownPattern(text) { name in
      for move in test.acts.flatMap(\.moves) {
        for input in move.inputs where input.name == name && !input.isSecret {
          guard case .text(let value) = data.value(input, at: move.step, in: test) else {
            return nil
          }
          return value
        }
      }
      return nil
    }
  }

  /// The hooks, each once.
  var hooks: [Hook] {
    actions.compactMap { action -> Hook? in
      switch action {
      case .hook(let hook, _): hook
      case .group, .fill, .press, .pass, .follows, .see, .gone: nil
      }
    }
  }
}
