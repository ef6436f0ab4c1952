package import FlowModel

/// Which steps and rows of an earlier version of flows are which of a newer one, as `diff` joins
/// them.
package struct VersionMatch {
  private var matches: [Flow: FlowMatch] = [:]

  package init(_ old: [Flow], _ new: [Flow]) {
    let pairs = CatalogueDiff.pairs(old, new)
    for (index, flow) in old.enumerated() {
      let place = pairs.newOfOld[index]
      if place >= 0 { matches[flow] = FlowMatch(flow, new[place]) }
    }
  }

  /// The row of the newer version. Nil if it is gone.
  package func new(_ row: Row) -> Row? { matches[row.flow]?.new(row) }
  /// The step of the newer version. Nil if it is gone.
  package func new(_ step: Step) -> Step? { matches[step.flow]?.new(step) }
}
