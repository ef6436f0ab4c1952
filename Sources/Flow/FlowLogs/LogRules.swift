package import FlowModel
package import FlowProof
package import FlowRuntime
internal import FlowTesting

/// Judges the runs of a log by house rules, over what the app did: rows that it took although the
/// flows do not have them there count, and rows of the user that it left out do not.
package struct LogRules: Sendable {
  /// A rule that runs have broken.
  package struct Broken: Hashable, Sendable {
    /// The rule.
    package let rule: BrokenRule
    /// The row with which it was broken. Nil at the beginning.
    package let row: Row?
  }

  private let start: RuleGuard

  /// - Throws: ``RuleGuard/Problem`` if a rule speaks of something that no flow has.
  package init(_ rules: [HouseRule], on program: Program) throws(RuleGuard.Problem) {
    start = try RuleGuard(rules, on: program, whenBroken: .report { _ in })
  }

  /// The rules that a run has broken.
  func broken(
    by run: EventLog.Case, _ alignment: Alignment, _ aligner: Aligner
  ) -> [Broken] {
    guard let first = alignment.moves.first else { return [] }
    var walk = Walk(rules: start, machine: aligner.machine(inState: first.state))
    walk.enter(walk.machine, row: nil)
    for (number, move) in alignment.moves.enumerated() {
      let before = aligner.machine(inState: move.state)
      switch move.kind {
      case .both, .filled:
        guard let made = RunMoves().moves(of: before).first(where: { $0.cell == move.cell }) else {
          continue
        }
        // Nobody knows what has happened in a call that was left out as a whole.
        if made.skipsCall { return walk.found }
        walk.take(made, aligner.program)
      case .silent:
        guard number + 1 < alignment.moves.count else { continue }
        walk.enter(aligner.machine(inState: alignment.moves[number + 1].state), row: walk.row)
      case .log:
        guard let row = aligner.row(of: run.events[Int(move.event)]) else { continue }
        walk.jump(to: row, with: before, aligner.program)
      case .flows, .end: continue
      }
    }
    return walk.found
  }

  /// A run as the rules see it.
  private struct Walk {
    var rules: RuleGuard
    /// Where the rules have seen it go.
    var machine: Machine
    var row: Row?
    var found: [Broken] = []

    init(rules: RuleGuard, machine: Machine) { (self.rules, self.machine) = (rules, machine) }

    mutating func enter(_ next: Machine, row: Row?) {
      _ = rules.enter(next)
      note(next, row)
    }

    mutating func take(_ move: RunMoves.Move, _ program: Program) {
      // A row was left out, or another one was taken.
      if machine.place != move.machine.place { rules.arrive(at: move.machine) }
      let position = Int(move.cell - move.machine.block)
      _ = rules.take(
        position, isPassedOver: move.isPassedOver, before: move.machine, after: move.next)
      note(move.next, program.row(ofCell: move.cell).original)
    }

    /// The app has taken a row that the flows do not have there.
    mutating func jump(to row: Row, with facts: Machine, _ program: Program) {
      guard var before = program.start(at: row.step(program.reading)) else { return }
      before.facts = facts.facts
      let position = before.rows.firstIndex { $0.original == row.original }
      guard let position else { return }
      var next = before
      do { try next.take(position) } catch { return }
      if machine.place != before.place { rules.arrive(at: before) }
      _ = rules.take(position, isPassedOver: false, before: before, after: next)
      note(next, row.original)
    }

    private mutating func note(_ next: Machine, _ row: Row?) {
      (machine, self.row) = (next, row)
      found += rules.reported.dropFirst(found.count).map { Broken(rule: $0, row: row) }
    }
  }
}

extension Machine {
  /// The block where it stands; below 0 if it has ended.
  fileprivate var place: Int32 { hasEnded ? -1 - block : block }
}
