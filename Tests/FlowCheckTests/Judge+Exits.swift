import FlowModel
import FlowRuntime

@testable import FlowCheck

// The rules about ways out of a flow.
extension Judge {
  /// No run that is at the step ever leaves its flow.
  static let noWayOut = Judge("no-way-out") { sample, agreement in
    var arrivals: [Flow: Set<Step>] = [:]
    for move in sample.runs.moves where sample.runs.target(of: move) == .goto {
      let (from, to) = (sample.runs.machines[move.from], sample.runs.machines[move.to])
      guard !to.hasEnded, from.step.flow != to.step.flow else { continue }
      arrivals[to.step.flow, default: []].insert(to.step)
    }
    for context in sample.contexts {
      let flow = context.flow
      let entries = (flow.firstStep.map { [$0] } ?? []) + Array(arrivals[flow] ?? [])
      let runs = Exploration(sample.program, from: entries, home: flow, most: Sample.most / 2)
      // A step of the flow without rows is a matter of another rule.
      let isOut: (Int) -> Bool = { number in
        let place = runs.place(of: number)
        return runs.hasLeft[number]
          || place.rows.isEmpty && place.step.flow == flow
            && runs.machines[number].callers.isEmpty
      }
      let leads = runs.leading(to: isOut)
      let mayLead = runs.leading { isOut($0) || runs.isCut[$0] }
      var (trapped, out, unknown): (Set<Step>, Set<Step>, Set<Step>) = ([], [], [])
      for (number, machine) in runs.machines.enumerated() where !runs.hasLeft[number] {
        let step = runs.place(of: number).step
        // A run of the flow that was called by itself leaves by what it returns.
        guard step.flow == flow, machine.returned < 0, machine.callers.isEmpty else { continue }
        if leads[number] {
          out.insert(step)
        } else if mayLead[number] {
          unknown.insert(step)
        } else {
          trapped.insert(step)
        }
      }
      let reported = Set(context.steps).subtracting(WaysOut(context).steps.steps)
      agreement.compare(
        reported, of: trapped.union(out).subtracting(unknown), doneByNoneOf: out,
        isComplete: sample.runs.isComplete, sample)
    }
  }
}
