package import Diagnostics
internal import FlowDocument
package import FlowEdit
internal import FlowLoader

/// The documents of a folder, and the binding files beside them, as they are changed.
package struct FolderDocuments: DocumentEditor {
  private let folder: FlowFolder

  init(_ folder: FlowFolder) { self.folder = folder }

  package func text(of flow: String) -> SourceFile? { folder.documents.made(of: flow) }

  package func after(_ edit: FlowEdit) -> any DocumentEditor {
    FolderDocuments(folder.after(edit.files))
  }

  package func edit(
    _ operation: EditOperation, of flow: String
  ) throws(EditRefusal) -> FlowEdit {
    if case .accept(let place) = operation { return try accepting(place, of: flow) }
    guard let path = folder.documents.document(of: flow),
      let bytes = folder.documents.bytes(path)
    else { throw EditRefusal("no document has a use case `\(flow)`") }
    if folder.documents.isBeside(operation, of: flow) {
      let path = folder.bindingDraft(of: flow)?.path ?? path
      let file = try folder.documents.edit(operation, beside: flow, newAt: path)
      if let refusal = refusal(folder.after([file]), butFor: flow) { throw refusal }
      return FlowEdit([file])
    }
    let change = try DocumentChange(SourceFile(path: path, bytes: bytes), of: flow)
    let names = try change.renumbered(by: operation)
    var beside: [FlowEdit.File] = []
    let file = try change.edit(operation) { new in
      var after = folder.after([new])
      do throws(EditRefusal) {
        let own = try folder.documents.following(flow, in: after.documents, names)
        beside = own.map { [$0] } ?? []
      } catch { return error }
      if !beside.isEmpty { after = folder.after([new] + beside) }
      return refusal(after, butFor: flow)
    }
    guard !names.isEmpty else { return FlowEdit([file] + beside) }
    var all = folder
    let others = try folder.editable().renumbering(names, ofDocument: flow, in: all.result())
    return FlowEdit([file] + beside + others)
  }

  /// What is meant is written into the document, and goes away beside it.
  private func accepting(_ place: EditPlace, of flow: String) throws(EditRefusal) -> FlowEdit {
    guard let file = text(of: flow), let value = try YAMLText(file).value(of: place),
      let meant = value["meant"]
    else { throw EditRefusal("\(place) does not say what is meant") }
    var edit = try edit(.set(place, key: "next", meant), of: flow)
    for key in ["meant", "why"] where value[key] != nil {
      edit = edit.followed(by: try after(edit).edit(.unset(place, key: key), of: flow))
    }
    return edit
  }

  /// Why a change is refused after which other flows say something else, or something is wrong that
  /// was not wrong before. Nil if it is not.
  private func refusal(_ after: FlowFolder, butFor flow: String) -> EditRefusal? {
    guard after.documents.isSame(as: folder.documents, butFor: flow) else {
      return EditRefusal("another use case would say something else as well")
    }
    var (before, after) = (folder, after)
    func told(_ folder: inout FlowFolder) -> [Diagnostic] {
      folder.result().diagnostics.filter {
        $0.severity == .error || $0.rule == .boundRowChanged && $0.severity == .warning
      }
    }
    var known: [String: Int] = [:]
    for found in told(&before) { known["\(found.rule) \(found.message)", default: 0] += 1 }
    for found in told(&after) {
      known["\(found.rule) \(found.message)", default: 0] -= 1
      if known["\(found.rule) \(found.message)", default: 0] < 0 {
        return EditRefusal(found.message, [found])
      }
    }
    return nil
  }
}

extension FlowFolder {
  /// The folder with other texts in place of files.
  fileprivate func after(_ files: [FlowEdit.File]) -> FlowFolder {
    var folder = self
    for file in files { folder.set(file.after, at: file.path) }
    return folder
  }
}
