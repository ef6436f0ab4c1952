package import Diagnostics
internal import FlowModel

/// Changes flows where documents tell them, and in the binding files beside them.
package protocol DocumentEditor: Sendable {
  /// A flow of a document as a flow file, with what is said beside the document. Nil if no document
  /// has it.
  func text(of flow: String) -> SourceFile?

  /// What is changed for an operation.
  ///
  /// Refuses a change after which the document says anything else than it should.
  func edit(_ operation: EditOperation, of flow: String) throws(EditRefusal) -> FlowEdit

  /// The documents after a change.
  func after(_ edit: FlowEdit) -> any DocumentEditor
}

// Flows that stand in documents.
extension EditableFlows {
  /// The text of the file of a flow: for a flow of a document, the flow file that it stands for.
  package func text(of flow: String, in path: String) -> SourceFile? {
    holdsDocument(path) ? editor?.text(of: flow) : file(path)
  }

  func holdsDocument(_ path: String) -> Bool { documents.contains { $0.file.path == path } }

  /// The flow of a document that is meant: the only one, if none is named.
  func document(_ path: String, _ flow: String?) -> Flow? {
    guard let document = documents.first(where: { $0.file.path == path }) else { return nil }
    if let flow { return document.flows.first { $0.id == flow } }
    return document.flows.count == 1 ? document.flows[0] : nil
  }

  /// The change of a document, or of what is said beside it. Nil if it is about something else.
  func editOfDocument(
    _ operation: EditOperation, _ path: String, _ flow: String?
  ) throws(EditRefusal) -> FlowEdit? {
    guard holdsDocument(path) else { return nil }
    switch operation {
    case .rename(let place, _):
      guard let flow = document(path, flow) else { return nil }
      let id = place.description.split(separator: " ").last.map(String.init) ?? ""
      let line = flow.step(id)?.line ?? flow.row(id)?.line
      throw EditRefusal.ofName(isFlow: false, in: path, line: line)
    case .renameName, .create: return nil
    case .set, .unset, .add, .remove, .move, .split, .extract, .accept, .insert: break
    }
    guard let flow = document(path, flow), let editor else { throw missing(path) }
    return try editor.edit(operation, of: flow.id)
  }
}

extension SourceFile {
  /// A flow file after operations that concern it alone.
  package func changed(by operations: [EditOperation]) throws(EditRefusal) -> FlowEdit.File {
    var draft = try YAMLDraft(self)
    for operation in operations { try draft.change(operation) }
    return draft.file
  }
}
