internal import Diagnostics
internal import FlowLoader
internal import FlowModel

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
    for mention in workspace.mentions(of: .step(flow: flow.id, id: step.id)) {
      add(mention, step.id, name, workspace)
    }
    for row in step.flow.rows where row.kind != .own && row.step == step && !row.isAnywhere {
      guard row.id.hasPrefix(step.id) else { continue }
      for mention in workspace.mentions(of: .row(flow: flow.id, reference: row.reference)) {
        add(mention, step.id, name, workspace)
      }
    }
    try check(flow, in: &workspace)
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

  /// Replaces the old id in what is written at a place: `1.3`, `UC2.3:1.3`, `UC2.3:1.3a`, `1.3a`. The
  /// letter of a row has no id in it.
  private mutating func add(
    _ mention: Mention, _ old: String, _ name: String, _ workspace: Workspace
  ) {
    guard let document = workspace.document(mention.path) else { return }
    let written = Array(document.text(mention.span).unicodeScalars)
    let place = written.firstIndex(of: ":").map { $0 + 1 } ?? 0
    let quote = place < written.count && (written[place] == "'" || written[place] == "\"") ? 1 : 0
    let start = place + quote
    let id = Array(old.unicodeScalars)
    guard written.count >= start + id.count, Array(written[start..<start + id.count]) == id else {
      return
    }
    let first = Int(mention.span.start) + start
    // Without quotes, `1.10` would be fine too: the loader takes every scalar as text.
    let edit = Edit(
      start: document.place(of: first), end: document.place(of: first + id.count), text: name)
    if edits[mention.path]?.contains(edit) != true {
      edits[mention.path, default: []].append(edit)
    }
  }

  /// Refuses a change after which more is wrong than before.
  private func check(_ flow: Flow, in workspace: inout Workspace) throws(ProtocolError) {
    var texts: [String: TextDocument] = [:]
    for (path, edits) in edits {
      guard var document = workspace.document(path) else { continue }
      for edit in edits.sorted(by: { $0.start > $1.start }) {
        document.replace(from: edit.start, to: edit.end, with: edit.text)
      }
      texts[path] = document
    }
    let before = workspace.result().diagnostics
    let after = workspace.result(with: texts).diagnostics
    for rule in Set(after.map(\.rule)) {
      guard after.count(where: { $0.rule == rule }) > before.count(where: { $0.rule == rule })
      else { continue }
      let known = Set(before.map(\.message))
      let new = after.filter { $0.rule == rule }
      let message = (new.first { !known.contains($0.message) } ?? new.first)?.message ?? ""
      throw ProtocolError(.requestFailed, "the step keeps its id: \(message)")
    }
  }
}
