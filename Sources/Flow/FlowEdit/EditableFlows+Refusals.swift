internal import Diagnostics
package import FlowLoader
internal import FlowModel
internal import FlowRuntime

// What a change leaves, and why it is refused.
extension EditableFlows {
  /// The flows after a change.
  package func result(after edit: FlowEdit) -> FlowLoader.Result {
    FlowLoader().load(EditableFlows.apply(edit, to: files, isFlow))
  }

  /// The files after a change, and new ones of the same kind.
  static func apply(
    _ edit: FlowEdit, to files: [SourceFile], _ fits: (String) -> Bool
  ) -> [SourceFile] {
    var files = files
    for file in edit.files {
      let index = files.firstIndex { $0.path == file.path }
      switch (index, file.after) {
      case (let index?, let after?): files[index] = SourceFile(path: file.path, bytes: after)
      case (let index?, nil): files.remove(at: index)
      case (nil, let after?) where fits(file.path):
        files.append(SourceFile(path: file.path, bytes: after))
        files.sort { $0.path < $1.path }
      case (nil, _): break
      }
    }
    return files
  }

  /// Whether a new file is one of flows: not beside the scripts or house rules.
  func isFlow(_ path: String) -> Bool {
    !(scripts + rules + tables + texts).contains { $0.path == path } && beside(path) == nil
      && !path.split(separator: "/").dropLast().contains {
        FlowLoader.scriptFolders.contains(String($0))
      }
  }

  func check(
    _ edit: FlowEdit, _ operation: EditOperation, _ path: String
  ) throws(EditRefusal) {
    let prefix = operation.complaint
    let isRenaming = prefix != nil
    let changesFlows = edit.files.contains { file in
      isFlow(file.path) || files.contains { $0.path == file.path }
    }
    let after = changesFlows ? result(after: edit) : result
    // With another id, the same mistake has other words.
    try EditableFlows.refuse(
      result.diagnostics, after.diagnostics, byRule: isRenaming, prefix ?? "")
    for file in edit.files {
      guard let bytes = file.after else { continue }
      let new = SourceFile(path: file.path, bytes: bytes)
      let old = SourceFile(path: file.path, bytes: file.before ?? [])
      if rules.contains(where: { $0.path == file.path }) {
        try EditableFlows.refuse(
          RuleLoader().load(old).diagnostics, RuleLoader().load(new).diagnostics, byRule: false,
          prefix ?? "")
      }
    }
    guard let prefix else { return }
    if case .insert(_, let before) = operation {
      // The numbers alone must change no path. What the new step changes is meant.
      let numbers = try renumbering(before, try flow(path)).edit
      try checkPaths(numbers, result(after: numbers), prefix)
    } else {
      try checkPaths(edit, after, prefix)
    }
  }

  private static func refuse(
    _ before: [Diagnostic], _ after: [Diagnostic], byRule: Bool, _ prefix: String
  ) throws(EditRefusal) {
    func name(_ diagnostic: Diagnostic) -> String {
      byRule
        ? "\(diagnostic.rule) \(diagnostic.path)"
        : "\(diagnostic.rule) \(diagnostic.path) \(diagnostic.message)"
    }
    var known: [String: Int] = [:]
    for diagnostic in before where diagnostic.severity == .error {
      known[name(diagnostic), default: 0] += 1
    }
    var new: [Diagnostic] = []
    for diagnostic in after where diagnostic.severity == .error {
      known[name(diagnostic), default: 0] -= 1
      if known[name(diagnostic), default: 0] < 0 { new.append(diagnostic) }
    }
    let messages = Set(before.map(\.message))
    guard let first = new.first(where: { !messages.contains($0.message) }) ?? new.first else {
      return
    }
    throw EditRefusal(prefix + first.message, new)
  }

  /// Refuses a new id after which a path takes other rows than before.
  private func checkPaths(
    _ edit: FlowEdit, _ after: FlowLoader.Result, _ prefix: String
  ) throws(EditRefusal) {
    guard let old = PathRuns(result), let new = PathRuns(after) else { return }
    let changed = EditableFlows.apply(edit, to: scripts) { _ in false }
    for (file, changed) in zip(scripts, changed) {
      for (before, after) in zip(old.runs(of: file), new.runs(of: changed)) {
        guard let run = before.run, run.entries.count != after.run?.entries.count else { continue }
        throw EditRefusal(
          "\(prefix)the path `\(before.script.name)` would take other rows; name its rows "
            + "with their flows")
      }
    }
  }
}

extension EditOperation {
  /// How a message about something wrong begins, if the operation gives new ids.
  var complaint: String? {
    switch self {
    case .rename(let place, _): "the \(place.kind) keeps its id: "
    case .renameName: "the name stays as it is: "
    case .insert: "the steps keep their ids: "
    case .set, .unset, .add, .remove, .move, .split, .extract, .accept, .create: nil
    }
  }
}
