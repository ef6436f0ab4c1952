import FlowModel
import FlowProof
import FlowRuntime

/// Watches a run for a rule, by the meaning of its phrases in ``RuleEvents``. Shares nothing with
/// the prover but the automata of the sentences, which MONA judges.
struct RuleJudge {
  private let meanings: RuleMeanings
  private let monitor: Monitor
  /// The state of the sentence's automaton.
  private(set) var state: UInt8
  /// How often the subject of the sentence has happened.
  private(set) var subjects = 0

  init(_ rule: HouseRule, on program: Program) {
    meanings = RuleMeanings(rule, on: program)
    monitor = Monitor(rule.form, count: rule.count, isScoped: !rule.other.isEmpty)
    state = monitor.start
  }

  var isBroken: Bool { state == Monitor.broken }
  var isBrokenAtEnd: Bool { monitor.isBroken(atEndIn: state) }

  /// A run begins, is suspended into another flow, or enters the flow that its step calls.
  mutating func enterFlow(_ machine: Machine) { arrive(machine, inFlow: true) }

  /// The first row of a step is taken, or another one.
  mutating func take(_ position: Int, isPassedOver: Bool, before: Machine, after: Machine) {
    let cell = before.block + Int32(position)
    note(meanings.rows[Int(cell)][isPassedOver ? 1 : 0], after, during: before)
    guard after.returned < 0 else { return }
    let operation = before.program.tables.cells[Int(cell)].operation
    arrive(after, inFlow: operation == .goto || operation == .error)
  }

  private mutating func arrive(_ machine: Machine, inFlow: Bool) {
    if let end = machine.end {
      return note(meanings.meaning(of: end), machine, during: machine)
    }
    let step = meanings.steps[Int(machine.head.number)]
    if machine.need != .passOver {
      note(inFlow ? step.inFlow : step.there, machine, during: machine)
    } else if inFlow {
      note(step.skipped, machine, during: machine)
    }
  }

  private mutating func note(
    _ meaning: RuleEvents.Meaning, _ now: Machine, during before: Machine
  ) {
    func holds(_ test: RuleEvents.Test, _ machine: Machine) -> Bool {
      test.values.contains(Int(machine.facts[test.fact]))
    }
    var letter = meaning.fixed
    for (bit, tests) in meaning.optional where tests.contains(where: { holds($0, now) }) {
      letter |= bit
    }
    if letter & 1 == 1, !meaning.during.allSatisfy({ holds($0, before) }) { letter -= 1 }
    subjects += Int(letter & 1)
    state = monitor.next(state, Monitor.Letter(rawValue: letter))
  }
}

/// What every step and row of a program is in the words of a rule.
struct RuleMeanings {
  private let events: RuleEvents
  private let program: Program
  /// By the number of the step: arriving there, entering its flow there, and entering its flow if
  /// the step is skipped.
  private(set) var steps:
    [(
      there: RuleEvents.Meaning, inFlow: RuleEvents.Meaning, skipped: RuleEvents.Meaning
    )] = []
  /// By the cell of the row: taking it, and passing over its step. Empty for the head of a step.
  private(set) var rows: [[RuleEvents.Meaning]] = []

  init(_ rule: HouseRule, on program: Program) {
    events = RuleEvents(rule, on: program)
    self.program = program
    rows = Array(repeating: [], count: program.tables.cells.count)
    for block in program.tables.offsets {
      let step = program.step(at: block)
      steps.append(
        (
          events.meaning(of: step, inFlow: false), events.meaning(of: step, inFlow: true),
          events.meaning(skippedInto: step.flow)
        ))
      for (position, row) in step.rows(program.reading).enumerated() {
        rows[Int(block) + position] = [false, true].map {
          events.meaning(of: row, isPassedOver: $0)
        }
      }
    }
  }

  func meaning(of end: End) -> RuleEvents.Meaning {
    guard case .outline(let id) = end else {
      return events.meaning(ofEnd: end.description, inFlow: nil)
    }
    return events.meaning(ofEnd: end.description, inFlow: program.catalogue.flow(id: id))
  }
}
