internal import FlowLoader
internal import FlowModel

// New steps, and what leads to them.
extension EditableFlows {
  /// The files after a change, to be changed again.
  package func after(_ edit: FlowEdit) -> EditableFlows {
    EditableFlows(
      flows: EditableFlows.apply(edit, to: files, isFlow),
      scripts: EditableFlows.apply(edit, to: scripts) { _ in false },
      rules: EditableFlows.apply(edit, to: rules) { _ in false },
      tables: EditableFlows.apply(edit, to: tables) { _ in false },
      texts: EditableFlows.apply(edit, to: texts) { _ in false },
      documents: documents.map { $0.after(edit) }, editor: editor?.after(edit))
  }

  /// Changes one after the other, as one.
  ///
  /// Each is refused as ``edit(_:in:)`` refuses it.
  package func edit(
    _ operations: [EditOperation], in path: String, of flow: String? = nil
  ) throws(EditRefusal) -> FlowEdit {
    var (flows, whole) = (self, FlowEdit([]))
    for operation in operations {
      let edit = try flows.edit(operation, in: path, of: flow)
      whole = whole.followed(by: edit)
      flows = flows.after(edit)
    }
    return whole
  }

  /// A new step before another one, which gets the next number, as those after it do. The rows that
  /// led to the other one lead to the new one.
  package func edit(
    inserting step: EditValue, before id: String, in path: String, of flow: String? = nil
  ) throws(EditRefusal) -> FlowEdit {
    let edit = try edit(.insert(step, before: id), in: path, of: flow)
    guard !holdsDocument(path), let moved = EditableFlows.following(id) else { return edit }
    let flows = after(edit)
    let flow = flows.result.flows.first { $0.path == path }
    let rows = (flow?.rows ?? []).filter { $0.step.id != id || $0.isAnywhere }
    let leads = rows.flatMap { row -> [EditOperation] in
      let place: EditPlace = row.kind == .own ? .step(row.step.id) : .row(row.reference)
      return [("next", row.next), ("meant", row.meant)].compactMap { key, target in
        target?.description == moved ? .set(place, key: key, .text(id)) : nil
      }
    }
    return leads.isEmpty ? edit : edit.followed(by: try flows.edit(leads, in: path))
  }

  /// The id of a new step at the end of a section, or of a flow without sections.
  package func newStep(
    of place: EditPlace, in path: String, of name: String? = nil
  ) -> String? {
    let found = document(path, name) ?? result.flows.first { $0.path == path }
    guard let flow = found else { return nil }
    let last: Step?
    if case .section(let id) = place {
      last = flow.sections.first { $0.id == id && $0.extensionRow == nil }?.steps.last
    } else {
      last = flow.steps.last { !$0.isLine }
    }
    var id = last.flatMap { EditableFlows.following($0.id) }
    while let taken = id, flow.step(taken) != nil { id = EditableFlows.following(taken) }
    return id
  }
}

extension YAMLText {
  /// The places of the list that a place is in, itself included.
  package func siblings(of place: EditPlace) -> [EditPlace] {
    guard let path = find(place), !path.isEmpty else { return [] }
    return parts.filter { $0.path.count == path.count && $0.path.dropLast() == path.dropLast() }
      .map(\.place)
  }

  /// The section in which a place is, or the file without sections. Nil in an extension.
  package func section(of place: EditPlace) -> EditPlace? {
    guard let path = find(place) else { return nil }
    let around = parts.filter { $0.path.count < path.count && path.starts(with: $0.path) }
    switch around.first?.place ?? place {
    case .section(let id): return .section(id)
    case .extension: return nil
    case .file, .step, .row, .rule, .path: return .file
    }
  }

  /// The keys that a place may have and has not, in the order in which people write them. Those
  /// are left out whose values have a shape of their own, and the id.
  package func newKeys(of place: EditPlace) -> [(key: String, shape: EditShape)] {
    guard let path = find(place) else { return [] }
    let own = parts.first { $0.path == path }?.place ?? place
    return KeyOrder.newKeys(of: own, besides: node(path).keys.map(\.text)).compactMap { key in
      KeyOrder.shape(of: key).map { (key, $0) }
    }
  }
}

extension EditValue {
  /// How this value of a key can be shown to be changed. Nil if it has another shape than the key
  /// usually has and is no plain text, list or mapping.
  package func shape(of key: String) -> EditShape? {
    switch (self, KeyOrder.shape(of: key)) {
    case (.text, .target?): .target
    case (.mapping, .facts?): .facts
    case (.mapping, .inputs?): .inputs
    case (.text, _): .text
    case (.list, _): .list
    case (.mapping, _): nil
    }
  }
}
