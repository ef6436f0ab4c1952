internal import FlowModel
internal import JSON

/// Describes a diff for the terminal, for a pull request, and for programs.
public struct DiffReport: Sendable {
  private let diff: CatalogueDiff
  /// How many paths of each kind are listed.
  private static let shownPaths = 5

  /// A report about `diff`.
  public init(_ diff: CatalogueDiff) {
    self.diff = diff
  }

  private func heading(_ flow: FlowDiff) -> String { "\(flow.new.id) \(flow.new.title)" }

  private func pathWords(_ flow: FlowDiff) -> String? {
    if flow.hasTooManyPaths {
      return "more than \(FlowDiff.pathLimit) paths; gained and lost ones are not listed"
    }
    guard !flow.gained.isEmpty || !flow.lost.isEmpty else { return nil }
    return "paths: \(flow.gained.count) gained, \(flow.lost.count) lost"
  }

  /// The report for the terminal.
  public var text: String {
    guard !diff.isEmpty else { return "nothing is different\n" }
    var text = ""
    for flow in diff.removed { text += "\(flow.id) \(flow.title) is gone\n" }
    for flow in diff.added { text += "\(flow.id) \(flow.title) is new\n" }
    for flow in diff.changed {
      text += "\(heading(flow))\n"
      for change in flow.changes where change.kind != .caller { text += "  \(change.text)\n" }
      if let words = pathWords(flow) { text += "  \(words)\n" }
      text += list(flow.gained, "+", "    ")
      text += list(flow.lost, "-", "    ")
      for change in flow.changes where change.kind == .caller {
        text += "  concerns: \(change.text)\n"
      }
    }
    return text
  }

  private func list(_ paths: [String], _ mark: String, _ indent: String) -> String {
    var text = paths.prefix(DiffReport.shownPaths).map { "\(indent)\(mark) \($0)\n" }.joined()
    if paths.count > DiffReport.shownPaths {
      text += "\(indent)\(mark) and \(paths.count - DiffReport.shownPaths) more\n"
    }
    return text
  }

  /// The report in Markdown.
  public var markdown: String {
    guard !diff.isEmpty else { return "Nothing is different in the flows.\n" }
    var text = "## What is different in the flows\n\n"
    for flow in diff.removed { text += "- **\(escaped("\(flow.id) \(flow.title)"))** is gone\n" }
    for flow in diff.added { text += "- **\(escaped("\(flow.id) \(flow.title)"))** is new\n" }
    for flow in diff.changed {
      text += "\n### \(escaped(heading(flow)))\n\n"
      let own = flow.changes.filter { $0.kind != .caller && $0.kind != .header }
      let header = flow.changes.filter { $0.kind == .header }
      if !own.isEmpty {
        text += "| What | Where | |\n| --- | --- | --- |\n"
        for change in own {
          text += "| \(change.kind.rawValue) | \(escaped(change.id)) | \(escaped(change.text)) |\n"
        }
      }
      if !header.isEmpty {
        text += "\n" + header.map { "- \(escaped($0.text))\n" }.joined()
      }
      if let words = pathWords(flow) {
        text += "\n<details><summary>\(words)</summary>\n\n```diff\n"
        text += list(flow.gained, "+", "") + list(flow.lost, "-", "") + "```\n\n</details>\n"
      }
      let callers = flow.changes.filter { $0.kind == .caller }
      if !callers.isEmpty {
        text += "\nConcerns:\n\n" + callers.map { "- \(escaped($0.text))\n" }.joined()
      }
    }
    return text
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "|", "\\", "*", "_", "`", "[", "]": result += "\\\(character)"
      case "<": result += "&lt;"
      case "\n": result += " "
      default: result.append(character)
      }
    }
    return result
  }

  /// The report as one JSON object.
  public var json: String {
    func flows(_ flows: [Flow]) -> String {
      JSONObject.array(flows.map { JSONObject.quoted($0.id) })
    }
    var object = JSONObject()
    object.add("removed", raw: flows(diff.removed))
    object.add("added", raw: flows(diff.added))
    object.add(
      "changed",
      raw: JSONObject.array(
        diff.changed.map { flow in
          var object = JSONObject()
          object.add("flow", flow.new.id)
          object.add(
            "changes",
            raw: JSONObject.array(
              flow.changes.map { change in
                var object = JSONObject()
                object.add("kind", change.kind.rawValue)
                object.add("id", change.id)
                object.add("text", change.text)
                if let old = change.old { object.add("old", old) }
                if let new = change.new { object.add("new", new) }
                return object.text
              }))
          object.add("gained", raw: JSONObject.array(flow.gained.map(JSONObject.quoted)))
          object.add("lost", raw: JSONObject.array(flow.lost.map(JSONObject.quoted)))
          object.add("tooManyPaths", flow.hasTooManyPaths)
          return object.text
        }))
    return object.text + "\n"
  }
}
