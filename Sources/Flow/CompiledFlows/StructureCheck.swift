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
      guard flow.isOutline || flow.stepCount > 0 else { return "the steps of `\(flow.id)`" }
      guard isAnywhereSound(tables) else { return "a row that holds anywhere in `\(flow.id)`" }
      guard areRowsPlaced(tables, as: .written), areRowsPlaced(tables, as: .meant) else {
        return "the rows of the steps of `\(flow.id)`"
      }
      guard areLinksSound(links.callees, tables.all.steps.count),
        areLinksSound(links.meantCallees, tables.all.steps.count),
        areLinksSound(links.next, tables.all.rows.count),
        areLinksSound(links.meant, tables.all.rows.count)
      else { return "a target of `\(flow.id)`" }
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

  /// Whether links are sorted, and each leads from one of so many steps or rows to a place of the
  /// catalogue, or is marked as missing, as in a document that is being written.
  private func areLinksSound(_ links: FlowLinks.Links, _ count: Int) -> Bool {
    var last: Int32 = -1
    for entry in links.entries {
      let link = entry.link
      guard entry.place > last, entry.place < count, link.step >= -1 else { return false }
      last = entry.place
      if link.flow == -1 { continue }
      guard link.flow >= 0, link.flow < catalogue.flows.count else { return false }
      let steps = catalogue.flows[Int(link.flow)].stepCount
      // A row leads to an outline as if to its first step.
      guard link.step < max(steps, 1) else { return false }
    }
    return true
  }
}
