internal import FlowModel
internal import FlowRuntime

/// Follows a trace through the machine, to find a row that no run could have taken there.
///
/// A trace does not say which facts were true and when the app was in the background, so any
/// conditions may hold, and any flow may start where the run waits. A run may begin at any step.
struct TraceWalk {
  private let program: Program
  private var machine: Machine?
  private var last: Row?
  private var seen: Set<Step> = []
  /// Whether the run began in the middle, so that it is not known where it returns to.
  private var isPartial = false

  init(on program: Program) { self.program = program }

  /// Takes the next row. Returns why no run takes it there, or nil.
  mutating func take(_ row: Row) -> String? {
    let step = row.step(program.reading)
    guard row.target(program.reading) != nil else {
      return "as \(program.reading.rawValue), there is no such row"
    }
    let isHere = row.isAnywhere && machine.map { position(of: row, in: $0) != nil } ?? false
    if row.isAnywhere, !isHere {
      // It also holds in the flows that its steps call.
      isPartial = true
      machine = program.start(at: step)
    }
    guard isHere || arrive(at: step), var now = machine, let position = position(of: row, in: now)
    else {
      let after = last.map { "after `\($0.qualified)` " } ?? ""
      let place =
        machine.map {
          $0.hasEnded ? "the run has ended" : "the run is at `\($0.step.qualified)`"
        } ?? "nothing starts here"
      return "\(after)\(place)"
    }
    // Which row a result leads to may depend on facts.
    if now.need == .result, let expected = now.resultRow, expected != position,
      now.rows.allSatisfy(\.conditions.isEmpty)
    {
      return "the called flow returned what `\(now.rows[expected].qualified)` is for"
    }
    let here = now.step
    do { try now.take(position) } catch { return "it cannot be taken" }
    seen.insert(here)
    machine = now
    last = row
    return nil
  }

  /// A row that may be taken at many steps is another one at each of them.
  private func position(of row: Row, in machine: Machine) -> Int? {
    machine.rows.firstIndex { $0.original == row.original }
  }

  /// Goes to a step without taking a row: into a call, or into a flow that starts when the app returns.
  private mutating func arrive(at step: Step) -> Bool {
    guard let now = machine else {
      isPartial = step != step.flow.firstStep
      machine = program.start(at: step)
      return machine != nil
    }
    if !now.hasEnded {
      if now.step == step { return true }
      var inside = now
      while inside.step.activity == .call, !inside.hasEnded, (try? inside.enterCall()) != nil {
        guard !inside.hasEnded, inside.step == step else { continue }
        machine = inside
        return true
      }
      if step == step.flow.firstStep, now.need != .call {
        machine?.suspend(intoFlowOf: step)
        return machine?.step == step
      }
    }
    // Where Back, Resume and results lead depends on facts, and on what was before the first row: the run
    // may have begun with a call, or with the app in the background.
    guard let last, let target = last.target(program.reading) else { return false }
    let isPossible =
      switch target.kind {
      case .back: seen.contains(step) || isPartial
      case .resume: now.hasEnded
      case .result:
        now.hasEnded
          && step.callee(program.reading).flatMap(program.catalogue.flow(named:)) == last.flow
      default: false
      }
    guard isPossible else { return false }
    isPartial = true
    machine = program.start(at: step)
    return machine != nil
  }
}

extension Machine {
  /// Suspends the run, if it has not ended, and starts the flow of a step.
  fileprivate mutating func suspend(intoFlowOf step: Step) {
    do { try suspend(into: step.flow) } catch { return }
  }
}
