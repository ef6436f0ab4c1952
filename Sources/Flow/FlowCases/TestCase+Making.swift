package import FlowModel
package import FlowRuntime
internal import JSON

extension TestCase {
  /// The case of a script. Throws what keeps the script from being run.
  package init(_ script: Script, on program: Program) throws(ScriptError) {
    let run = try ScriptRun.run(script, on: program)
    guard let flow = program.catalogue.flow(named: script.flow) else {
      throw ScriptError(.unknownFlow(script.flow), move: nil)
    }
    self.flow = flow
    self.script = script
    entries = run.entries
    ending = run.ending
    let first = script.from.flatMap { flow.step($0) } ?? flow.firstStep
    opening =
      entries.first.flatMap { Screen(shownAt: $0.step) } ?? first.flatMap { Screen(shownAt: $0) }
    var acts: [Act] = []
    var time = script.clock
    for (index, entry) in entries.enumerated() {
      let before = index > 0 ? entries[index - 1] : nil
      var move = Move(entry, after: before, since: time, script, program.reading)
      if move.deed.isAct || !move.suspensions.isEmpty || acts.isEmpty {
        time = entry.at
        acts.append(Act(moves: [move]))
      } else {
        // Nobody waits for what follows by itself: the time passes before the next act.
        move.elapsed = 0
        acts[acts.count - 1].moves.append(move)
      }
    }
    self.acts = acts
    expect(run, on: program)
  }

  /// What is shown after each act: where the next one begins, or where the run ends.
  private mutating func expect(_ run: ScriptRun, on program: Program) {
    var acts = acts
    // The screens so far; one with the title of another is the same to a tester.
    var shown: [Screen] = []
    func show(_ screen: Screen?) {
      guard let screen else { return }
      shown.removeAll { Screen.has($0, in: [screen]) }
      shown.insert(screen, at: 0)
    }
    show(opening)
    var count = 0
    for index in acts.indices {
      show(acts[index].done.flatMap { Screen(shownAt: $0.step) })
      count += acts[index].moves.count
      let tells = acts[index].moves.last?.row.message
      let entry = entries[count - 1]
      let place = Screen(shownAt: entry.to, in: program.catalogue)
      if index + 1 < acts.count {
        // A suspended app shows what it has shown before.
        let isOther = !acts[index + 1].suspensions.isEmpty
        let first = isOther ? nil : acts[index + 1].moves.first
        let next = first.flatMap { Screen(shownAt: $0.step) } ?? place
        acts[index].expected = next.map { .screen($0, tells: tells) } ?? .nothing
      } else if run.machine.hasEnded || script.only && ending == entry.target.description {
        guard run.machine.hasEnded else {
          acts[index].expected = .left(Array(shown.prefix(1)))
          continue
        }
        // Nor those to which the other rows of its last step lead.
        var left = shown
        for row in acts[index].done?.step.rows(program.reading) ?? [] {
          guard let screen = row.next(program.reading).flatMap({ Screen(shownAt: $0) }),
            !Screen.has(screen, in: left)
          else { continue }
          left.append(screen)
        }
        acts[index].expected = .left(left)
      } else {
        let standing = Screen(shownAt: run.machine.step) ?? place
        acts[index].expected = standing.map { .screen($0, tells: tells) } ?? .nothing
      }
    }
    self = TestCase(self, acts: acts)
  }

  private init(_ other: TestCase, acts: [Act]) {
    (flow, script, entries) = (other.flow, other.script, other.entries)
    (opening, ending) = (other.opening, other.ending)
    self.acts = acts
  }
}

extension TestCase.Screen {
  /// Whether a tester cannot tell the screen from one of some others.
  static func has(_ screen: Self, in others: [Self]) -> Bool {
    others.contains {
      $0.title == screen.title && $0.step.activity == screen.step.activity
    }
  }

  /// Nil for a step that shows nothing that stays.
  init?(shownAt step: Step) {
    guard step.activity.isShown else { return nil }
    self.step = step
  }

  /// The screen at the step with this qualified id.
  init?(shownAt name: String, in catalogue: Catalogue) {
    guard let colon = name.firstIndex(of: ":"),
      let step = catalogue.flow(id: String(name[..<colon]))?
        .step(String(name[name.index(after: colon)...]))
    else { return nil }
    self.init(shownAt: step)
  }
}

extension TestCase.Move {
  fileprivate init(
    _ entry: TraceEntry, after before: TraceEntry?, since start: Int64, _ script: Script,
    _ reading: Reading
  ) {
    row = entry.row
    step = entry.step
    var time = start
    suspensions = entry.suspensions.compactMap { value in
      guard let place = value["to"]?.string else { return nil }
      let at = value["at"]?.integer ?? time
      defer { time = max(time, at) }
      return TestCase.Suspension(place: place, elapsed: max(0, at - time))
    }
    elapsed = max(0, entry.at - time)
    let names = entry.row.enters
    inputs = entry.step.inputs.filter { names.contains($0.name) }
    deed = TestCase.Move.deed(entry, after: before, script, reading)
  }

  private static func deed(
    _ entry: TraceEntry, after before: TraceEntry?, _ script: Script, _ reading: Reading
  ) -> TestCase.Deed {
    let (row, step) = (entry.row, entry.step)
    if entry.isPassedOver { return .follows }
    if row.after != nil, row.outcome == nil { return .waits }
    if row.kind == .user {
      return button(of: row, at: step).map { .press($0) } ?? .told
    }
    if step.activity == .call, row.kind != .event {
      // The called flow has returned, unless the path does not enter it.
      return before?.target.kind == .result && !script.only ? .follows : .decided
    }
    guard step.activity.isPassing || step.action != nil else {
      return row.kind == .own && step.activity == .user ? .told : .happens
    }
    let rivals = step.rows(reading).filter { $0.kind != .user && $0.after == nil }
    if rivals.count < 2 { return .follows }
    return row.outcome == nil && row.hasConditions && step.action == nil ? .follows : .decided
  }

  /// The button of the step that a row of the user presses: the longest whose text ends the row's
  /// words, or else the longest that is in them.
  private static func button(of row: Row, at step: Step) -> String? {
    let words = " \(folded(row.label)) "
    let buttons = step.buttons.sorted { $0.count > $1.count }
    return buttons.first { words.hasSuffix(" \(folded($0)) ") }
      ?? buttons.first { words.contains(" \(folded($0)) ") }
  }

  /// The words of a text in lower case, with single spaces.
  private static func folded(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }
}
