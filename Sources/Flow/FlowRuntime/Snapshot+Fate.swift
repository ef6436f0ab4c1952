public import FlowModel

/// What becomes of a saved run when it is restored on newer flows.
public enum SnapshotFate: Sendable {
  /// It goes on at the same step.
  case stays(Step)
  /// It goes on at the same step, which has another id.
  case renumbered(Step)
  /// It can go on at this step, but something has changed that somebody must be told.
  case changed(Step, SnapshotError)
  /// It cannot go on.
  case lost(SnapshotError)

  /// The step where the run can go on. Nil if it is lost.
  public var step: Step? {
    switch self {
    case .stays(let step), .renumbered(let step), .changed(let step, _): step
    case .lost: nil
    }
  }

  /// What has changed. Nil for a run that goes on as it was.
  public var reason: SnapshotError? {
    switch self {
    case .stays, .renumbered: nil
    case .changed(_, let reason), .lost(let reason): reason
    }
  }
}

extension Snapshot {
  /// What becomes of the run on a program: what `flowrun migrate` says of a saved run.
  public func fate(on program: Program) -> SnapshotFate {
    do throws(SnapshotError) {
      let step = try machine(on: program).step
      return step.qualified == stepID ? .stays(step) : .renumbered(step)
    } catch {
      let step = try? machine(on: program, acceptingChanges: true).step
      return step.map { .changed($0, error) } ?? .lost(error)
    }
  }
}
