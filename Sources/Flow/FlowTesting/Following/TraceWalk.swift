internal import FlowModel
internal import FlowRuntime

/// One way in which the run of a trace is possible: where it stands after the lines that were read,
/// and what the trace leaves open of its past.
///
/// Which rows may follow is said by ``RunMoves``. A trace does not say which facts were true, and
/// may begin at any step.
struct TraceWalk {
  static let moves = RunMoves(factsAreOpen: true)

  let program: Program
  /// Whether any flow may start where the run waits, although the trace does not say that it was
  /// suspended.
  let isLenient: Bool
  /// Nil before the first row.
  var machine: Machine?
  private(set) var last: Row?
  var seen: Set<Step> = []
  /// The flow in which the run took its first row, and whether it has taken rows of that one only.
  var root: Flow?
  var isInRoot = true
  /// Whether something was before the first row, so that it is not known where Back leads.
  var isPartial = false
  /// Whether it is known when the step was entered. If not, it was at the machine's time or later.
  var isTimed = true
  /// Whether the last line says where its row led, so that the run is there.
  var isTold = false
  /// How the run has ended, in the words of the last line, although the machine would go on.
  var toldEnd: String?

  init(on program: Program, isLenient: Bool) {
    (self.program, self.isLenient) = (program, isLenient)
  }

  // MARK: A row

  /// The walks to which the next row may lead, or why no run takes it there.
  ///
  /// A trace may leave open which of several calls of a flow was left by a timer.
  func taking(_ claim: TraceClaim) -> (walks: [TraceWalk], reason: String) {
    var start = self
    for suspension in claim.suspensions {
      if let reason = start.suspend(suspension) { return ([], reason) }
    }
    if let toldEnd { return ([], "the run has ended with `\(toldEnd)`") }
    guard claim.row.target(program.reading) != nil else {
      return ([], "as \(program.reading.rawValue), there is no such row")
    }
    var walks: [TraceWalk] = []
    var reason: String?
    for (walk, move) in start.ways(to: claim) {
      if let found = walk.refusal(of: claim, move) {
        reason = reason ?? found
      } else if let next = walk.after(claim, move) {
        walks.append(next)
      } else {
        let name = TraceWalk.name(move.next)
        reason = reason ?? "it leads to `\(name)`, not to `\(claim.to ?? "")`"
      }
    }
    if !walks.isEmpty || reason != nil { return (walks, reason ?? "") }
    return ([], (last.map { "after `\($0.qualified)` " } ?? "") + start.place)
  }

  /// The moves that are the row of a line, each with the walk from which it is made.
  private func ways(to claim: TraceClaim) -> [(walk: TraceWalk, move: RunMoves.Move)] {
    let step = claim.step.flatMap { program.catalogue.step(qualified: $0) }
    if let machine {
      let ways = TraceWalk.moves.entered(machine).flatMap { moves(of: claim, at: $0, step) }
      if !ways.isEmpty { return ways.map { (self, $0) } }
    }
    return beginnings(before: claim.row, at: step).flatMap { walk in
      walk.machine.map { place in walk.moves(of: claim, at: place, step).map { (walk, $0) } } ?? []
    }
  }

  /// A row that may be taken at many steps is another one at each of them.
  private func moves(
    of claim: TraceClaim, at place: Machine, _ step: Step?
  ) -> [RunMoves.Move] {
    var now = place
    if let at = claim.at { now.elapse(to: at) }
    return TraceWalk.moves.moves(of: now).filter { move in
      move.cell >= 0 && program.row(ofCell: move.cell).original == claim.row.original
        && (step == nil || move.machine.step == step)
    }
  }

  /// The walks that stand where the row may be taken although the machine does not lead there,
  /// since that depends on facts or on what was before the first row.
  private func beginnings(before row: Row, at claimed: Step?) -> [TraceWalk] {
    let step = claimed ?? row.step(program.reading)
    if row.isAnywhere, claimed == nil { return [begun(at: step)].compactMap(\.self) }
    if row.after != nil, mayHaveBegun(inside: step) { return [begun(at: step)].compactMap(\.self) }
    return [standing(at: step)].compactMap(\.self)
  }

  /// Whether the run may have begun in a flow that this step has called.
  private func mayHaveBegun(inside step: Step) -> Bool {
    guard let machine, step.activity == .call else { return false }
    return !machine.history.contains { $0.kind == .departure || $0.kind == .suspension }
  }

  /// The walk after a row. Nil if that cannot have led where its line says.
  private func after(_ claim: TraceClaim, _ move: RunMoves.Move) -> TraceWalk? {
    var walk = self
    let here = move.machine.step
    walk.root = root ?? here.flow
    if here.flow != walk.root { walk.isInRoot = false }
    walk.seen.insert(here)
    (walk.isTimed, walk.isTold) = (claim.at != nil, false)
    (walk.machine, walk.last) = (move.next, claim.row)
    guard let to = claim.to else { return walk }
    if to != TraceWalk.name(move.next) {
      if let step = program.catalogue.step(qualified: to) {
        guard let returned = walk.returned(to: step) else { return nil }
        walk = returned
      } else {
        // Facts may let Back pass over the screens to which it would lead. What was before the
        // first row cannot end a run that has somewhere to return to.
        let kind = claim.row.target(program.reading)?.kind.destination
        guard kind == .screen, to == "back", walk.seen.contains(where: \.isSkippable) else {
          return nil
        }
        walk.toldEnd = to
      }
    }
    walk.isTold = true
    return walk
  }

  // MARK: What a line says

  /// Why a line cannot be true of a row.
  private func refusal(of claim: TraceClaim, _ move: RunMoves.Move) -> String? {
    let (row, here) = (claim.row, move.machine.step)
    guard let target = row.target(program.reading) else { return "it is of the other reading" }
    if let next = claim.next, next != target.description {
      return "as \(program.reading.rawValue), it leads to `\(target)`, not to `\(next)`"
    }
    if let step = claim.step, step != here.qualified {
      return "the run is at `\(here.qualified)`, not at `\(step)`"
    }
    if let answer = claim.answer, answer != row.answer { return "it does not answer `\(answer)`" }
    if claim.isPassedOver != move.isPassedOver {
      if !here.isSkippable { return "`\(here.qualified)` is never passed over" }
      return "`\(move.machine.rows[0].qualified)` is taken when its step is passed over"
    }
    if !claim.isPassedOver, let at = claim.at, let reason = lateness(of: move, at) {
      return reason
    }
    return nil
  }

  /// Why a row cannot be taken at a time.
  private func lateness(of move: RunMoves.Move, _ at: Int64) -> String? {
    let row = program.row(ofCell: move.cell)
    if row.outcome == nil, let due = move.due, due > at {
      return "its time comes at \(due) ms, and it was taken at \(at) ms"
    }
    // A timer of the step itself comes first, whatever the facts are.
    let position = Int(move.cell - move.machine.block)
    guard isTimed, let first = move.machine.timer, first.callers == 0, first.row != position,
      first.due > .min / 2, first.due <= at
    else { return nil }
    let earlier = move.machine.rows[first.row]
    guard earlier.scope == .step, earlier.conditions.isEmpty else { return nil }
    // Its own time may be the same or earlier, which is not known of a section or flow.
    if row.after == earlier.after, position < first.row { return nil }
    if row.after != nil, row.scope != .step { return nil }
    return "`\(earlier.qualified)` comes first, at \(first.due) ms"
  }

  /// Where the run is after a row, in the words of a trace.
  private static func name(_ machine: Machine) -> String {
    machine.end?.description ?? machine.step.qualified
  }

  /// Where the run stands, in a sentence.
  var place: String {
    guard let machine else { return "nothing starts here" }
    if machine.hasEnded { return "the run has ended" }
    let result = machine.result.map { ", to which `\($0)` was returned" } ?? ""
    return "the run is at `\(machine.step.qualified)`\(result)"
  }

  /// Whether everything that may follow is the same as after another walk.
  func isSame(as other: TraceWalk) -> Bool {
    program.reading == other.program.reading && last == other.last && root == other.root
      && isInRoot == other.isInRoot && seen == other.seen && isPartial == other.isPartial
      && isTimed == other.isTimed && isTold == other.isTold && toldEnd == other.toldEnd
      && machine?.placement == other.machine?.placement
  }
}
