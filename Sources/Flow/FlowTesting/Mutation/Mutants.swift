public import FlowModel

extension Catalogue {
  /// Every row of every flow retargeted, dropped and swapped with the next one, in document order.
  ///
  /// A step's own row is not dropped: the language has no step without one. Rows with the same
  /// target are not swapped, since nothing would change.
  public var mutants: [Mutant] {
    flows.indices.flatMap { flow in
      flows[flow].rows.indices.flatMap { mutants(of: $0, in: flow) }
    }
  }

  private func mutants(of row: Int, in flow: Int) -> [Mutant] {
    let tables = flows[flow].tables
    guard let target = tables.rows[row].next ?? tables.meant(tables.rows[row]) else { return [] }
    let name = Row(tables: tables, index: row).qualified
    let words = tables.target(target).description
    let new = tables.target(retarget(row, in: flow)).description
    var mutants = [
      Mutant(
        kind: .retargeted, flow: flow, row: row, other: row, name: name,
        change: "\(words) becomes \(new)")
    ]
    if tables.rows[row].kind != .own {
      mutants.append(
        Mutant(kind: .dropped, flow: flow, row: row, other: row, name: name, change: ""))
    }
    let step = tables.rows[row].step
    let rest = tables.rows.indices.dropFirst(row + 1)
    if let other = rest.first(where: { tables.rows[$0].step == step }),
      let theirs = tables.rows[other].next, tables.rows[row].next != nil,
      tables.target(theirs) != tables.target(target), tables.rows[row].kind != .own
    {
      let otherWords = tables.target(theirs).description
      mutants.append(
        Mutant(
          kind: .swapped, flow: flow, row: row, other: other, name: name,
          change: "\(words) for \(otherWords)"))
    }
    return mutants
  }

  /// Another target for a row: the step behind the one it leads to, or behind its own.
  func retarget(_ row: Int, in flow: Int) -> TargetRecord {
    let tables = flows[flow].tables
    let record = tables.rows[row]
    let count = tables.steps.count
    var target =
      record.next ?? tables.meant(record) ?? TargetRecord(kind: .end, name: record.id)
    let from = target.step >= 0 ? Int(target.step) : Int(record.step)
    let own = target.kind == .stay ? Int(record.step) : Int(target.step)
    guard
      let step = (1...max(count, 1)).lazy.map({ (from + $0) % max(count, 1) }).first(where: {
        $0 != own
      })
    else {
      // The flow has one step, and this row stays there.
      target.kind = .end
      return target
    }
    target.kind = .step
    target.step = Int32(step)
    target.name = tables.steps[step].id.said(at: target.span)
    target.placeCount = 0
    return target
  }

  /// The catalogue with the mistake in it.
  func with(_ mutant: Mutant) -> Catalogue {
    let tables = flows[mutant.flow].tables
    var rows = tables.rows
    var details = tables.rowDetails
    func meant(_ row: Int) -> TargetRecord? { tables.meant(tables.rows[row]) }
    var links = links
    switch mutant.kind {
    case .retargeted:
      let target = retarget(mutant.row, in: mutant.flow)
      if rows[mutant.row].next != nil {
        rows[mutant.row].next = target
        links[mutant.flow].next[mutant.row] = nil
      } else {
        details[Int(rows[mutant.row].details)].meant = target
        links[mutant.flow].meant[mutant.row] = nil
      }
    case .swapped:
      let (a, b) = (mutant.row, mutant.other)
      (rows[a].next, rows[b].next) = (rows[b].next, rows[a].next)
      let old = links[mutant.flow].next
      (links[mutant.flow].next[a], links[mutant.flow].next[b]) = (old[b], old[a])
    case .dropped:
      rows[mutant.row].next = nil
      if meant(mutant.row) != nil { details[Int(rows[mutant.row].details)].meant = nil }
    }
    let dropped = mutant.kind == .dropped ? Int32(mutant.row) : -1
    var flows = self.flows
    flows[mutant.flow] = Flow(tables: tables.with(rows, details, without: dropped))
    return Catalogue(flows: flows, indexByID: indexByID, links: links)
  }
}

extension FlowTables {
  /// The tables with other rows, one of which no step leads on with.
  fileprivate func with(
    _ rows: [RowRecord], _ details: [RowDetails], without dropped: Int32
  ) -> FlowTables {
    var steps = steps
    var list: [Int32] = []
    func kept(_ slice: Slice) -> Slice {
      let start = list.count
      list += slice.range.map { stepRows[$0] }.filter { $0 != dropped }
      return Slice(start: start, count: list.count - start)
    }
    // As the loader lays them: all as written, then all as meant.
    for index in steps.indices { steps[index].rowsWritten = kept(steps[index].rowsWritten) }
    for index in steps.indices { steps[index].rowsMeant = kept(steps[index].rowsMeant) }
    return FlowTables(
      path: path, pool: pool, header: header, texts: texts, facts: facts, sections: sections,
      steps: steps, rows: rows, stepDetails: stepDetails, rowDetails: details, inputs: inputs,
      arguments: arguments, conditions: conditions, changes: changes, stepRows: list,
      calls: calls, leavings: leavings, allowances: allowances)
  }
}
