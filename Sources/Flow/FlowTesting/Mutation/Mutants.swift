public import FlowModel

extension Catalogue {
  /// All mutants, in document order: every row retargeted, dropped, and swapped with the next one.
  ///
  /// The own row of a step is not dropped, since the language has no step without rows. Rows with
  /// the same target are not swapped, since that would change nothing.
  public var mutants: [Mutant] {
    flows.indices.flatMap { flow in
      flows[flow].rows.flatMap { mutants(of: $0.index, in: flow) }
    }
  }

  private func mutants(of row: Int, in flow: Int) -> [Mutant] {
    let tables = flows[flow].tables
    guard let target = tables.all.rows[row].next ?? tables.meant(tables.all.rows[row]) else {
      return []
    }
    let name = Row(tables: tables, index: row).qualified
    let words = tables.target(target).description
    let new = tables.target(retarget(row, in: flow)).description
    var mutants = [
      Mutant(
        kind: .retargeted, flow: flow, row: row, other: row, name: name,
        change: "\(words) becomes \(new)")
    ]
    if tables.all.rows[row].kind != .own {
      mutants.append(
        Mutant(kind: .dropped, flow: flow, row: row, other: row, name: name, change: ""))
    }
    let step = tables.all.rows[row].step
    let rest = tables.all.rows.indices.dropFirst(row + 1)
    if !Row(tables: tables, index: row).isAnywhere,
      let other = rest.first(where: { tables.all.rows[$0].step == step }),
      let theirs = tables.all.rows[other].next, tables.all.rows[row].next != nil,
      tables.target(theirs) != tables.target(target), tables.all.rows[row].kind != .own
    {
      let otherWords = tables.target(theirs).description
      mutants.append(
        Mutant(
          kind: .swapped, flow: flow, row: row, other: other, name: name,
          change: "\(words) for \(otherWords)"))
    }
    return mutants
  }

  /// Another target for a row: the step after its target, or after its own step.
  func retarget(_ row: Int, in flow: Int) -> TargetRecord {
    let tables = flows[flow].tables
    let record = tables.all.rows[row]
    let count = tables.all.steps.count
    var target =
      record.next ?? tables.meant(record) ?? TargetRecord(kind: .end, name: record.id)
    let next = Row(tables: tables, index: row).next(record.next == nil ? .meant : .written)?.index
    let from = next ?? Int(record.step)
    guard
      let step = (1...max(count, 1)).lazy.map({ (from + $0) % max(count, 1) }).first(where: {
        $0 != next
      })
    else {
      // The flow has a single step, and the row stays there.
      target.kind = .end
      return target
    }
    target.kind = .step
    target.step = Int32(step)
    target.name = tables.all.steps[step].id.said(at: target.span)
    target.placeCount = 0
    return target
  }

  /// The catalogue with one mistake.
  func with(_ mutant: Mutant) -> Catalogue {
    var tables = flows[mutant.flow].tables.all
    let row = mutant.row
    // A row that holds anywhere has a copy at every step.
    let anywhere = Int(tables.rows[row].anywhere)
    let copies = anywhere > 0 ? tables.anywhere[anywhere - 1].rows.range : row..<row + 1
    var links = links
    switch mutant.kind {
    case .retargeted:
      let target = retarget(row, in: mutant.flow)
      for row in copies {
        if tables.rows[row].next != nil {
          tables.rows[row].next = target
          links[mutant.flow].next[row] = nil
        } else {
          tables.rowRareFields[Int(tables.rows[row].rare)].meant = target
          links[mutant.flow].meant[row] = nil
        }
      }
    case .swapped:
      let (a, b) = (row, mutant.other)
      (tables.rows[a].next, tables.rows[b].next) = (tables.rows[b].next, tables.rows[a].next)
      let old = links[mutant.flow].next
      (links[mutant.flow].next[a], links[mutant.flow].next[b]) = (old[b], old[a])
    case .dropped:
      for row in copies {
        let rare = Int(tables.rows[row].rare)
        tables.rows[row].next = nil
        if rare >= 0 { tables.rowRareFields[rare].meant = nil }
      }
      tables.drop(Int32(copies.lowerBound)..<Int32(copies.upperBound))
    }
    var flows = self.flows
    flows[mutant.flow] = Flow(tables: FlowTables(tables))
    return Catalogue(flows: flows, indexByID: indexByID, links: links)
  }
}

extension Tables {
  /// Removes rows from the lists of all steps.
  fileprivate mutating func drop(_ rows: Range<Int32>) {
    let all = stepRows
    stepRows = []
    func kept(_ slice: Slice) -> Slice {
      let start = stepRows.count
      stepRows += slice.range.map { all[$0] }.filter { !rows.contains($0) }
      return Slice(start: start, count: stepRows.count - start)
    }
    // In the order that the loader uses: all lists as written, then all as meant.
    for index in steps.indices { steps[index].rowsWritten = kept(steps[index].rowsWritten) }
    for index in steps.indices { steps[index].rowsMeant = kept(steps[index].rowsMeant) }
  }
}
