internal import Diagnostics
internal import FlowDocument
internal import FlowEdit
internal import FlowLoader
internal import FlowModel

/// A flow that is begun in the page.
struct NewFlow {
  let id: String
  let title: String
  private let alias: String
  /// The path of its file.
  let path: String

  init(id: String, title: String, beside other: String) throws(EditRefusal) {
    guard let first = id.first, first.isLetter, id.utf8.count <= 40,
      id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) })
    else { throw EditRefusal("`\(id)` is not the id of a flow: write letters and numbers") }
    self.id = id
    self.title = title
    alias = NewFlow.name(title)
    path = NewFlow.folder(of: other) + id + (alias.isEmpty ? "" : "-" + alias) + ".yaml"
  }

  /// A first screen, from which the user leaves.
  var value: EditValue {
    let row: EditValue = ["user": "selects Done", "next": "end"]
    let step: EditValue = [
      "step": "1", "screen": .text(title), "rows": .mapping([.init("a", row)]),
    ]
    var pairs: [EditValue.Pair] = [.init("flow", .text(id))]
    if !alias.isEmpty { pairs.append(.init("alias", .text(alias))) }
    return .mapping(pairs + [.init("title", .text(title)), .init("steps", .list([step]))])
  }

  /// New files with the use cases of a document, and how much of each was read.
  static func read(
    _ document: SourceFile, beside other: String, in flows: EditableFlows
  ) throws(EditRefusal) -> (edit: FlowEdit, notes: [String]) {
    let known = Set(flows.result.flows.map(\.id))
    let source = DocumentText.file(document)
    if let problem = DocumentText.problem(source) {
      throw EditRefusal("\(source.path) cannot be read", [problem])
    }
    var set = DocumentSet([source], known: known)
    if !isWhole(set) {
      // It may only lack an id.
      let named = DocumentSet([source], id: NewFlow.free(in: known), known: known)
      if isWhole(named) { set = named }
    }
    guard set.members.contains(where: { $0.flow.reading.steps > 0 }) else {
      throw EditRefusal(
        "\(source.path) is not read as a use case",
        set.diagnostics.filter { $0.severity == .error })
    }
    var edit = FlowEdit([])
    var notes: [String] = []
    var all = flows
    for member in set.members {
      guard !known.contains(member.flow.id) else {
        throw EditRefusal("there is a flow `\(member.flow.id)` already")
      }
      let path = folder(of: other) + member.flow.fileName
      guard flows.file(path) == nil else {
        throw EditRefusal("there is a file `\(path)` already")
      }
      let file = FlowEdit([FlowEdit.File(path: path, new: member.flow.yaml)])
      edit = edit.followed(by: file)
      all = all.after(file)
      if member.document != nil {
        notes.append(member.flow.reading.summary(of: member.flow.id, in: source))
      }
    }
    let wrong = all.result.diagnostics.filter { diagnostic in
      diagnostic.severity == .error && edit.files.contains { $0.path == diagnostic.path }
    }
    guard wrong.isEmpty else { throw EditRefusal("\(source.path) is not a flow yet", wrong) }
    return (edit, notes)
  }

  private static func isWhole(_ set: DocumentSet) -> Bool {
    !set.members.isEmpty && !set.diagnostics.contains { $0.severity == .error }
  }

  /// An id that no flow has.
  private static func free(in known: Set<String>) -> String {
    var number = 1
    while known.contains("UC\(number)") { number += 1 }
    return "UC\(number)"
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Lower-case letters and digits, with hyphens between them: at most 60.
  private static func name(_ text: String) -> String {
    let parts = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return String(parts.joined(separator: "-").prefix(60))
  }
}
