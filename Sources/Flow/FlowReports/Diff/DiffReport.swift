internal import FlowModel
internal import JSON
internal import Markup

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

  /// The flows that only one version has, or that cannot be compared.
  private var whole: [(name: String, verb: String)] {
    diff.removed.map { ("\($0.id) \($0.title)", "is gone") }
      + diff.added.map { ("\($0.id) \($0.title)", "is new") }
      + diff.unread.map { ($0, "is not compared: one version cannot be read") }
  }

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
    for (name, verb) in whole { text += "\(name) \(verb)\n" }
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
    for (name, verb) in whole { text += "- **\(Markdown.escaped(name))** \(verb)\n" }
    for flow in diff.changed {
      text += "\n### \(Markdown.escaped(heading(flow)))\n\n"
      let own = flow.changes.filter { $0.kind != .caller && $0.kind != .header }
      let header = flow.changes.filter { $0.kind == .header }
      if !own.isEmpty {
        text += "| What | Where | |\n| --- | --- | --- |\n"
        for change in own {
          text +=
            """
            | \(change.kind.rawValue) | \(Markdown.escaped(change.id)) | \
            \(Markdown.escaped(change.text)) |\n
            """
        }
      }
      if !header.isEmpty {
        text += "\n" + header.map { "- \(Markdown.escaped($0.text))\n" }.joined()
      }
      if let words = pathWords(flow) {
        text += "\n<details><summary>\(words)</summary>\n\n```diff\n"
        text += list(flow.gained, "+", "") + list(flow.lost, "-", "") + "```\n\n</details>\n"
      }
      let callers = flow.changes.filter { $0.kind == .caller }
      if !callers.isEmpty {
        text += "\nConcerns:\n\n" + callers.map { "- \(Markdown.escaped($0.text))\n" }.joined()
      }
    }
    return text
  }

  /// The report as one JSON object.
  public var json: String {
    let changed = diff.changed.map { flow in
      JSONValue.object([
        "flow": .string(flow.new.id),
        "changes": .array(
          flow.changes.map { change in
            .object([
              "kind": .string(change.kind.rawValue), "id": .string(change.id),
              "text": .string(change.text), "old": change.old.map { .string($0) },
              "new": change.new.map { .string($0) },
            ])
          }),
        "gained": .strings(flow.gained), "lost": .strings(flow.lost),
        "tooManyPaths": .bool(flow.hasTooManyPaths),
      ])
    }
    let report = JSONValue.object([
      "removed": .strings(diff.removed.map(\.id)), "added": .strings(diff.added.map(\.id)),
      "notCompared": .strings(diff.unread), "changed": .array(changed),
    ])
    return report.text + "\n"
  }
}
