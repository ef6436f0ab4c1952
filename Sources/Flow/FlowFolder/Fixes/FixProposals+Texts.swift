internal import Diagnostics
internal import FlowCheck
internal import FlowEdit
internal import FlowLoader
internal import FlowModel
internal import FlowTexts
internal import FlowTranslation

// What may mend findings about texts in other languages.
extension FixProposals {
  /// Says that translations fit the words as they are now, which only a person can know: those that
  /// say of no words that they translate them, or one that is older than its words.
  func signatures(in file: SourceFile) -> [Fix] {
    let all = flows.result.readable.flows + flows.documents.flatMap(\.flows)
    let translation = Translation(TextsFile(file), of: all)
    let span = finding.diagnostic.span
    let items = translation.items.filter { item in
      item.isNew ? names == [item.text.flow] : item.isOlder && item.entry?.ofSpan == span
    }
    guard !items.isEmpty else { return [] }
    let title = items.count == 1 ? "it translates" : "they translate"
    return fix("say that \(title) these words") { () throws(EditRefusal) in
      var draft = try TextsDraft(file)
      try draft.set(
        items.compactMap { item in
          guard let entry = item.entry else { return nil }
          return TextsDraft.Change(
            [entry.flow, entry.part, entry.slot].compactMap(\.self),
            ["of": .text(item.text.fingerprint), "text": .text(entry.text)])
        })
      return FlowEdit([draft.file])
    }
  }
}
