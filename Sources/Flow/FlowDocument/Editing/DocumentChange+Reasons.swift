internal import Diagnostics
package import FlowEdit

// What is said to people of a change that is not made.
extension DocumentChange {
  /// The place that an operation is about.
  func line(of operation: EditOperation) -> String {
    let span = operation.place.flatMap { self.span(of: $0) } ?? draft.span
    if hasPlaces { return "\(file.path):\(file.position(of: span.start).line)" }
    guard !written.format.isOffice, let block = WrittenBlocks(self)?.block(of: span, self) else {
      return "line \(text.position(of: span.start).line) of the text of \(file.path)"
    }
    let before = file.bytes[..<written.bytes(of: block).lowerBound]
    return "\(file.path):\(before.count { $0 == 0x0A } + 1)"
  }

  /// Why there is no way to write a change.
  func reason(of operation: EditOperation) -> String {
    let what: String? =
      switch written.format {
      case .feature: "a feature"
      case .csv: "a file of cells"
      case .markdown, .plain, .asciiDoc, .structured, .html, .word, .openDocument: nil
      }
    switch operation {
    case .remove where written.format.isMarkup:
      return "it is not an element with nothing but words: there may be a picture, a comment, a "
        + "bookmark, a field, a tracked change, the end of a section or a merged cell in it"
    case .add where written.format.isMarkup:
      return "there is no element like it that has nothing but words and no merged cells"
    case .insert where written.format.isMarkup:
      return "there is no element like it beside it that has nothing but words and no merged "
        + "cells, or the numbers after it are not written in order"
    case .add:
      return what.map { "nothing can be added to \($0) from here" }
        ?? "there is no line like it, after which it could be written"
    case .remove:
      return what.map { "nothing can be taken out of \($0) from here" }
        ?? "its lines were not found in one piece"
    case .unset(_, let key): return "`\(key)` has no line of its own"
    case .set(let place, let key, _):
      guard let old = values.value(of: place)?[key] else {
        return "nothing in the document says its `\(key)`"
      }
      if key == "next" { return "no words of it say that it leads to `\(old.text ?? "")`" }
      return old.text.map { "`\($0)` is not written in one piece, in these words" }
        ?? "the entries of `\(key)` cannot be written from here"
    case .insert where written.format == .structured:
      return "there is no line like it beside it, its words do not fit into a column of the table, "
        + "or the numbers after it are not written in order"
    case .insert:
      return "there is no line like it beside it, or the numbers after it are not written in order"
    case .move, .split, .extract, .accept, .rename, .renameName, .create:
      return "this is no change of a document"
    }
  }
}

extension EditOperation {
  /// The place that the operation is about. Nil for one that is about a whole flow.
  package var place: EditPlace? {
    switch self {
    case .set(let place, _, _), .unset(let place, _), .remove(let place), .move(let place, _),
      .accept(let place), .rename(let place, _), .add(_, _, let place, _):
      place
    case .insert(_, let step), .split(let step, _, _): .step(step)
    case .extract(let section, _): .section(section)
    case .renameName, .create: nil
    }
  }
}
