internal import FlowModel

/// The values of a fact for which sections of a flow are meant, by their titles.
struct SectionDemands: Sendable {
  let fact: Fact
  /// The values, as a bit set.
  let bySection: [FlowSection: UInt64]

  /// The facts that rows of a flow depend on and titles of sections name.
  static func all(in flow: Flow, _ traits: FlowTraits) -> [SectionDemands] {
    guard traits.ofRows.contains(.conditions) else { return [] }
    return flow.facts.compactMap { SectionDemands($0, flow, traits) }
  }

  private init?(_ fact: Fact, _ flow: Flow, _ traits: FlowTraits) {
    guard !fact.isCounter,
      traits.rows.indices.contains(where: { row in
        traits.rows[row].contains(.conditions)
          && flow.rowOfSteps(at: row).conditions.contains { $0.fact == fact }
      })
    else { return nil }
    let values = fact.values.map { $0.lowercased() }
    var demands: [FlowSection: UInt64] = [:]
    for section in flow.sections {
      let title = Phrase(section.title)
      var mask: UInt64 = 0
      for (place, value) in values.enumerated() where title.hasWord(value) {
        mask |= 1 << UInt64(place)
      }
      if mask != 0, mask != fact.domain { demands[section] = mask }
    }
    guard !demands.isEmpty else { return nil }
    (self.fact, bySection) = (fact, demands)
  }
}
