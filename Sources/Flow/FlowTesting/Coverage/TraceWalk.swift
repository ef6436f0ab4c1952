internal import FlowModel
internal import FlowRuntime

/// Follows a trace through the machine, to find a row that no run could have taken there, and an
/// end that no run has there.
///
/// A trace does not say which facts were true, so any conditions may hold. A run may begin at any
/// step.
struct TraceWalk {
  let program: Program
  var machine: Machine?
  var last: Row?
  /// The flow in which the run took its first row.
  var root: Flow?
  /// Whether it has taken rows of that flow only.
  var isInRoot = true
  /// Whether that flow may have been called by another one, which is not in the trace.
  var mayBeCalled = true
  var seen: Set<Step> = []
  /// Whether the run began in the middle, so that it is not known where it returns to.
  var isPartial = false
  /// Whether it is known when the step was entered. If not, it was at the machine's time or later.
  var isTimed = true
  /// Whether the last line says where its row led, so that the run is there.
  private(set) var isTold = false
  /// How the run has ended, in the words of the last line, although the machine would go on.
  var toldEnd: String?

  /// Whether any flow may start where the run waits, although the trace does not say that it was
  /// suspended.
  let isLenient: Bool

  init(on program: Program, isLenient: Bool) {
    self.program = program
    self.isLenient = isLenient
  }

  /// The walks to which the next row may lead, the likeliest first, or why no run takes it there.
  ///
  /// A trace may leave open which of several calls of a flow was left by a timer.
  func taking(_ claim: TraceClaim) -> (walks: [TraceWalk], reason: String) {
    var start = self
    for suspension in claim.suspensions {
      if let reason = start.suspend(suspension) { return ([], reason) }
    }
    if let toldEnd { return ([], "the run has ended with `\(toldEnd)`") }
    guard let target = claim.row.target(program.reading) else {
      return ([], "as \(program.reading.rawValue), there is no such row")
    }
    let places = start.places(of: claim)
    var walks: [TraceWalk] = []
    var reason: String?
    for place in places {
      var walk = start
      if let found = walk.take(claim, to: target, at: place) {
        reason = reason ?? found
      } else {
        walks.append(walk)
      }
    }
    if let reason { return (walks, reason) }
    let after = last.map { "after `\($0.qualified)` " } ?? ""
    return (walks, after + (start.machine.map(TraceWalk.standing) ?? "nothing starts here"))
  }

  /// Takes a row where the run may stand. Returns why no run takes it there, or nil.
  private mutating func take(
    _ claim: TraceClaim, to target: Target, at place: (machine: Machine, position: Int)
  ) -> String? {
    let (row, position) = (claim.row, place.position)
    var next = place.machine
    if let at = claim.at { next.elapse(to: at) }
    if let reason = TraceWalk.refusal(of: claim, target, at: next) { return reason }
    if claim.isPassedOver, position != 0 {
      return "`\(next.rows[0].qualified)` is taken when its step is passed over"
    }
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
    if here.flow != root { isInRoot = false }
    switch target.kind.destination {
    case .flow: if next.frame < 0 { mayBeCalled = false }
    // These may lead back to before the flow was left.
    case .screen, .suspension: mayBeCalled = true
    case .step, .itself, .errorFlow, .caller, .end: break
    }
    do {
      if claim.isPassedOver { try next.passOver() } else { try next.take(position) }
    } catch { return "it cannot be taken" }
    seen.insert(here)
    isTimed = claim.at != nil
    isTold = claim.to != nil
    machine = next
    last = row
    guard let to = claim.to, to != next.end?.description ?? next.step.qualified,
      !arrive(atPlace: to, after: target)
    else { return nil }
    return "it leads to `\(next.end?.description ?? next.step.qualified)`, not to `\(to)`"
  }

  /// Where a run stands, in a sentence.
  static func standing(_ machine: Machine) -> String {
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
      (isPartial, mayBeCalled) = (true, false)
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

  /// Whether everything that may follow is the same as after another walk.
  func isSame(as other: TraceWalk) -> Bool {
    program.reading == other.program.reading && last == other.last && root == other.root
      && isInRoot == other.isInRoot && mayBeCalled == other.mayBeCalled && seen == other.seen
      && isPartial == other.isPartial && isTimed == other.isTimed && isTold == other.isTold
      && toldEnd == other.toldEnd && machine?.placement == other.machine?.placement
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

extension Machine {
  /// Where a run stands, with everything that its way there has left.
  fileprivate struct Placement: Equatable {
    let numbers: [Int64]
    let end: End.Kind
    let facts: [UInt8]
    let history: [HistoryEntry]
    let times: [ScopeTimes]
  }

  fileprivate var placement: Placement {
    Placement(
      numbers: [
        Int64(block), Int64(frame), Int64(returned), clock, enteredAt, Int64(endArgument),
      ], end: endKind, facts: factValues, history: Array(history),
      times: Array(times.prefix(history.count + 1)))
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
  var isSkippable: Bool { !unless.isEmpty }
}
