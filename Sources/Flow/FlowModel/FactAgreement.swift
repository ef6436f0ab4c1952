/// Finds facts that two flows declare with other values. A fact belongs to the run, so all flows of
/// a catalogue must declare it alike.
package struct FactAgreement {
  /// A declaration that differs from an earlier one.
  package struct Difference {
    package let flow: FlowTables
    package let fact: FactRecord
    /// The flow with the earlier declaration.
    package let other: FlowTables
  }

  private var index = NameIndex()
  private var seen: [(flow: FlowTables, values: TableRange)] = []

  package init() {}

  /// The differences of a flow from those before it, in the order of its facts.
  package mutating func differences(of flow: FlowTables) -> [Difference] {
    var differences: [Difference] = []
    for fact in flow.all.facts {
      let place = Int(index.number(of: fact.name.range, in: flow.all.pool))
      guard place < seen.count else {
        seen.append((flow, fact.values))
        continue
      }
      let other = seen[place]
      let isAlike =
        other.values.count == fact.values.count
        && zip(other.values.range, fact.values.range).allSatisfy {
          flow.isSame(flow.all.texts[$1], as: other.flow.all.texts[$0], of: other.flow)
        }
      if !isAlike { differences.append(Difference(flow: flow, fact: fact, other: other.flow)) }
    }
    return differences
  }
}
