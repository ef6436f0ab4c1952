internal import Diagnostics
package import FlowEdit
internal import FlowModel
internal import YAMLTree

// What is said beside a document is changed there.
extension DocumentFlows {
  /// Whether an operation is about what a document cannot say: actions, answers, facts, conditions,
  /// timers, inputs.
  package func isBeside(_ operation: EditOperation, of flow: String) -> Bool {
    guard let (draft, _, binding) = drafts[flow.lowercased()] else { return false }
    switch operation {
    case .set(let place, let key, _), .unset(let place, let key):
      if place == .file { return !BindingFile.ofDocument.contains(key) && key != "flow" }
      let words = BoundDraft.kinds.union(["next", "title", "case", "at", "step", "line"])
      guard !words.contains(key), let row = id(of: place) else { return false }
      if let binding {
        let bound = BoundDraft(draft, binding).draft
        let found = bound.bindable.first { $0.reference == row }
        if let found, bound[keyPath: found.bound].has(key) { return true }
      }
      let own = YAMLText.read(FlowYAML.text(of: draft, alias: nil).text)?.value(of: place)
      return own?[key] == nil
    case .add(_, let key, .file, _):
      return !["steps", "sections", "extensions", "anywhere"].contains(key)
    case .add, .remove, .move, .split, .extract, .accept, .rename, .renameName, .insert, .create:
      return false
    }
  }

  private func id(of place: EditPlace) -> String? {
    switch place {
    case .step(let id), .row(let id), .extension(let id): id
    case .file, .section, .rule, .path: nil
    }
  }

  /// What an operation changes in the binding file, which is made if there is none.
  ///
  /// - Parameter path: the path of a new file.
  package func edit(
    _ operation: EditOperation, beside flow: String, newAt path: String
  ) throws(EditRefusal) -> FlowEdit.File {
    guard let (draft, document, binding) = drafts[flow.lowercased()] else {
      throw EditRefusal("no document has a use case `\(flow)`")
    }
    let place = operation.place ?? .file
    let row = try id(of: place).map { id throws(EditRefusal) in
      try self.row(id, draft, binding)
    }
    guard let binding else {
      let name = document.split(separator: "/").last.map(String.init) ?? document
      var lines = [
        "# What \(name) does not say about \(draft.id), \(draft.title). "
          + "docs/documents.md says more.",
        "flow: \(YAMLScalar.text(draft.id))",
      ]
      if let row {
        lines += ["", "rows:", "  \(BindingDraft.key(row.key)):", "    \(row.says)"]
      }
      let first = SourceFile(path: path, bytes: Array(lines.map { $0 + "\n" }.joined().utf8))
      let file = try first.changed(by: [operation.moved(to: row.map { .row($0.key) })])
      return FlowEdit.File(path: path, new: String(decoding: file.after ?? [], as: UTF8.self))
    }
    guard let row else { return try binding.file.changed(by: [operation]) }
    guard !row.isNew else {
      guard case .set(_, let key, let value) = operation else {
        throw EditRefusal("\(place) has no `\(key(of: operation))`")
      }
      let entry = EditValue.mapping([
        .init(BindingFile.words, .text(row.words)), .init(key, value),
      ])
      return try binding.file.changed(by: [
        .add(.pair(row.key, entry), to: "rows", of: .file, before: row.before.map { .row($0) })
      ])
    }
    return try binding.file.changed(by: [operation.moved(to: .row(row.key))])
  }

  private func key(of operation: EditOperation) -> String {
    if case .unset(_, let key) = operation { key } else { "value" }
  }

  /// The entry of a row in a binding file.
  private struct Row {
    /// Its key in the file.
    let key: String
    let words: String
    /// `says: ...`
    let says: String
    let isNew: Bool
    /// The key of the entry of the next row that has one.
    let before: String?
  }

  private func row(
    _ id: String, _ draft: FlowDraft, _ binding: BindingFile?
  ) throws(EditRefusal) -> Row {
    let bound = binding.map { BoundDraft(draft, $0) }
    let rows = bound?.match.rows ?? draft.bindable
    guard let index = rows.firstIndex(where: { $0.reference == id }) else {
      // A proposal of the binding file itself.
      if let binding, binding.entries.contains(where: { $0.id == id }) {
        return Row(key: id, words: "", says: "", isNew: false, before: nil)
      }
      throw EditRefusal("the document has no row `\(id)`")
    }
    let entries = bound?.match.rowOfEntry ?? []
    let own = entries.firstIndex { $0 == index }
    let later = entries.enumerated().filter { ($0.element ?? 0) > index }.min {
      ($0.element ?? 0) < ($1.element ?? 0)
    }
    return Row(
      key: own.flatMap { binding?.entries[$0].id } ?? id, words: BindingDraft.kept(index, rows),
      says: BindingDraft.words(of: index, in: rows), isNew: own == nil,
      before: later.flatMap { binding?.entries[$0.offset].id })
  }

  /// The binding file with the words that its rows have by now, and with the numbers that its
  /// steps get. Nil if they are the same.
  ///
  /// - Parameter names: the new numbers of steps, by the old ones.
  package func following(
    _ flow: String, in new: DocumentFlows, _ names: [String: String] = [:]
  ) throws(EditRefusal) -> FlowEdit.File? {
    guard let (draft, _, known) = drafts[flow.lowercased()], let binding = known,
      let now = new.drafts[flow.lowercased()]?.draft
    else { return nil }
    let before = BoundDraft(draft, binding).match
    var read = now
    for (name, kind) in binding.actors { read.read(name, as: kind) }
    let rows = read.bindable
    let offsets = ScalarOffsets(binding.file.bytes)
    var keys: [TextEdit] = []
    var operations: [EditOperation] = []
    for (index, entry) in binding.entries.enumerated() {
      guard let old = before.rowOfEntry[index] else { continue }
      var (id, reference) = (entry.id, before.rows[old].reference)
      if let name = DocumentChange.renamed(reference, names) {
        (id, reference) = (name, name)
        keys.append(TextEdit(offsets.bytes(entry.span), BindingDraft.key(name)))
      }
      if let meant = entry.pairs.first(where: { $0.key == "meant" })?.value.text,
        let name = DocumentChange.renamed(meant, names)
      {
        operations.append(.set(.row(id), key: "meant", .text(name)))
      }
      guard let words = entry.words,
        let row = rows.firstIndex(where: { $0.reference == reference }),
        BindingWords.isSame(before.rows[old].text, rows[row].text) == false,
        !BindingWords.isSame(words, rows[row].text)
      else { continue }
      operations.append(
        .set(.row(id), key: BindingFile.words, .text(BindingDraft.kept(row, rows))))
    }
    if keys.isEmpty {
      return operations.isEmpty ? nil : try binding.file.changed(by: operations)
    }
    let file = binding.file
    keys.sort { $0.range.lowerBound < $1.range.lowerBound }
    let renamed = SourceFile(path: file.path, bytes: keys.apply(to: file.bytes))
    let bytes = try renamed.changed(by: operations).after ?? renamed.bytes
    return FlowEdit.File(
      path: file.path, before: file.bytes,
      edits: DocumentChange.edits(from: file.bytes, to: bytes))
  }
}

extension EditOperation {
  /// The operation at another place.
  fileprivate func moved(to place: EditPlace?) -> EditOperation {
    guard let place else { return self }
    switch self {
    case .set(_, let key, let value): return .set(place, key: key, value)
    case .unset(_, let key): return .unset(place, key: key)
    case .add, .remove, .move, .split, .extract, .accept, .rename, .renameName, .insert, .create:
      return self
    }
  }
}

extension YAMLText {
  fileprivate static func read(_ text: String) -> YAMLText? {
    try? YAMLText(SourceFile(path: "flow.yaml", bytes: Array(text.utf8)))
  }
}
