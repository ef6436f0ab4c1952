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
  /// The files of evidence, and those that tests of the app need.
  package let tables: [SourceFile]
  /// The files of texts in other languages.
  package let texts: [SourceFile]
  /// The documents that hold flows.
  package let documents: [EditableDocument]
  /// What changes the documents. Nil if there are none.
  let editor: (any DocumentEditor)?
  /// The flows of the files.
  package let result: FlowLoader.Result

  /// The files of a folder.
  package init(
    flows: [SourceFile], scripts: [SourceFile] = [], rules: [SourceFile] = [],
    tables: [SourceFile] = [], texts: [SourceFile] = [], documents: [EditableDocument] = [],
    editor: (any DocumentEditor)? = nil
  ) {
    (files, self.scripts, self.rules) = (flows, scripts, rules)
    (self.tables, self.texts, self.documents) = (tables, texts, documents)
    self.editor = editor
    result = FlowLoader().load(flows)
  }

  /// The file with this path.
  package func file(_ path: String) -> SourceFile? {
    (files + scripts + rules + tables + texts).first { $0.path == path }
  }

  /// The document or binding file with this path.
  func beside(_ path: String) -> SourceFile? {
    documents.lazy.flatMap { [$0.file] + $0.bindings }.first { $0.path == path }
  }

  /// Why a file cannot be changed that is not here.
  package func missing(_ path: String) -> EditRefusal {
    guard let document = documents.first(where: { $0.file.path == path }) else {
      return EditRefusal("there is no file `\(path)`")
    }
    let names = document.flows.map(\.id).joined(separator: ", ")
    return EditRefusal(
      document.flows.count > 1
        ? "`\(path)` has several use cases (\(names)); name the one that is meant"
        : "this table stands in the document `\(path)`; change it there")
  }

  /// What is changed for an operation.
  ///
  /// Refuses what cannot be done, and a change after which something is wrong that was not wrong
  /// before.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - flow: the flow, if the file is a document that may have several.
  package func edit(
    _ operation: EditOperation, in path: String, of flow: String? = nil
  ) throws(EditRefusal) -> FlowEdit {
    if let edit = try editOfDocument(operation, path, flow) { return edit }
    let edit = FlowEdit(try changed(operation, path))
    try check(edit, operation, path)
    return edit
  }

  /// What is changed in one file by operations, one after the other.
  ///
  /// Unlike ``edit(_:in:)`` it does not look at what is wrong afterwards.
  package func draft(
    _ operations: [EditOperation], in path: String
  ) throws(EditRefusal) -> FlowEdit {
    guard let file = file(path) else { throw missing(path) }
    if operations.count == 1 { return FlowEdit(try changed(operations[0], path)) }
    var draft = try YAMLDraft(file)
    for operation in operations { try draft.change(operation) }
    return FlowEdit([draft.file])
  }

  /// Removes an entry of a mapping by the place of its key.
  ///
  /// - Parameter isRepeated: whether another entry must have the same key and value.
  package func removingEntry(
    at key: SourceSpan, in path: String, isRepeated: Bool = false
  ) throws(EditRefusal) -> FlowEdit {
    guard let file = file(path) else { throw missing(path) }
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
    case .renameName(let subject, let name):
      return try Renaming(subject, to: name, in: self).files(of: self)
    case .extract(let section, let name):
      return try extracting(section, as: name, of: try flow(path))
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
      guard let file = file(path) else { throw missing(path) }
      var draft = try YAMLDraft(file)
      try draft.change(operation)
      return [draft.file]
    }
  }

  func flow(_ path: String) throws(EditRefusal) -> Flow {
    guard let flow = result.flows.first(where: { $0.path == path }) else {
      if documents.contains(where: { $0.file.path == path }) { throw missing(path) }
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
    let (names, edit) = try renumbering(before, flow)
    let renamed = edit.files
    guard let file = file(flow.path) else { throw missing(flow.path) }
    let own = renamed.first { $0.path == flow.path }
    var draft = try YAMLDraft(file)
    try draft.replace(own?.edits ?? [])
    guard case .mapping(var pairs) = step.leading(to: names) else {
      throw EditRefusal("a step is a mapping of keys")
    }
    pairs.removeAll { $0.key == "step" }
    pairs.insert(EditValue.Pair("step", .text(before)), at: 0)
    try draft.insert(.mapping(pairs), before: names[before] ?? before)
    return renamed.filter { $0.path != flow.path } + [draft.file]
  }

  /// The numbers that a step and those that follow it in its section get, by the old ones, if
  /// another one is put before it.
  package func renumbered(
    from step: String, in path: String
  ) throws(EditRefusal) -> [String: String] {
    try renumbering(step, try flow(path)).names
  }

  /// The files that name steps of a flow of a document, besides the document and its binding
  /// file, with new numbers for the steps.
  ///
  /// - Parameters:
  ///   - names: the new numbers by the old ones.
  ///   - result: all flows, also those of documents.
  package func renumbering(
    _ names: [String: String], ofDocument id: String, in result: FlowLoader.Result
  ) throws(EditRefusal) -> [FlowEdit.File] {
    guard let flow = result.flows.first(where: { $0.id == id }) else { return [] }
    let own = documents.first { $0.file.path == flow.path }?.bindings ?? []
    let besides = [flow.path] + own.filter { $0.isBinding(of: flow) }.map(\.path)
    return try Renaming(steps: names, of: flow, in: self, result).files(of: self).filter {
      !besides.contains($0.path)
    }
  }

  /// The next number for a step and those that follow it in its section, with all that names them.
  func renumbering(
    _ first: String, _ flow: Flow
  ) throws(EditRefusal) -> (names: [String: String], edit: FlowEdit) {
    guard let next = flow.step(first) else {
      throw EditRefusal("there is no step `\(first)` in \(flow.id)")
    }
    var names: [String: String] = [:]
    var id = first
    for step in next.section.steps.drop(while: { $0 != next }) where step.id == id {
      guard let following = EditableFlows.following(id) else {
        throw EditRefusal("the step `\(id)` has no number")
      }
      names[id] = following
      id = following
    }
    return (names, FlowEdit(try Renaming(steps: names, of: flow, in: self).files(of: self)))
  }

  /// `1.4` for `1.3`. Nil if an id does not end in a number.
  static func following(_ id: String) -> String? {
    let digits = id.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard digits > 0, digits < 10, let number = Int(id.suffix(digits)) else { return nil }
    return id.dropLast(digits) + "\(number + 1)"
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
    case .rename, .renameName, .insert, .extract, .create: break
    }
  }

  /// Adds an entry to the list of a step that is there, before it.
  mutating func insert(_ value: EditValue, before step: String) throws(EditRefusal) {
    let path = try path(of: .step(step))
    guard let last = path.last else { return }
    try insert(.item(value), in: Array(path.dropLast()), at: last)
  }
}
