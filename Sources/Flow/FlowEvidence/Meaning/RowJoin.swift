package import FlowModel

/// Joins rows with those of an earlier state of the flows, by meaning and not by number.
package struct RowJoin: Sendable {
  private let meanings: RowMeanings
  /// The rows of today, by the ids that they had.
  private var joined: [Stamp: Row] = [:]
  private var taken: Set<Row> = []
  private var known: Set<Stamp> = []
  private var heirs: [String: Row] = [:]
  /// The rows of today by flow and meaning.
  private var rows: [Stamp: [Row]] = [:]

  /// Joins the rows.
  ///
  /// - Parameter earlier: the rows of every flow at that time, in document order.
  package init(_ meanings: RowMeanings, with earlier: [String: [Stamp]]) {
    self.meanings = meanings
    for flow in meanings.catalogue.flows {
      for row in flow.rows {
        guard let print = meanings.print(of: row) else { continue }
        rows[Stamp(id: flow.id, print: print), default: []].append(row)
      }
    }
    var strays: [Stamp] = []
    for (flow, stamps) in earlier.sorted(by: { $0.key < $1.key }) {
      known.formUnion(stamps)
      for stamp in stamps {
        if let row = meanings.row(named: stamp.id), meanings.print(of: row) == stamp.print {
          join(stamp, row)
        }
      }
      let left = stamps.filter { joined[$0] == nil }
      if meanings.catalogue.flow(id: flow) == nil { strays += left }
      for (print, alike) in Dictionary(grouping: left, by: \.print) {
        pair(alike, rows[Stamp(id: flow, print: print)] ?? [])
      }
    }
    // Flows that have another id now.
    let new = meanings.catalogue.flows.filter { earlier[$0.id] == nil }.map(\.id)
    for (print, alike) in Dictionary(grouping: strays, by: \.print) {
      pair(alike, new.flatMap { rows[Stamp(id: $0, print: print)] ?? [] })
    }
  }

  private mutating func join(_ stamp: Stamp, _ row: Row) {
    joined[stamp] = row
    heirs[stamp.id] = row
    taken.insert(row)
  }

  /// Rows that mean the same are paired in their order, unless some came or went.
  private mutating func pair(_ stamps: [Stamp], _ rows: [Row]) {
    let free = rows.filter { !taken.contains($0) }
    guard free.count == stamps.count else { return }
    for (stamp, row) in zip(stamps, free) { join(stamp, row) }
  }

  /// The row of today that means what a stamp says. Nil if none does.
  package func row(for stamp: Stamp) -> Row? {
    if let row = joined[stamp] { return row }
    if let row = meanings.row(named: stamp.id), meanings.print(of: row) == stamp.print {
      return row
    }
    guard !known.contains(stamp) else { return nil }
    // It is older than the earlier state.
    let flow = stamp.id.split(separator: ":").first.map(String.init) ?? ""
    let found = (rows[Stamp(id: flow, print: stamp.print)] ?? []).filter { !taken.contains($0) }
    return found.count == 1 ? found[0] : nil
  }

  /// The row of today that stands for a row of the earlier state, whatever it means now. Nil if it
  /// is gone.
  package func heir(of id: String) -> Row? {
    if let row = heirs[id] { return row }
    guard let row = meanings.row(named: id), !taken.contains(row) else { return nil }
    return row
  }
}
