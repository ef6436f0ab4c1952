package import Diagnostics
package import FlowLoader
internal import FlowModel
internal import FlowRuntime

/// The files that a change of flows may concern, as they are now.
///
/// A value without access to files: who writes a change compares what is on the disk with what the
/// change was made from.
package struct EditableFlows: Sendable {
  /// The files of flows.
  package let files: [SourceFile]
  /// The files of scripts: paths, and runs in a world.
  package let scripts: [SourceFile]
  /// The files of house rules.
  package let rules: [SourceFile]
  /// The flows of the files.
  package let result: FlowLoader.Result

  /// The files of a folder.
  package init(flows: [SourceFile], scripts: [SourceFile] = [], rules: [SourceFile] = []) {
    (files, self.scripts, self.rules) = (flows, scripts, rules)
    result = FlowLoader().load(flows)
  }

  /// The file with this path.
  package func file(_ path: String) -> SourceFile? {
    (files + scripts + rules).first { $0.path == path }
  }

  /// What is changed for an operation.
  ///
  /// Refuses what cannot be done, and a change after which something is wrong that was not wrong
  /// before.
  ///
  /// - Parameter path: the path of the file.
  package func edit(
    _ operation: EditOperation, in path: String
  ) throws(EditRefusal) -> FlowEdit {
    let edit = FlowEdit(try changed(operation, path))
    try check(edit, operation)
    return edit
  }

  /// What is changed in one file by operations, one after the other.
  ///
  /// Unlike ``edit(_:in:)`` it does not look at what is wrong afterwards.
  package func draft(
    _ operations: [EditOperation], in path: String
  ) throws(EditRefusal) -> FlowEdit {
    guard let file = file(path) else { throw EditRefusal("there is no file `\(path)`") }
    if operations.count == 1 { return FlowEdit(try changed(operations[0], path)) }
    var draft = try YAMLDraft(file)
    for operation in operations { try draft.change(operation) }
    return FlowEdit([draft.file])
  }

  /// Removes an entry of a mapping by the place of its key.
  ///
  /// - Parameter isRepeated: whether another entry must have the same key and value.
  package func removingEntry(
    at key: Diagnostics.Span, in path: String, isRepeated: Bool = false
  ) throws(EditRefusal) -> FlowEdit {
    guard let file = file(path) else { throw EditRefusal("there is no file `\(path)`") }
    var draft = try YAMLDraft(file)
    let range = ScalarOffsets(file.bytes).bytes(key)
    guard let entry = draft.text.path(ofKey: range) else {
      throw EditRefusal("there is no key at this place")
    }
    if isRepeated {
      let parent = draft.text.node(entry.dropLast())
      let (own, value) = (draft.text.node(entry), parent.keys[entry[entry.count - 1]].text)
      let same = zip(parent.keys, parent.children).count {
        $0.text == value && $1.value == own.value
      }
      guard same > 1 else { throw EditRefusal("the two values differ") }
    }
    try draft.remove(entry)
    return FlowEdit([draft.file])
  }

  private func changed(
    _ operation: EditOperation, _ path: String
  ) throws(EditRefusal) -> [FlowEdit.File] {
    switch operation {
    case .rename(let place, let name):
      return try renaming(place, to: name, try flow(path)).files(of: self)
    case .insert(let step, let before): return try inserted(step, before, try flow(path))
    case .create(let value):
      guard file(path) == nil else { throw EditRefusal("there is a file `\(path)` already") }
      guard case .mapping(let pairs) = value, !pairs.isEmpty else {
        throw EditRefusal("a file is a mapping of keys")
      }
      let lines = pairs.flatMap {
        EntryWriter.lines(.pair($0.key, $0.value), margin: 0, owner: nil)
      }
      let text = lines.map { $0 + "\n" }.joined()
      return [FlowEdit.File(path: path, new: text)]
    case .set, .unset, .add, .remove, .move, .split, .accept:
      guard let file = file(path) else { throw EditRefusal("there is no file `\(path)`") }
      var draft = try YAMLDraft(file)
      try draft.change(operation)
      return [draft.file]
    }
  }

  private func flow(_ path: String) throws(EditRefusal) -> Flow {
    guard let flow = result.flows.first(where: { $0.path == path }) else {
      let wrong = result.diagnostics.filter { $0.path == path }
      throw EditRefusal("`\(path)` cannot be read as a flow", wrong)
    }
    return flow
  }

  private func renaming(
    _ place: EditPlace, to name: String, _ flow: Flow
  ) throws(EditRefusal) -> Renaming {
    switch place {
    case .step(let id): return try Renaming(steps: [id: name], of: flow, in: self)
    case .section(let id): return try Renaming(section: id, to: name, of: flow, in: self)
    case .row(let reference): return try Renaming(row: reference, to: name, of: flow, in: self)
    case .file, .extension, .rule, .path:
      throw EditRefusal("only a step, a section or a row can be renamed")
    }
  }

  // MARK: A step between others

  /// A new step before another one, which gets the next number, as those after it do.
  private func inserted(
    _ step: EditValue, _ before: String, _ flow: Flow
  ) throws(EditRefusal) -> [FlowEdit.File] {
    guard let next = flow.step(before) else {
      throw EditRefusal("there is no step `\(before)` in \(flow.id)")
    }
    var names: [String: String] = [:]
    var id = before
    for step in next.section.steps.drop(while: { $0 != next }) where step.id == id {
      guard let following = EditableFlows.following(id) else {
        throw EditRefusal("the step `\(id)` has no number")
      }
      names[id] = following
      id = following
    }
    let renamed = try Renaming(steps: names, of: flow, in: self).files(of: self)
    guard let file = file(flow.path) else { throw EditRefusal("there is no file `\(flow.path)`") }
    let own = renamed.first { $0.path == flow.path }
    var draft = try YAMLDraft(file)
    try draft.replace(own?.edits ?? [])
    guard case .mapping(var pairs) = step else { throw EditRefusal("a step is a mapping of keys") }
    pairs.removeAll { $0.key == "step" }
    pairs.insert(EditValue.Pair("step", .text(before)), at: 0)
    try draft.insert(.mapping(pairs), before: names[before] ?? before)
    return renamed.filter { $0.path != flow.path } + [draft.file]
  }

  /// `1.4` for `1.3`. Nil if an id does not end in a number.
  static func following(_ id: String) -> String? {
    let digits = id.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard digits > 0, digits < 10, let number = Int(id.suffix(digits)) else { return nil }
    return id.dropLast(digits) + "\(number + 1)"
  }

  // MARK: Refusals

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
    !(scripts + rules).contains { $0.path == path }
      && !path.split(separator: "/").dropLast().contains {
        ["paths", "real", "rules"].contains($0)
      }
  }

  private func check(_ edit: FlowEdit, _ operation: EditOperation) throws(EditRefusal) {
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
    if let prefix { try checkPaths(edit, after, prefix) }
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
    case .insert: "the steps keep their ids: "
    case .set, .unset, .add, .remove, .move, .split, .accept, .create: nil
    }
  }
}

extension YAMLDraft {
  /// Changes the file alone.
  mutating func change(_ operation: EditOperation) throws(EditRefusal) {
    switch operation {
    case .set(let place, let key, let value): try set(key, of: place, to: value)
    case .unset(let place, let key): try unset(key, of: place)
    case .add(let entry, let key, let place, let before):
      try add(entry, to: key, of: place, before: before)
    case .remove(let place): try remove(place)
    case .move(let place, let before): try move(place, before: before)
    case .split(let step, let id, let title): try split(before: step, id: id, title: title)
    case .accept(let place): try accept(place)
    // These are about more than one file.
    case .rename, .insert, .create: break
    }
  }

  /// Adds an entry to the list of a step that is there, before it.
  mutating func insert(_ value: EditValue, before step: String) throws(EditRefusal) {
    let path = try path(of: .step(step))
    guard let last = path.last else { return }
    try insert(.item(value), in: Array(path.dropLast()), at: last)
  }
}
