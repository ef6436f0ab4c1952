internal import FlowModel
internal import FlowRuntime

/// Follows a trace through the machine, to find a row that no run could have taken there, and an
/// end that no run has there.
///
/// A trace does not say which facts were true and when the app was in the background, so any
/// conditions may hold, and any flow may start where the run waits. A run may begin at any step.
struct TraceWalk {
  let program: Program
  private(set) var machine: Machine?
  private(set) var last: Row?
  private var seen: Set<Step> = []
  /// Whether the run began in the middle, so that it is not known where it returns to.
  private(set) var isPartial = false
  /// Whether it is known when the step was entered. If not, it was at the machine's time or later.
  private var isTimed = true

  init(on program: Program) { self.program = program }

  /// Takes the next row. Returns why no run takes it there, or nil.
  mutating func take(_ claim: TraceClaim) -> String? {
    let row = claim.row
    guard let target = row.target(program.reading) else {
      return "as \(program.reading.rawValue), there is no such row"
    }
    guard let (now, position) = place(row) else {
      let after = last.map { "after `\($0.qualified)` " } ?? ""
      return after + (machine.map(TraceWalk.standing) ?? "nothing starts here")
    }
    var next = now
    if let at = claim.at { next.elapse(to: at) }
    if let reason = TraceWalk.refusal(of: claim, target, at: next) { return reason }
    if let at = claim.at, let reason = lateness(of: position, at, next) { return reason }
    // Which row a result leads to may depend on facts.
    if next.need == .result, let expected = next.resultRow, expected != position,
      next.rows.allSatisfy(\.conditions.isEmpty)
    {
      return "the called flow returned what `\(next.rows[expected].qualified)` is for"
    }
    let here = next.step
    do {
      if claim.isPassedOver { try next.passOver() } else { try next.take(position) }
    } catch { return "it cannot be taken" }
    seen.insert(here)
    isTimed = claim.at != nil
    machine = next
    last = row
    guard let to = claim.to, to != next.end?.description ?? next.step.qualified,
      !arrive(atPlace: to, after: target)
    else { return nil }
    return "it leads to `\(next.end?.description ?? next.step.qualified)`, not to `\(to)`"
  }

  /// Where a run stands, in a sentence.
  private static func standing(_ machine: Machine) -> String {
    machine.hasEnded ? "the run has ended" : "the run is at `\(machine.step.qualified)`"
  }

  // MARK: The place of a row

  /// Where the run stands when it takes the row, and the row's position there. Nil if it cannot get
  /// there.
  private mutating func place(_ row: Row) -> (machine: Machine, position: Int)? {
    if row.isAnywhere || row.after != nil, let now = machine {
      if let position = TraceWalk.position(of: row, in: now) { return (now, position) }
      // The timer of a call runs while the called flow does.
      if !now.hasEnded, let timer = now.callerTimer(ofRow: row.qualified) {
        var caller = now
        caller.prepare(for: timer)
        return (caller, timer.row)
      }
    }
    let step = row.step(program.reading)
    if row.after != nil, let now = machine, now.callers.contains(step) {
      isPartial = true
      machine = program.start(at: step, clock: .min)
    }
    if row.isAnywhere {
      // It also holds in the flows that its steps call.
      isPartial = true
      machine = program.start(at: step, clock: .min)
    }
    guard arrive(at: step), let now = machine, let position = TraceWalk.position(of: row, in: now)
    else { return nil }
    return (now, position)
  }

  /// A row that may be taken at many steps is another one at each of them.
  private static func position(of row: Row, in machine: Machine) -> Int? {
    machine.rows.firstIndex { $0.original == row.original }
  }

  /// Goes to a step without taking a row: into a call, or into a flow that starts when the app
  /// returns.
  mutating func arrive(at step: Step) -> Bool {
    guard let now = machine else {
      isPartial = step != step.flow.firstStep
      machine = program.start(at: step, clock: .min)
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
        isTimed = false
        return machine?.step == step
      }
    }
    return returns(to: step, from: now)
  }

  /// Whether the run may have returned to a step by the last row.
  ///
  /// Where Back, Resume and results lead depends on facts, and on what was before the first row:
  /// the run may have begun with a call, or with the app in the background.
  private mutating func returns(to step: Step, from now: Machine) -> Bool {
    guard let last, let target = last.target(program.reading) else { return false }
    let isPossible =
      switch target.kind {
      case .back: seen.contains(step) || isPartial
      case .resume: now.hasEnded
      case .result:
        now.hasEnded
          && step.callee(program.reading).flatMap(program.catalogue.flow(named:)) == last.flow
      case .step, .section, .goto, .end, .stay, .error: false
      }
    guard isPossible else { return false }
    isPartial = true
    machine = program.start(at: step, clock: .min)
    return machine != nil
  }

  /// Goes where a line says that its row led, although the machine would not: the names of a step,
  /// or of an end.
  private mutating func arrive(atPlace name: String, after target: Target) -> Bool {
    guard let machine else { return false }
    if let colon = name.firstIndex(of: ":"),
      let flow = program.catalogue.flow(id: String(name[..<colon])),
      let step = flow.step(String(name[name.index(after: colon)...]))
    {
      return returns(to: step, from: machine)
    }
    // What ends the run depends on what was before its first row, and Back also on facts.
    switch target.kind {
    case .back: return name == "back" && (isPartial || seen.contains { $0.isSkippable })
    case .resume, .result: return isPartial && name == target.description
    case .step, .section, .goto, .end, .stay, .error: return false
    }
  }

  // MARK: What a line says

  /// Why a line cannot be true of a row, wherever the run came from.
  private static func refusal(
    of claim: TraceClaim, _ target: Target, at machine: Machine
  ) -> String? {
    let reading = machine.program.reading.rawValue
    if let next = claim.next, next != target.description {
      return "as \(reading), it leads to `\(target)`, not to `\(next)`"
    }
    if let step = claim.step, step != machine.step.qualified {
      return "the run is at `\(machine.step.qualified)`, not at `\(step)`"
    }
    if let answer = claim.answer, answer != claim.row.answer {
      return "it does not answer `\(answer)`"
    }
    if claim.isPassedOver, !machine.step.isSkippable {
      return "`\(machine.step.qualified)` is never passed over"
    }
    return nil
  }

  /// Why a row cannot be taken at a time.
  private func lateness(of position: Int, _ at: Int64, _ machine: Machine) -> String? {
    let row = machine.rows[position]
    if row.after != nil, row.outcome == nil, let own = machine.timer(ofRow: position), own.due > at
    {
      return "its time comes at \(own.due) ms, and it was taken at \(at) ms"
    }
    // A timer of the step itself comes first, whatever the facts are.
    guard isTimed, let first = machine.timer, first.callers == 0, first.row != position,
      first.due > .min / 2, first.due <= at
    else { return nil }
    let earlier = machine.rows[first.row]
    guard earlier.scope == .step, earlier.conditions.isEmpty else { return nil }
    return "`\(earlier.qualified)` comes first, at \(first.due) ms"
  }
}

extension Step {
  /// Whether a run may pass over the step.
  fileprivate var isSkippable: Bool { !unless.isEmpty }
}

extension Machine {
  /// Suspends the run, if it has not ended, and starts the flow of a step.
  fileprivate mutating func suspend(intoFlowOf step: Step) {
    do { try suspend(into: step.flow) } catch { return }
  }
}
