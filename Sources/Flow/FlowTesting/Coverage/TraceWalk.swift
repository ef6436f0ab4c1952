internal import FlowModel
internal import FlowRuntime

/// Follows a trace through the machine, to find a row that no run could have taken there, and an
/// end that no run has there.
///
/// A trace does not say which facts were true, so any conditions may hold. A run may begin at any
/// step.
struct TraceWalk {
  let program: Program
  private(set) var machine: Machine?
  private(set) var last: Row?
  /// The flow in which the run took its first row.
  private var root: Flow?
  private var seen: Set<Step> = []
  /// Whether the run began in the middle, so that it is not known where it returns to.
  private(set) var isPartial = false
  /// Whether it is known when the step was entered. If not, it was at the machine's time or later.
  private var isTimed = true

  /// Whether any flow may start where the run waits, although the trace does not say that it was
  /// suspended.
  private let isLenient: Bool

  init(on program: Program, isLenient: Bool) {
    self.program = program
    self.isLenient = isLenient
  }

  /// Takes the next row. Returns why no run takes it there, or nil.
  mutating func take(_ claim: TraceClaim) -> String? {
    for suspension in claim.suspensions {
      if let reason = suspend(suspension) { return reason }
    }
    let row = claim.row
    guard let target = row.target(program.reading) else {
      return "as \(program.reading.rawValue), there is no such row"
    }
    guard let (now, position) = place(claim) else {
      let after = last.map { "after `\($0.qualified)` " } ?? ""
      return after + (machine.map(TraceWalk.standing) ?? "nothing starts here")
    }
    var next = now
    if let at = claim.at { next.elapse(to: at) }
    if let reason = TraceWalk.refusal(of: claim, target, at: next) { return reason }
    if !claim.isPassedOver, let at = claim.at, let reason = lateness(of: position, at, next) {
      return reason
    }
    // Which row a result leads to may depend on facts.
    if next.need == .result, let expected = next.resultRow, expected != position,
      next.rows.allSatisfy(\.conditions.isEmpty)
    {
      return "the called flow returned what `\(next.rows[expected].qualified)` is for"
    }
    let here = next.step
    root = root ?? here.flow
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

  /// Suspends the run. Returns why no run is suspended there, or nil.
  mutating func suspend(_ suspension: TraceClaim.Suspension) -> String? {
    guard
      let first = program.catalogue.flows.lazy.compactMap(\.firstStep)
        .first(where: { $0.qualified == suspension.to })
    else { return "no flow starts at `\(suspension.to)`" }
    isTimed = suspension.at != nil
    guard var now = machine else {
      isPartial = true
      machine = program.start(at: first, clock: suspension.at ?? .min)
      return nil
    }
    if let at = suspension.at { now.elapse(to: at) }
    while now.step.activity == .call, now.returned < 0, !now.hasEnded {
      guard (try? now.enterCall()) != nil else { break }
    }
    guard !now.hasEnded, now.returned < 0, now.head.flags & Block.passes == 0,
      (try? now.suspend(into: first.flow)) != nil
    else { return "\(TraceWalk.standing(now)), where it does not wait to be suspended" }
    machine = now
    return nil
  }

  // MARK: The place of a row

  /// Where the run stands when it takes the row, and the row's position there. Nil if it cannot get
  /// there.
  private mutating func place(_ claim: TraceClaim) -> (machine: Machine, position: Int)? {
    let row = claim.row
    let claimed = claim.step.flatMap { program.catalogue.step(qualified: $0) }
    if row.isAnywhere || row.after != nil, let now = machine {
      let places = places(of: row, claimed, now)
      let inTime = places.first { place in
        var then = place.machine
        if let at = claim.at { then.elapse(to: at) }
        return claim.at.flatMap { lateness(of: place.position, $0, then) } == nil
      }
      if let place = inTime ?? places.first { return place }
    }
    let step = claimed ?? row.step(program.reading)
    if row.after != nil, let now = machine, now.callers.contains(step) || hasBegunInside(step) {
      isPartial = true
      machine = program.start(at: step, clock: .min)
    }
    if row.isAnywhere, claimed == nil {
      // It also holds in the flows that its steps call.
      isPartial = true
      machine = program.start(at: step, clock: .min)
    }
    guard arrive(at: step), let now = machine, let position = TraceWalk.position(of: row, in: now)
    else { return nil }
    return (now, position)
  }

  /// The current step if it has a row, and the calling steps if the row has a timer, since that
  /// runs while the called flow does; the innermost first.
  private func places(
    of row: Row, _ claimed: Step?, _ now: Machine
  ) -> [(machine: Machine, position: Int)] {
    var places: [(machine: Machine, position: Int)] = []
    if claimed == nil || claimed == now.step, let position = TraceWalk.position(of: row, in: now) {
      places.append((now, position))
    }
    guard !now.hasEnded, row.after != nil else { return places }
    for (index, caller) in now.callers.enumerated() where claimed == nil || claimed == caller {
      // Which row it is has to be known before the call is left.
      var (there, fired) = (now, now)
      there.prepare(for: Machine.Timer(row: -1, due: 0, callers: index + 1))
      guard let position = TraceWalk.position(of: row, in: there) else { continue }
      fired.prepare(for: Machine.Timer(row: position, due: 0, callers: index + 1))
      places.append((fired, position))
    }
    return places
  }

  /// Whether the flow in which the run took its first row may have been called from a step.
  private func hasBegunInside(_ step: Step) -> Bool {
    guard let root, var inside = program.start(at: step, clock: .min) else { return false }
    while inside.step.activity == .call, (try? inside.enterCall()) != nil, !inside.hasEnded {
      if inside.step.flow == root { return true }
    }
    return false
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
      if isLenient, step == step.flow.firstStep, now.need != .call {
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
    if let step = program.catalogue.step(qualified: name) {
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
    // Its own time may be the same or earlier, which is not known of a section or flow.
    if row.after == earlier.after, position < first.row { return nil }
    if row.after != nil, row.scope != .step { return nil }
    return "`\(earlier.qualified)` comes first, at \(first.due) ms"
  }
}

extension Catalogue {
  /// The step with a name like `UC2.3:1.4`.
  func step(qualified name: String) -> Step? {
    name.firstIndex(of: ":").flatMap {
      flow(id: String(name[..<$0]))?.step(String(name[name.index(after: $0)...]))
    }
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
