import FlowModel
import FlowRuntime

@testable import FlowCheck

// The rules about calls and what they return.
extension Judge {
  /// From the use cases and the flows that are reported, runs come to all flows; without one of
  /// those that are reported, they do not.
  static let unreachableFlow = Judge("unreachable-flow") { sample, agreement in
    // A step that no run comes to is reported itself, and not what it leads to.
    var next: [Flow: Set<Flow>] = [:]
    for flow in sample.flows {
      for step in flow.steps {
        guard let machine = sample.program.start(at: step) else { continue }
        for position in -1..<machine.rows.count {
          var run = machine
          do {
            if position < 0 { try run.enterCall() } else { try run.take(position) }
          } catch {
            continue
          }
          if !run.hasEnded { next[flow, default: []].insert(run.step.flow) }
        }
      }
    }
    func led(from first: Set<Flow>) -> Set<Flow> {
      var found = first
      var waiting = Array(first)
      while let flow = waiting.popLast() {
        for flow in next[flow] ?? [] where found.insert(flow).inserted { waiting.append(flow) }
      }
      return found
    }
    let all = Set(sample.flows)
    let useCases = all.filter { $0.kind == .useCase }
    let reported = all.intersection(
      sample.findings(.unreachableFlow).compactMap { entry in
        if case .flow(let flow) = entry.part { flow } else { nil }
      })
    for flow in all.subtracting(led(from: useCases.union(reported))) {
      agreement.miss(flow.id, sample)
    }
    for flow in reported {
      if led(from: useCases.union(reported).subtracting([flow])).contains(flow) {
        agreement.alarm(flow.id, sample)
      } else {
        agreement.noteFound()
      }
    }
    agreement.noteSilent(all.subtracting(useCases).subtracting(reported).count)
  }

  /// A run that was called takes the `goto`, and then has no caller.
  static let abandonedCaller = Judge("abandoned-caller") { sample, agreement in
    var leaving: Set<Row> = []
    var possible: Set<Row> = []
    for move in sample.runs.moves where sample.runs.target(of: move) == .goto {
      guard let row = sample.runs.row(of: move), row.flow.kind == .partialFlow else { continue }
      possible.insert(row.original)
      let (machine, next) = (sample.runs.machines[move.from], sample.runs.machines[move.to])
      guard machine.frame >= 0, machine.history[Int(machine.frame)].kind == .call,
        next.hasEnded || next.callers.isEmpty
      else { continue }
      leaving.insert(row.original)
    }
    agreement.compare(
      sample.rows(.abandonedCaller), doneBy: leaving, of: possible.count, sample)
  }

  /// A timer of a calling step runs out while the called flow runs, which then has lost its caller;
  /// and a step of the same flow waits without a timer.
  static let timerAtCall = Judge("timer-at-call") { sample, agreement in
    var abandoning: Set<Row> = []
    var waiting: Set<Flow> = []
    var possible = 0
    for step in sample.steps {
      guard let machine = sample.program.start(at: step) else { continue }
      if step.activity == .await {
        let hasTimer = machine.rows.enumerated().contains { position, row in
          sample.machine(machine, allowing: row).timer(ofRow: position) != nil
        }
        if !hasTimer { waiting.insert(step.flow) }
      }
      for (position, row) in machine.rows.enumerated()
      where row.after != nil && !row.isAnywhere && step.activity == .call {
        possible += 1
        var run = sample.machine(machine, allowing: row)
        guard (try? run.enterCall()) != nil else { continue }
        // A flow that is not written yet is called even so.
        guard !run.hasEnded else {
          abandoning.insert(row)
          continue
        }
        guard let timer = run.callerTimer(ofRow: row.qualified), timer.row == position else {
          continue
        }
        run.elapse(to: timer.due)
        run.prepare(for: timer)
        if run.step == step, run.callers.isEmpty, (try? run.take(position)) != nil {
          abandoning.insert(row)
        }
      }
    }
    agreement.compare(
      sample.rows(.timerAtCall), doneBy: abandoning.filter { waiting.contains($0.flow) },
      of: possible, sample)
  }

  /// A run comes back to the call with a result for which the step has no row.
  static let resultUnhandled = results("result-unhandled", .resultUnhandled) {
    step, results, reading in
    let handled = step.rows(reading).compactMap(\.expectedOutcome)
    return results.subtracting(handled).map { "\(step.qualified) \($0)" }
  }

  /// No run comes back with the result for which the row is, or not with the name that the row has
  /// for it.
  static let resultNotReturned = results("result-not-returned", .resultNotReturned) {
    step, results, reading in
    step.rows(reading).filter { row in
      guard let outcome = row.expectedOutcome, row.kind == .result else { return false }
      return !results.contains(outcome) || !results.contains(row.label)
    }.map(\.qualified)
  }

  /// - Parameter expected: what is to be reported at a call, given the results with which runs come
  ///   back.
  private static func results(
    _ rule: String, _ check: Check,
    _ expected: @escaping @Sendable (Step, Set<String>, Reading) -> [String]
  ) -> Judge {
    Judge(rule) { sample, agreement in
      guard sample.runs.isComplete else { return }
      var returned: [Step: Set<String>] = [:]
      for (number, machine) in sample.runs.machines.enumerated()
      where !machine.hasEnded && machine.returned >= 0 {
        returned[sample.runs.place(of: number).step, default: []].insert(machine.result ?? "")
      }
      let found = sample.findings(check).map { entry in
        entry.part.qualified + (entry.key.isEmpty ? "" : " \(entry.key)")
      }
      var wanted: Set<String> = []
      var possible = 0
      for step in sample.steps where step.activity == .call {
        let callee = step.callee(sample.reading).flatMap { sample.catalogue.flow(named: $0) }
        guard let callee, !callee.isOutline else { continue }
        possible += step.rows(sample.reading).count
        wanted.formUnion(expected(step, returned[step] ?? [], sample.reading))
      }
      agreement.compare(Set(found), doneBy: wanted, of: possible, sample)
    }
  }

  /// No run takes a row that returns the result.
  static let resultNeverReturned = Judge("result-never-returned") { sample, agreement in
    var given: Set<String> = []
    for step in sample.steps {
      for row in step.rows(sample.reading) {
        guard let target = row.target(sample.reading), target.kind == .result else { continue }
        given.insert("\(step.flow.id) \(target.name)")
      }
    }
    let declared = sample.flows.flatMap { flow in flow.results.map { "\(flow.id) \($0)" } }
    let found = sample.findings(.resultNeverReturned).map { "\($0.part.qualified) \($0.key)" }
    agreement.compare(Set(found), of: Set(declared), doneByNoneOf: given, sample)
  }
}
