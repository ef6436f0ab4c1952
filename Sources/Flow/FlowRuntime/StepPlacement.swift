public import FlowModel

/// Where a run that waited at a step of older flows goes on.
public enum StepPlacement: Hashable, Sendable {
  /// The step is there as it was.
  case stays(Step)
  /// It has another id now.
  case renumbered(Step)
  /// It is there, and its words or what can happen there are others.
  case changed(Step, SnapshotChange)
  /// It is not there any more.
  case lost(SnapshotChange)

  /// The step now. Nil if it is lost.
  public var step: Step? {
    switch self {
    case .stays(let step), .renumbered(let step), .changed(let step, _): step
    case .lost: nil
    }
  }

  /// What has changed; nil for a step that stays or was only renumbered.
  public var change: SnapshotChange? {
    switch self {
    case .stays, .renumbered: nil
    case .changed(_, let change), .lost(let change): change
    }
  }
}

/// Something that a waiting run needs and that has changed.
public enum SnapshotChange: Hashable, Sendable, CustomStringConvertible {
  /// The flow is gone.
  case flowGone(String)
  /// The step is gone.
  case gone(String)
  /// The id now belongs to another step.
  case replaced(String)
  /// Several steps look like the one with this id.
  case ambiguous(String, [String])
  /// The step (second) has other words than it had (first), or another step with the same rows has
  /// taken its id.
  case reworded(String, String)
  /// At the step (second), other things can happen than before (first).
  case rows(String, String)
  /// The fact no longer has this value.
  case value(fact: String, String)

  /// What has changed, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .flowGone(let flow): "the flow `\(flow)` is gone"
    case .gone(let step): "step `\(step)` is gone"
    case .replaced(let step): "`\(step)` is another step now"
    case .ambiguous(let step, let others): "step `\(step)` may be \(Refusal.list(others)) now"
    case .reworded(let old, let now):
      "step \(SnapshotChange.names(old, now)) has other words, or is another one"
    case .rows(let old, let now):
      "other things can happen at step \(SnapshotChange.names(old, now))"
    case .value(let fact, let value): "the fact `\(fact)` has no value `\(value)` any more"
    }
  }

  private static func names(_ old: String, _ now: String) -> String {
    old == now ? "`\(now)`" : "`\(now)` (it was `\(old)`)"
  }
}

extension Program {
  /// Where a run goes on that waited at this step, which may be of older flows.
  public func placement(of step: Step, _ reading: Reading) -> StepPlacement {
    find(StepMark(step, reading))
  }

  /// The step of a snapshot: by its name, or by its id if that is still the same step, or else by
  /// its content.
  package func find(_ mark: StepMark) -> StepPlacement {
    // Ids of flows contain no colon, so the first one ends the id.
    guard let colon = mark.id.firstIndex(of: ":"),
      let flow = catalogue.flow(id: String(mark.id[..<colon]))
    else { return .lost(.flowGone(String(mark.id.prefix { $0 != ":" }))) }
    if let name = mark.name, let step = flow.namedStep(name) {
      return placement(of: mark, at: step)
    }
    let same = flow.step(String(mark.id[mark.id.index(after: colon)...]))
    if let same, mark.isContent(of: same, reading) { return placement(of: mark, at: same) }
    var alike = flow.steps.filter { mark.isContent(of: $0, reading) }
    if alike.count > 1 {
      let exact = alike.filter { mark.hasRows(of: $0, reading) }
      guard exact.count == 1 else { return .lost(.ambiguous(mark.id, alike.map { $0.qualified })) }
      alike = exact
    }
    if let step = alike.first { return placement(of: mark, at: step) }
    guard let same else { return .lost(.gone(mark.id)) }
    // Only its words are others.
    return mark.hasRows(of: same, reading)
      ? .changed(same, .reworded(mark.id, same.qualified)) : .lost(.replaced(mark.id))
  }

  private func placement(of mark: StepMark, at step: Step) -> StepPlacement {
    let now = StepMark(step, reading)
    guard mark.hasRows(of: step, reading) else { return .changed(step, .rows(mark.id, now.id)) }
    guard now.content == mark.content else { return .changed(step, .reworded(mark.id, now.id)) }
    return now.id == mark.id ? .stays(step) : .renumbered(step)
  }
}
