internal import FlowModel

// Sections that became parts of new flows, as when a document is split.
extension CatalogueDiff {
  /// Says of every section that is gone from its flow and stands in a new one with the same title
  /// and steps that it moved there.
  static func withMoves(_ diffs: [FlowDiff], to added: [Flow]) -> [FlowDiff] {
    guard !added.isEmpty else { return diffs }
    var homes: [[String]: (flow: String, section: String)] = [:]
    for flow in added {
      for section in flow.sections { homes[content(section)] = (flow.id, section.id) }
    }
    return diffs.map { diff in
      var diff = diff
      var moved: Set<String> = []
      for (place, change) in diff.changes.enumerated() where change.kind == .sectionRemoved {
        guard let section = diff.old.sections.first(where: { $0.id == change.id }),
          let home = homes[content(section)]
        else { continue }
        diff.changes[place] = FlowChange(
          .sectionMoved, section.id,
          "section \(section.id) “\(section.title)” is now section \(home.section) of \(home.flow)",
          old: section.id, new: "\(home.flow):\(home.section)")
        for step in section.steps {
          moved.insert(step.id)
          moved.formUnion(step.rows(.meant).map(\.reference))
        }
      }
      diff.changes.removeAll { change in
        (change.kind == .stepRemoved || change.kind == .rowRemoved) && moved.contains(change.id)
      }
      return diff
    }
  }

  private static func content(_ section: FlowSection) -> [String] {
    [section.title.lowercased()]
      + section.steps.map { "\($0.activity.key) \($0.subject.lowercased())" }
  }
}
