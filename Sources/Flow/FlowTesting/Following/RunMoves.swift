package import FlowModel
package import FlowRuntime

/// What may happen next to a run: the rows of its step, a call that is entered, timers of the step
/// and of those that have called it. Whoever follows a log asks this, and nobody else knows it.
///
/// Time is not judged: a timer may run out wherever no other timer that began together with it
/// comes first.
package struct RunMoves: Sendable {
  /// Something that happens to a run.
  package struct Move: Sendable {
    /// The run at the step of the row, when that is taken.
    package let machine: Machine
    /// The run after it.
    package let next: Machine
    /// The index of the row's cell. -1 for a call that is entered.
    package let cell: Int32
    /// When the timer of the row has run out. Nil if it has none, or facts hold it back.
    package var due: Int64?
    /// Whether the step is passed over.
    package var isPassedOver = false
    /// Whether the system takes the row by itself, so that an app need not log it.
    package var isHidden = false
    /// Whether it takes the place of a call that was not entered.
    package var skipsCall = false
  }

  /// Whether nobody knows which facts are true, so that any conditions may hold.
  package let factsAreOpen: Bool

  package init(factsAreOpen: Bool = false) { self.factsAreOpen = factsAreOpen }

  /// What may happen now.
  package func moves(of machine: Machine) -> [Move] {
    switch machine.need {
    case .end: return []
    case .result: return results(machine)
    case .passOver: return passOver(machine) + (factsAreOpen ? waiting(machine) : [])
    case .call, .event:
      let isOpen = factsAreOpen && machine.step.isSkippable
      return (isOpen ? passOver(machine) : []) + waiting(machine)
    }
  }

  /// The run, and the same in each of the calls that its step makes, the outermost first.
  package func entered(_ machine: Machine) -> [Machine] {
    var places = [machine]
    var inside = machine
    while inside.step.activity == .call, inside.returned < 0,
      (try? inside.enterCall()) != nil
    {
      places.append(inside)
    }
    return places
  }

  /// The run after it was suspended for another flow. Nil where it does not wait.
  package func suspended(_ machine: Machine, into flow: Flow) -> Machine? {
    var next = machine
    let waits =
      factsAreOpen
      ? !machine.hasEnded && machine.returned < 0 && machine.step.activity != .call
        && machine.head.flags & Block.passes == 0
      : machine.waits
    guard waits, (try? next.suspend(into: flow)) != nil else { return nil }
    return next
  }

  // MARK: By what the machine needs

  private func passOver(_ machine: Machine) -> [Move] {
    var next = machine
    guard (try? next.passOver()) != nil else { return [] }
    return [
      Move(machine: machine, next: next, cell: machine.block, isPassedOver: true, isHidden: true)
    ]
  }

  /// Which of the rows for a result it is may depend on facts.
  private func results(_ machine: Machine) -> [Move] {
    let rows = machine.rows
    let positions =
      factsAreOpen
      ? rows.indices.filter { rows[$0].expectedOutcome == machine.result }
      : machine.resultRow.map { [$0] } ?? []
    return positions.compactMap { take($0, of: machine, isHidden: true) }
  }

  private func waiting(_ machine: Machine) -> [Move] {
    machine.step.activity == .call ? calls(machine) : events(machine) + callersTimers(machine)
  }

  private func calls(_ machine: Machine) -> [Move] {
    var moves: [Move] = []
    var inside = machine
    let isWritten = (try? inside.enterCall()) != nil && !inside.hasEnded
    if isWritten { moves.append(Move(machine: machine, next: inside, cell: -1, isHidden: true)) }
    // A flow that is not written yet may return anything.
    let rows = machine.rows
    for position in rows.indices where factsAreOpen || rows[position].after == nil {
      guard var move = take(position, of: machine, isHidden: true) else { continue }
      move.skipsCall = isWritten
      moves.append(move)
    }
    return moves
  }

  private func events(_ machine: Machine) -> [Move] {
    let rows = machine.rows
    return rows.enumerated().compactMap { position, row in
      guard factsAreOpen || machine.allows(position) else { return nil }
      guard row.after != nil, row.outcome == nil else {
        return take(position, of: machine, isHidden: RunMoves.isHidden(row, at: machine.step))
      }
      let timer = machine.timer(ofRow: position)
      if factsAreOpen {
        return fire(timer ?? Machine.Timer(row: position, due: .min, callers: 0), of: machine)
      }
      guard let timer, !isLate(position, rows, machine) else { return nil }
      return fire(timer, of: machine)
    }
  }

  private func callersTimers(_ machine: Machine) -> [Move] {
    guard machine.frame >= 0, factsAreOpen || machine.waits else { return [] }
    guard factsAreOpen else {
      return machine.timers.filter { $0.callers > 0 }.compactMap { fire($0, of: machine) }
    }
    let timers = machine.callers.enumerated().flatMap { index, caller in
      caller.rows(machine.program.reading).enumerated().filter { $0.element.after != nil }.map {
        Machine.Timer(row: $0.offset, due: .min, callers: index + 1)
      }
    }
    return timers.compactMap { fire($0, of: machine) }
  }

  /// Whether another timer that began together with a row's always comes before it.
  private func isLate(_ position: Int, _ rows: [Row], _ machine: Machine) -> Bool {
    let row = rows[position]
    return rows.indices.contains { other in
      guard other != position, let after = rows[other].after, let own = row.after,
        rows[other].scope == row.scope, rows[other].restarts == row.restarts,
        machine.timer(ofRow: other) != nil
      else { return false }
      return (after, other) < (own, position)
    }
  }

  private func take(_ position: Int, of machine: Machine, isHidden: Bool) -> Move? {
    var next = machine
    guard (try? next.take(position)) != nil else { return nil }
    return Move(
      machine: machine, next: next, cell: machine.block + Int32(position), isHidden: isHidden)
  }

  private func fire(_ timer: Machine.Timer, of machine: Machine) -> Move? {
    var there = machine
    there.elapse(to: timer.due)
    there.prepare(for: timer)
    guard var move = take(timer.row, of: there, isHidden: false) else { return nil }
    if timer.due > .min { move.due = timer.due }
    return move
  }

  /// Whether the system takes a row by itself, so that the log of an app may lack it.
  private static func isHidden(_ row: Row, at step: Step) -> Bool {
    switch row.kind {
    case .user: false
    case .case, .result, .error: true
    case .own, .event, .extension:
      step.activity.isPassing || step.action != nil || step.activity == .call
    }
  }
}

extension Step {
  /// Whether a run may pass over the step.
  package var isSkippable: Bool { !unless.isEmpty }
}

extension Program {
  /// The row of a cell.
  package func row(ofCell cell: Int32) -> Row { row(tables.cells[Int(cell)].number) }
}
