public import FlowModel

/// The differences between two versions of some flows. Takes time linear in their size.
public struct CatalogueDiff: Sendable {
  /// The flows that only the newer version has, in its order.
  public let added: [Flow]
  /// The flows that only the older version has, in its order.
  public let removed: [Flow]
  /// The flows that changed, in the newer version's order.
  public let changed: [FlowDiff]
  /// Whether the versions are the same.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// Compares two versions. Flows are matched by id, and those left over by title.
  public init(_ old: [Flow], _ new: [Flow]) {
    var before: [String: Flow] = [:]
    for flow in old { before[flow.id] = flow }
    let newIDs = Set(new.map(\.id))
    var byTitle: [String: Flow] = [:]
    for flow in old where !newIDs.contains(flow.id) { byTitle[flow.title.lowercased()] = flow }
    var added: [Flow] = []
    var diffs: [FlowDiff] = []
    var isKept: Set<String> = []
    for flow in new {
      guard let other = before[flow.id] ?? byTitle.removeValue(forKey: flow.title.lowercased())
      else {
        added.append(flow)
        continue
      }
      isKept.insert(other.id)
      let diff = FlowDiff(other, flow)
      if !diff.isEmpty { diffs.append(diff) }
    }
    self.added = added
    removed = old.filter { !isKept.contains($0.id) }
    changed = CatalogueDiff.withCallers(diffs, in: new)
  }

  /// Adds to every changed flow the rows of other flows that lead to it.
  private static func withCallers(_ diffs: [FlowDiff], in flows: [Flow]) -> [FlowDiff] {
    guard !diffs.isEmpty else { return diffs }
    var visitors: [String: [FlowChange]] = [:]
    var calls: [String: [Step]] = [:]
    for flow in flows {
      for step in flow.steps where step.activity == .call {
        calls[step.subject, default: []].append(step)
      }
      for row in flow.rows {
        guard let next = row.next, next.kind.leadsToFlow else { continue }
        let how = next.kind == .error ? "ends in it" : "goes to it"
        visitors[next.name, default: []].append(
          FlowChange(.caller, row.qualified, "\(row.qualified) “\(row.text)” \(how)"))
      }
    }
    return diffs.map { diff in
      guard
        diff.changes.contains(where: { $0.kind != .caller && $0.kind != .header })
          || diff.old.id != diff.new.id
      else { return diff }
      var diff = diff
      let returned = results(diff.new)
      let lost = results(diff.old).subtracting(returned)
      let gained = returned.subtracting(results(diff.old))
      for step in calls[diff.new.id] ?? [] {
        diff.changes.append(
          FlowChange(.caller, step.qualified, "\(step.qualified) calls it"))
        let rows = step.rows(.written)
        for row in rows where row.outcome.map(lost.contains) ?? false {
          diff.changes.append(
            FlowChange(
              .caller, row.qualified,
              "\(row.qualified) “\(row.text)” waits for “\(row.outcome ?? "")”, which is no longer returned"
            ))
        }
        for result in gained.sorted() where !rows.contains(where: { $0.outcome == result }) {
          diff.changes.append(
            FlowChange(
              .caller, step.qualified, "\(step.qualified) has no row for the new result “\(result)”"
            ))
        }
      }
      diff.changes += visitors[diff.new.id] ?? []
      return diff
    }
  }

  private static func results(_ flow: Flow) -> Set<String> {
    Set(flow.rows.compactMap(\.next).filter { $0.kind == .result }.map(\.name))
  }
}
