import Diagnostics
import FlowCheck
import FlowEdit
import FlowFolder
import TestSupport
import Testing

/// A folder with documents that are edited as the studio edits them.
final class EditedFolder {
  private let folder: Folder
  /// What the other files of the folder said after the last edit.
  private(set) var now: [String: String] = [:]

  init() throws { folder = try Folder() }

  /// The document after operations, as it stands in the folder then. Undo gives what was there.
  func edited(
    _ text: String, _ operation: EditOperation, in name: String,
    _ others: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try folder.write(text, to: "docs/\(name)")
    for (name, text) in others { try folder.write(text, to: "docs/\(name)") }
    var flows = FlowFolder(folder.path("docs"))
    let before = flows.findings().findings.count { $0.diagnostic.severity == .error }
    let edit = try flows.editable().edit(operation, in: folder.path("docs/\(name)"))
    try flows.write(edit)
    let errors = flows.findings().findings.filter { $0.diagnostic.severity == .error }
    #expect(
      errors.count <= before, "\(errors.map(\.diagnostic.message))",
      sourceLocation: sourceLocation)
    let after = folder.text("docs/\(name)")
    for name in others.keys.sorted() { now[name] = folder.text("docs/\(name)") }
    try flows.write(edit.inverse)
    #expect(folder.text("docs/\(name)") == text, sourceLocation: sourceLocation)
    return after
  }

  /// Why an edit is refused.
  func refusal(
    _ text: String, _ operation: EditOperation, in file: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try folder.write(text, to: "\(file)/\(file)")
    let flows = FlowFolder(folder.path(file))
    do {
      _ = try flows.editable().edit(operation, in: folder.path("\(file)/\(file)"))
      Issue.record("it was not refused", sourceLocation: sourceLocation)
      return ""
    } catch { return error.message }
  }
}
