public import FlowModel

extension Catalogue {
  /// All mutants: of every flow those of its rows and steps in document order, then those of
  /// counters.
  public var mutants: [Mutant] {
    flows.indices.flatMap { flow -> [Mutant] in
      let graph = flows[flow]
      return graph.rows.flatMap { MutantMaker(self, flow).mutants(of: $0) }
        + graph.steps.flatMap { MutantMaker(self, flow).mutants(of: $0) }
    } + rangeMutants
  }

  /// The catalogue with one mistake.
  package func with(_ mutant: Mutant) -> Catalogue {
    var flows = self.flows
    var links = self.links
    for place in flows.indices where place == mutant.flow || mutant.isEverywhere {
      var tables = flows[place].tables.all
      if case .fact(let name) = mutant.part,
        !flows[place].facts.contains(where: { $0.name == name })
      {
        continue
      }
      mutant.edit(&tables)
      flows[place] = Flow(tables: FlowTables(tables))
    }
    if let other = mutant.other, case .row(let row) = mutant.part {
      let old = links[mutant.flow].next
      (links[mutant.flow].next[row], links[mutant.flow].next[other]) = (old[other], old[row])
    }
    for row in mutant.unlinked {
      if flows[mutant.flow].tables.all.rows[row].next != nil {
        links[mutant.flow].next[row] = nil
      } else {
        links[mutant.flow].meant[row] = nil
      }
    }
    return Catalogue(flows: flows, indexByID: indexByID, links: links, unread: unread)
  }

  /// Counters with one value more and one less, each once for all flows that count or ask for it.
  private var rangeMutants: [Mutant] {
    var seen: Set<String> = []
    var mutants: [Mutant] = []
    for (place, flow) in flows.enumerated() {
      for fact in flow.facts where fact.isCounter && seen.insert(fact.name).inserted {
        let (name, count) = (fact.name, fact.values.count)
        func add(_ change: String, _ edit: @escaping @Sendable (inout Tables, Int) -> Void) {
          mutants.append(
            Mutant(
              kind: .range, flow: place, part: .fact(name), name: "\(flow.id) \(name)",
              change: change,
              edit: { tables in
                for fact in tables.facts.indices where tables.says(tables.facts[fact].name, name) {
                  edit(&tables, fact)
                }
              }))
        }
        let last = Int(fact.values.last ?? "") ?? 0
        if count < 64 {
          add("one value more") { tables, fact in
            let old = tables.facts[fact].values
            let start = tables.texts.count
            tables.texts += old.range.map { tables.texts[$0] }
            tables.texts.append(tables.pooled("\(last + 1)"))
            tables.facts[fact].values = TableRange(start: start, count: count + 1)
          }
        }
        if count > 1 {
          add("one value less") { tables, fact in
            tables.facts[fact].values.count -= 1
            let kept = UInt64.max >> UInt64(64 - (count - 1))
            for place in tables.conditions.indices where tables.conditions[place].fact == fact {
              tables.conditions[place].mask &= kept
            }
          }
        }
      }
    }
    return mutants
  }
}

extension Mutant {
  /// Whether it concerns every flow.
  var isEverywhere: Bool { if case .fact = part { true } else { false } }
}

extension Tables {
  /// Keeps a new text.
  mutating func pooled(_ text: String, like old: PooledText = .none) -> PooledText {
    let start = pool.count
    pool += text.utf8
    return PooledText(start..<pool.count, span: old.span)
  }

  /// Whether a text is this one.
  func says(_ text: PooledText, _ words: String) -> Bool {
    pool[text.range].elementsEqual(words.utf8)
  }
}
