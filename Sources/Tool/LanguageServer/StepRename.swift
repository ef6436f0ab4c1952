internal import Diagnostics
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime

/// A new id for a step, with everything that names the step.
struct StepRename {
  /// A text in place of another one.
  struct Edit: Hashable {
    let start: TextDocument.Place
    let end: TextDocument.Place
    let text: String
  }

  /// The edits, by path.
  private(set) var edits: [String: [Edit]] = [:]
  private let old: String
  private let name: String
  /// The files of scripts and house rules.
  private let companions: [SourceFile]

  /// - Parameters:
  ///   - step: the step, in a file that can be read.
  ///   - name: the new id.
  init(_ step: Step, to name: String, in workspace: inout Workspace) throws(ProtocolError) {
    guard StepRename.isID(name) else {
      throw ProtocolError(
        .invalidParams, "`\(name)` is not the id of a step: write digits, letters and dots")
    }
    let flow = step.flow
    let others = [
      "step": flow.step(name) != nil, "section": flow.sections.contains { $0.id == name },
      "row": flow.row(name) != nil,
    ]
    if let other = others.sorted(by: { $0.key > $1.key }).first(where: \.value)?.key {
      throw ProtocolError(.requestFailed, "there is a \(other) `\(name)` already")
    }
    (old, self.name) = (step.id, name)
    companions = workspace.companions()
    // For what has the id of the step in its own: the id with which it is written.
    var renamed: [Mention.Subject: String] = [:]
    for step in step.withExtensions where step.id.hasPrefix(self.old) {
      renamed[.step(flow: flow.id, id: step.id)] = step.id
      for row in flow.rows where row.kind != .own && row.step == step && !row.isAnywhere {
        guard row.id.hasPrefix(step.id) else { continue }
        renamed[.row(flow: flow.id, reference: row.reference)] = step.id
      }
    }
    for mention in workspace.mentions() {
      if let id = renamed[mention.subject] { add(mention, id, workspace.document(mention.path)) }
    }
    let runs = PathRuns(workspace.result())
    for file in companions {
      let document = TextDocument(file.bytes)
      for mention in workspace.mentions(in: file, runs) {
        if let id = renamed[mention.subject] { add(mention, id, document) }
      }
    }
    try check(runs, in: &workspace)
  }

  /// Ids begin with a digit, since words are names of targets.
  private static func isID(_ name: String) -> Bool {
    guard let first = name.utf8.first, (48...57).contains(first), name.utf8.count <= 32 else {
      return false
    }
    return name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "." || $0 == "-"
    }
  }

  /// Replaces the old id at the beginning of `id` in what is written at a place: `1.3`,
  /// `UC2.3:1.3`, `step 1.3a`. The letter of a row has no id in it, nor has a line of an extension.
  private mutating func add(_ mention: Mention, _ id: String, _ document: TextDocument?) {
    guard let document else { return }
    let written = Array(document.text(mention.span).unicodeScalars)
    let place = written.lastIndex { $0 == ":" || $0 == " " }.map { $0 + 1 } ?? 0
    let quote = place < written.count && (written[place] == "'" || written[place] == "\"") ? 1 : 0
    let start = place + quote
    guard written.dropFirst(start).starts(with: id.unicodeScalars) else { return }
    let first = Int(mention.span.start) + start
    // Without quotes, `1.10` would be fine too: the loader takes every scalar as text.
    let edit = Edit(
      start: document.place(of: first), end: document.place(of: first + old.unicodeScalars.count),
      text: name)
    if edits[mention.path]?.contains(edit) != true {
      edits[mention.path, default: []].append(edit)
    }
  }

  /// A text after the edits of its file.
  private func edited(_ document: TextDocument, _ path: String) -> TextDocument {
    var document = document
    for edit in (edits[path] ?? []).sorted(by: { $0.start > $1.start }) {
      document.replace(from: edit.start, to: edit.end, with: edit.text)
    }
    return document
  }

  /// Refuses a change after which more is wrong than before.
  private func check(_ runs: PathRuns?, in workspace: inout Workspace) throws(ProtocolError) {
    var texts: [String: TextDocument] = [:]
    for path in edits.keys where workspace.holdsFlow(path) {
      texts[path] = workspace.document(path).map { edited($0, path) }
    }
    let result = workspace.result(with: texts)
    try checkPaths(runs, PathRuns(result))
    let before = workspace.result().diagnostics
    let after = result.diagnostics
    for rule in Set(after.map(\.rule)) {
      guard after.count(where: { $0.rule == rule }) > before.count(where: { $0.rule == rule })
      else { continue }
      let known = Set(before.map(\.message))
      let new = after.filter { $0.rule == rule }
      let message = (new.first { !known.contains($0.message) } ?? new.first)?.message ?? ""
      throw ProtocolError(.requestFailed, "the step keeps its id: \(message)")
    }
  }

  /// Refuses a change after which a path takes other rows than before.
  private func checkPaths(_ old: PathRuns?, _ new: PathRuns?) throws(ProtocolError) {
    guard let old, let new else { return }
    for file in companions {
      let changed = SourceFile(
        path: file.path, bytes: edited(TextDocument(file.bytes), file.path).bytes)
      for (before, after) in zip(old.runs(of: file), new.runs(of: changed)) {
        guard let run = before.run, run.entries.count != after.run?.entries.count else { continue }
        throw ProtocolError(
          .requestFailed,
          "the step keeps its id: the path `\(before.script.name)` would take other rows; "
            + "name its rows with their flows")
      }
    }
  }
}

extension Step {
  /// The step, and the steps of its extensions, of theirs, and so on: their ids begin with its id.
  fileprivate var withExtensions: [Step] {
    var found = [self]
    var next = 0
    while next < found.count {
      for section in flow.sections where section.extensionRow?.step == found[next] {
        found += section.steps.filter { !found.contains($0) }
      }
      next += 1
    }
    return found
  }
}
