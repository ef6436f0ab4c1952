internal import Diagnostics
package import FlowModel

// Names in code for steps and rows that have none.
extension EditableFlows {
  /// Writes names into the file of a flow, or beside its document, and below them the translations
  /// that stood below the ids. Refuses names after which something is wrong.
  ///
  /// - Parameter catalogue: all flows, also those of documents.
  package func edit(
    naming proposals: NameProposals, in path: String, of catalogue: Catalogue
  ) throws(EditRefusal) -> FlowEdit {
    var edit: FlowEdit
    if holdsDocument(path) {
      edit = try self.edit(proposals.operations, in: path, of: proposals.flow)
    } else {
      edit = try draft(proposals.operations, in: path)
      if let last = proposals.operations.last { try check(edit, last, path) }
    }
    return edit.followed(
      by: FlowEdit(texts.compactMap { $0.taking(proposals, in: catalogue) }))
  }
}

extension SourceFile {
  /// The words of a flow that have no other place: a part cannot have the name of one.
  private static let header: Set = ["title", "outline", "summary", "goal", "actor", "words"]

  /// A file of texts in which the names of parts stand where their ids stood. Nil if it has none of
  /// these ids.
  fileprivate func taking(_ proposals: NameProposals, in catalogue: Catalogue) -> FlowEdit.File? {
    let names = Dictionary(proposals.all.compactMap { one in one.name.map { (one.id, $0) } }) {
      first, _ in first
    }
    let mentions = mentionsOfTexts(in: catalogue)
    var taken = SourceFile.header
    for mention in mentions {
      if case .name(proposals.flow, let name) = mention.subject { taken.insert(name) }
    }
    let offsets = ScalarOffsets(bytes)
    var edits: [TextEdit] = []
    for mention in mentions {
      let id: String
      switch mention.subject {
      case .step(proposals.flow, let own), .row(proposals.flow, let own): id = own
      default: continue
      }
      let range = offsets.bytes(mention.span)
      let written = String(decoding: bytes[range], as: UTF8.self)
      // The lines of an extension stand below `section 4a`, and stay there.
      guard let name = names[id], [id, "'\(id)'", "\"\(id)\""].contains(written),
        taken.insert(name).inserted
      else { continue }
      edits.append(TextEdit(range, name))
    }
    guard !edits.isEmpty else { return nil }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    return FlowEdit.File(path: path, before: bytes, edits: edits)
  }
}
