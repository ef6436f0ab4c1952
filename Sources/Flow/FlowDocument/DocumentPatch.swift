public import Diagnostics
public import FlowModel

/// Prints a flow into its document: the document's own bytes, apart from what the flow says
/// differently.
public struct DocumentPatch {
  /// The document as the flow has it.
  public let markdown: String
  /// Whether the rest of the document is unchanged. False if the whole flow had to be printed anew,
  /// since rows differ in a document that is not a table with a row in every line.
  public let isInPlace: Bool

  /// Prints `flow` into a use case of a document.
  ///
  /// - Parameters:
  ///   - prefix: the letters before the number in an id, as for `DocumentImport`.
  ///   - title: returns the title of another flow for its id.
  public init(
    _ flow: Flow, into file: SourceFile, as useCase: DocumentImport.Flow, prefix: String = "UC",
    title: @escaping (String) -> String?
  ) {
    let printer = DocumentPrinter(flow, title: title)
    let check = DocumentCheck(useCase, at: file.path, against: flow)
    guard check.differenceCount > 0 else {
      (markdown, isInPlace) = (String(decoding: file.bytes, as: UTF8.self), true)
      return
    }
    /// How much a document differs from the flow.
    func rest(_ text: String) -> Int {
      let document = DocumentImport(
        SourceFile(path: file.path, bytes: Array(text.utf8)), prefix: prefix, id: useCase.id)
      let found = document.flows.first { $0.id == useCase.id }
      return found.map { DocumentCheck($0, at: file.path, against: flow).differenceCount } ?? .max
    }
    // The fewest words that are enough, or else whole cells.
    var best: (text: String, rest: Int)?
    for isFine in [true, false] where best?.rest != 0 {
      var edits = DocumentEdits(file, isFine: isFine)
      guard edits.add(printer, useCase, check) else { break }
      let text = edits.text
      let left = rest(text)
      if left < best?.rest ?? .max { best = (text, left) }
    }
    if let best, best.rest == 0 || best.rest <= rest(printer.markdown) {
      (markdown, isInPlace) = (best.text, true)
    } else {
      (markdown, isInPlace) = (printer.markdown, false)
    }
  }
}
