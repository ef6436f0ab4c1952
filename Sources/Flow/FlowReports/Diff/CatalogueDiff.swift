public import FlowModel

/// The differences between two versions of some flows. Takes time linear in their size.
public struct CatalogueDiff: Sendable {
  /// The flows that only the newer version has, in its order.
  public let added: [Flow]
  /// The flows that only the older version has, in its order.
  public let removed: [Flow]
  /// The flows that changed, in the newer version's order.
  public let changed: [FlowDiff]
  /// The names of the flows that can be read in one version and not in the other, or that only one
  /// version has, where they cannot be read, in alphabetical order.
  public let unread: [String]
  /// Whether the versions are the same.
  public var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && unread.isEmpty
  }

  /// Compares two versions. Flows are matched by id, and those left over by title. Of several flows
  /// with one id, those with the same file name or title belong together.
  ///
  /// - Parameters:
  ///   - unread: the ids or file names of flows that cannot be read in each version. They are not
  ///     compared, and told if they are not the same in both.
  ///   - comparesRules: whether the house rules in the flows are compared. Compiled flows have
  ///     none, since they are for authors.
  public init(
    _ old: [Flow], _ new: [Flow], unread: (old: Set<String>, new: Set<String>) = ([], []),
    comparesRules: Bool = true
  ) {
    let all = unread.old.union(unread.new)
    let pairs = CatalogueDiff.pairs(old, new)
    let name = CatalogueDiff.fileName
    let names = { (flow: Flow) in
      all.filter {
        [flow.id, String(name(flow).dropLast(5))].contains($0) || $0.hasPrefix("\(flow.id)-")
      }
    }
    let isUnread = { (flow: Flow) in !all.isEmpty && !names(flow).isEmpty }
    let added = new.indices.filter { pairs.oldOfNew[$0] < 0 }.map { new[$0] }
    let removed = old.indices.filter { pairs.newOfOld[$0] < 0 }.map { old[$0] }
    let kept = new.indices.filter { pairs.oldOfNew[$0] >= 0 }
      .map { (old: old[pairs.oldOfNew[$0]], new: new[$0]) }
    let places = Places(kept)
    let diffs = kept.map {
      FlowDiff($0.old, $0.new, comparesRules: comparesRules, isSameElsewhere: places.isSame)
    }
    .filter { !$0.isEmpty }
    let apart = (added + removed).filter(isUnread)
    // Of two flows with one id, the second one counts as unread.
    let others = unread.old.symmetricDifference(unread.new)
      .subtracting(apart.flatMap(names)).subtracting((old + new).map(\.id))
    self.unread = (apart.map(\.id) + others).sorted()
    self.added = added.filter { !isUnread($0) }
    self.removed = removed.filter { !isUnread($0) }
    changed = CatalogueDiff.withCallers(CatalogueDiff.withMoves(diffs, to: self.added), in: new)
  }

  /// The flows of two versions that belong together.
  static func pairs(_ old: [Flow], _ new: [Flow]) -> Pairing<Flow> {
    var pairs = Pairing(old, new)
    pairs.join { flow, _ in "\(flow.id)\u{0}\(fileName(flow))" }
    pairs.join { flow, _ in "\(flow.id)\u{0}\(flow.title)" }
    pairs.join { flow, _ in flow.id }
    pairs.join { flow, _ in flow.title.lowercased() }
    return pairs
  }

  /// A path of a git revision is `HEAD~1:UC1.yaml`.
  private static func fileName(_ flow: Flow) -> String {
    String(flow.path.split { "/:".contains($0) }.last ?? "")
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
              """
              \(row.qualified) “\(row.text)” waits for “\(row.outcome ?? "")”, which is no longer \
              returned
              """
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

/// Which places of two versions of a catalogue are the same, although they have other numbers.
private struct Places: Sendable {
  /// For every older id of a flow, the flow and its newer version.
  private let flows: [String: (old: Flow, new: Flow)]

  init(_ kept: [(old: Flow, new: Flow)]) {
    flows = Dictionary(kept.map { ($0.old.id, $0) }) { first, _ in first }
  }

  func isSame(_ before: Target, _ now: Target) -> Bool {
    guard before.kind.leadsToFlow, let pair = flows[before.name], pair.new.id == now.name else {
      return false
    }
    func step(_ target: Target, of flow: Flow) -> Step? {
      target.place.map { flow.step($0) ?? flow.row($0)?.step } ?? flow.firstStep
    }
    guard let old = step(before, of: pair.old), let new = step(now, of: pair.new) else {
      return before.place == now.place
    }
    return FlowMatch(pair.old, pair.new).new(old) == new
  }
}
