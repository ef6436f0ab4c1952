import FlowModel
import FlowRuntime

@testable import FlowCheck

// The rules about single steps and rows.
extension Judge {
  /// No run comes to the steps of which the check says so.
  static let unreachableStep = Judge("unreachable-step") { sample, agreement in
    let reached = Set(sample.checked.reached.flatMap(\.steps))
    let all = Set(sample.flows.flatMap(\.steps))
    agreement.compare(
      all.subtracting(reached), of: all, doneByNoneOf: sample.steps, sample)
  }

  /// A run stops at the step, since it can take no row there.
  static let deadEnd = Judge("dead-end") { sample, agreement in
    var stopping: Set<Step> = []
    for number in sample.runs.machines.indices {
      var machine = sample.runs.machines[number]
      guard !machine.hasEnded, machine.returned < 0 else { continue }
      if (try? machine.take(0)) == nil { stopping.insert(sample.runs.place(of: number).step) }
    }
    agreement.compare(
      sample.steps(.deadEnd), doneBy: stopping, of: sample.steps.count, sample)
  }

  /// A run that takes the row, which names a step, is at the same screen, prompt or message again.
  static let selfLoop = Judge("self-loop") { sample, agreement in
    var again: Set<Row> = []
    var possible: Set<Row> = []
    let kinds: [Target.Kind] = [.step, .section, .goto, .error]
    let shown: [Activity] = [.screen, .prompt, .notice]
    for step in sample.steps where shown.contains(step.activity) {
      guard let machine = sample.program.start(at: step) else { continue }
      for (position, row) in machine.rows.enumerated() where !row.isAnywhere {
        guard let kind = row.targetKind(sample.reading), kinds.contains(kind) else { continue }
        possible.insert(row)
        var next = machine
        if (try? next.take(position)) != nil, !next.hasEnded, next.block == machine.block {
          again.insert(row)
        }
      }
    }
    agreement.compare(sample.rows(.selfLoop), doneBy: again, of: possible.count, sample)
  }

  /// Back ends the run wherever it is taken.
  static let backWithoutScreen = Judge("back-without-screen") { sample, agreement in
    // A row that holds anywhere belongs to several steps, and each may have another screen before.
    var possible: Set<Row> = []
    var goingBack: Set<Row> = []
    for move in sample.runs.moves where sample.runs.target(of: move) == .back {
      guard let row = sample.runs.row(of: move) else { continue }
      possible.insert(row)
      if !sample.runs.machines[move.to].hasEnded { goingBack.insert(row) }
    }
    let ending = Set(possible.subtracting(goingBack).map(\.original))
    let originals = Set(possible.map(\.original))
    agreement.compare(
      sample.rows(.backWithoutScreen), of: originals,
      doneByNoneOf: originals.subtracting(ending), sample)
  }

  /// Runs count the fact and ask for it, and none resets it.
  static let counterNeverReset = Judge("counter-never-reset") { sample, agreement in
    guard sample.runs.isComplete else { return }
    let taken = sample.steps.flatMap { $0.rows(sample.reading) }
    let reset = Set(taken.flatMap(\.changes).map(\.fact.name))
    for context in sample.contexts {
      let flow = context.flow
      let steps = sample.steps.filter { $0.flow == flow }
      let counting = steps.flatMap { step in
        let answers = step.rows(sample.reading).map(\.expectedOutcome)
        return step.counts.filter { answers.contains($0.outcome) }
      }
      let counted = Set(counting.map(\.fact.name))
      let conditions = steps.flatMap { $0.rows(sample.reading) }.flatMap(\.conditions)
      let asked = Set((conditions + steps.flatMap(\.unless)).map(\.fact.name))
      let never = counted.intersection(asked).subtracting(reset)
      let findings = Findings.of(context, check: .counterNeverReset)
      let keys = Set(findings.entries.map(\.key))
      agreement.compare(keys, doneBy: never, of: counted.count, sample)
    }
  }

  /// Runs go round without anybody acting: through each row that is reported, and from each step to
  /// which they come back to a row that is.
  static let systemLoop = Judge("system-loop") { sample, agreement in
    let reported = sample.rows(.systemLoop)
    var ends: Set<Step> = []
    for row in reported {
      // A row that holds anywhere is taken at any of its steps.
      let rows = row.flow.rowsOfSteps.filter { $0.original == row && $0.has(sample.reading) }
      ends.formUnion(rows.map { $0.step(sample.reading) })
      let isRight = rows.contains {
        SilentRuns(sample.program, from: $0.step(sample.reading), taking: $0).circles
      }
      if isRight { agreement.noteFound() } else { agreement.alarm("\(row)", sample) }
    }
    for step in sample.checked.reached.flatMap(\.steps) {
      let runs = SilentRuns(sample.program, from: step)
      guard runs.circles else {
        agreement.noteSilent()
        continue
      }
      if runs.steps.isDisjoint(with: ends) { agreement.miss("\(step)", sample) }
    }
  }
}
