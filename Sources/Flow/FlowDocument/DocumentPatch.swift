public import Diagnostics
public import FlowModel

/// Prints a flow into its document: the document's own bytes, apart from the rows that the flow says
/// differently.
public struct DocumentPatch {
  /// The document as the flow has it.
  public let markdown: String
  /// Whether the rest of the document is unchanged. False if the whole flow had to be printed anew,
  /// since a header differs, or the document is not a table with a row in every line.
  public let isInPlace: Bool

  /// Prints `flow` into the only use case of a document.
  ///
  /// - Parameter title: returns the title of another flow for its id.
  public init(
    _ flow: Flow, into file: SourceFile, as useCase: DocumentImport.Flow,
    title: @escaping (String) -> String?
  ) {
    let printer = DocumentPrinter(flow, title: title)
    let check = DocumentCheck(useCase, at: file.path, against: flow)
    guard check.differenceCount > 0 else {
      (markdown, isInPlace) = (String(decoding: file.bytes, as: UTF8.self), true)
      return
    }
    var edits = Edits(file)
    if !check.isHeaderDifferent, edits.add(printer, useCase) {
      (markdown, isInPlace) = (edits.text, true)
    } else {
      (markdown, isInPlace) = (printer.markdown, false)
    }
  }
}

/// Changes of a document, from its end to its beginning.
private struct Edits {
  private let scalars: [Unicode.Scalar]
  private var changes: [(range: Range<Int>, text: String)] = []

  init(_ file: SourceFile) {
    scalars = Array(String(decoding: file.bytes, as: UTF8.self).unicodeScalars)
  }

  var text: String {
    var view = String.UnicodeScalarView()
    var place = 0
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard change.range.lowerBound >= place else { continue }
      view.append(contentsOf: scalars[place..<change.range.lowerBound])
      view.append(contentsOf: change.text.unicodeScalars)
      place = change.range.upperBound
    }
    view.append(contentsOf: scalars[place...])
    return String(view)
  }

  /// Adds what the flow says differently. Returns false if that is not possible row by row.
  mutating func add(_ printer: DocumentPrinter, _ useCase: DocumentImport.Flow) -> Bool {
    guard let document = useCase.loaded else { return false }
    let before = document.lines
    let cells = useCase.draft.lineCells
    guard before.count == cells.count, !cells.isEmpty else { return false }
    var waiting: [String: [Int]] = [:]
    for place in before.indices.reversed() { waiting[before[place].id, default: []].append(place) }
    // Without the titles of other flows, which only one side may know.
    let (old, new) = (
      DocumentPrinter(document) { _ in nil }, DocumentPrinter(printer.flow) { _ in nil }
    )
    var last: Int?
    for line in printer.flow.lines {
      guard let place = waiting[line.id]?.popLast() else {
        // A new row comes after the one before it.
        guard let last, let end = cells[last].map({ lineEnd(after: Int($0.id.start)) }) else {
          return false
        }
        changes.append((end..<end, "\n" + printer.row(line).dropLast()))
        continue
      }
      last = place
      guard let spans = cells[place] else { continue }
      let (was, now) = (old.cells(before[place]), new.cells(line))
      if was.text != now.text { replace(spans.text, with: printer.cells(line).text) }
      if was.next != now.next { replace(spans.next, with: printer.cells(line).next) }
    }
    for place in waiting.values.joined() {
      guard let spans = cells[place] else { return false }
      let start = lineStart(before: Int(spans.id.start))
      changes.append((start..<min(lineEnd(after: start) + 1, scalars.count), ""))
    }
    return true
  }

  private mutating func replace(_ span: Span, with text: String) {
    changes.append((Int(span.start)..<Int(span.end), text))
  }

  private func lineStart(before place: Int) -> Int {
    scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  private func lineEnd(after place: Int) -> Int {
    scalars[place...].firstIndex(of: "\n") ?? scalars.count
  }
}

extension Line {
  fileprivate var id: String {
    switch self {
    case .section(let section): section.id
    case .step(let step): step.id
    case .row(let row): row.reference
    case .anywhere(let id): id
    }
  }
}
