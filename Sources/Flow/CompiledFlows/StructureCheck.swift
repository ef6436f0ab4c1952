internal import FlowModel

/// Checks what the loader guarantees beyond the bounds of every reference: so that what it makes of
/// YAML and what a file says are used in the same way.
struct StructureCheck {
  private let catalogue: Catalogue

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
  }

  /// The first part that is not as the loader makes it. Nil if there is none.
  var problem: String? {
    var agreement = FactAgreement()
    for (flow, links) in zip(catalogue.flows, catalogue.links) {
      let tables = flow.tables
      guard areFactsSound(tables), agreement.differences(of: tables).isEmpty else {
        return "a fact of `\(flow.id)`"
      }
      guard areChangesSound(tables) else { return "a condition or change of `\(flow.id)`" }
      guard isAnywhereSound(tables) else { return "a row that holds anywhere in `\(flow.id)`" }
      guard areRowsPlaced(tables, as: .written), areRowsPlaced(tables, as: .meant) else {
        return "the rows of the steps of `\(flow.id)`"
      }
      guard areSorted(links), areTargetsLinked(tables, links) else {
        return "a target of `\(flow.id)`"
      }
    }
    return nil
  }

  private func areFactsSound(_ tables: FlowTables) -> Bool {
    tables.all.facts.allSatisfy { $0.name.isPresent && (1...64).contains($0.values.count) }
  }

  private func areChangesSound(_ tables: FlowTables) -> Bool {
    func count(_ fact: Int32) -> UInt32 { tables.all.facts[Int(fact)].values.count }
    return tables.all.conditions.allSatisfy { $0.mask <= .max >> UInt64(64 - count($0.fact)) }
      && tables.all.changes.allSatisfy { UInt32($0.value) < count($0.fact) }
  }

  /// Whether the rows that hold anywhere are those that say so.
  private func isAnywhereSound(_ tables: FlowTables) -> Bool {
    var numbers = [UInt8](repeating: 0, count: tables.all.rows.count)
    for (index, anywhere) in tables.all.anywhere.enumerated().prefix(255) {
      for row in anywhere.rows.range { numbers[row] = UInt8(index + 1) }
    }
    return tables.all.rows.map { $0.anywhere } == numbers
  }

  /// Whether the rows of the steps follow each other, and each belongs to its step.
  private func areRowsPlaced(_ tables: FlowTables, as reading: Reading) -> Bool {
    var end: Int?
    for (index, step) in tables.all.steps.enumerated() {
      let rows = (reading == .meant ? step.rowsMeant : step.rowsWritten).range
      guard rows.lowerBound == end ?? rows.lowerBound else { return false }
      end = rows.upperBound
      for place in rows {
        let row = Row(tables: tables, index: Int(tables.all.stepRows[place]))
        guard row.step(reading).index == index, row.has(reading) else { return false }
      }
    }
    return true
  }

  private func areSorted(_ links: FlowLinks) -> Bool {
    for list in [links.callees, links.meantCallees, links.next, links.meant] {
      for (entry, next) in zip(list.entries, list.entries.dropFirst())
      where entry.place >= next.place {
        return false
      }
    }
    return true
  }

  /// Whether every call and every target in another flow leads to a place of the catalogue, or is
  /// marked as missing, as in a document that is being written.
  private func areTargetsLinked(_ tables: FlowTables, _ links: FlowLinks) -> Bool {
    for reading in Reading.allCases {
      for (index, step) in tables.all.steps.enumerated() where step.activity == .call {
        let callee = Int(links.callee(index, as: reading))
        guard callee == -1 || catalogue.flows.indices.contains(callee) else { return false }
      }
      for (index, row) in tables.all.rows.enumerated() {
        let meant = reading == .meant ? tables.meant(row) : nil
        guard let target = meant ?? row.next, target.kind.leadsToFlow else { continue }
        let link = links.link(index, as: reading)
        if link.flow == -1 { continue }
        guard catalogue.flows.indices.contains(Int(link.flow)) else { return false }
        let steps = catalogue.flows[Int(link.flow)].tables.all.steps
        guard
          link.step == -1
            || (steps.isEmpty ? link.step == 0 : steps.indices.contains(Int(link.step)))
        else {
          return false
        }
      }
    }
    return true
  }
}
