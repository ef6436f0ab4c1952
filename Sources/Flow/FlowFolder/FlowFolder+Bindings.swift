package import FlowDocument
internal import FlowFiles
internal import FlowLoader

// What is said beside documents.
extension FlowFolder {
  /// The binding file of a flow of a document as it should be, and the path where it belongs. Nil
  /// if no document has the flow.
  package func bindingDraft(of flow: String) -> (draft: BindingDraft, path: String)? {
    guard let draft = documents.bindingDraft(of: flow) else { return nil }
    if let path = draft.path { return (draft, path) }
    let name = draft.flow.map { $0 == " " || $0 == "/" ? "-" : String($0) }.joined()
    let file = name + FlowLoader.bindingEnding
    guard let slash = draft.document.lastIndex(of: "/") else { return (draft, file) }
    return (draft, draft.document[...slash] + file)
  }
}
