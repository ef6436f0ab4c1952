public import Diagnostics
public import FlowModel

/// Compares a flow file with its document, row by row.
public struct DocumentCheck: Sendable {
  /// The differences. One that has a place on both sides is reported twice in a row, once for each.
  public private(set) var diagnostics: [Diagnostic] = []
  /// How many rows of the document were compared.
  public private(set) var rowCount = 0
  /// How many rows differ or are missing on one side.
  public private(set) var differenceCount = 0
  private let path: String
  private let flow: Flow

  /// A row of either side, in the form that is compared.
  private struct Entry {
    var id: String
    var kind: String
    var text: String
    var next: String
    var span: Span
    var targetSpan: Span

    init(_ id: String, _ kind: String, _ text: String, next: String = "", at span: Span) {
      (self.id, self.kind, self.text, self.next) = (id, kind, text, next)
      (self.span, targetSpan) = (span, span)
    }
  }

  /// Compares a flow with a use case of a document.
  ///
  /// - Parameter comparesWords: whether the sentences are compared too, ignoring quotation marks
  ///   and the case of letters.
  public init(
    _ document: DocumentImport.Flow, at path: String, against flow: Flow, comparesWords: Bool = true
  ) {
    self.path = path
    self.flow = flow
    let wanted = DocumentCheck.entries(document.draft)
    let found = DocumentCheck.entries(flow)
    rowCount = wanted.count
    var waiting: [String: [Entry]] = [:]
    for entry in found.reversed() { waiting[entry.id, default: []].append(entry) }
    for entry in wanted {
      guard let other = waiting[entry.id]?.popLast() else {
        differenceCount += 1
        add(
          path, entry.span,
          "\(entry.kind) `\(entry.id)` of the document is missing from \(flow.path)")
        continue
      }
      compare(entry, other, comparesWords)
    }
    for entry in found {
      guard let left = waiting[entry.id]?.popLast() else { continue }
      differenceCount += 1
      add(flow.path, left.span, "\(left.kind) `\(left.id)` is not in the document")
    }
  }

  private mutating func add(_ path: String, _ span: Span, _ message: String) {
    diagnostics.append(Diagnostic(.documentDiffers, path: path, span: span, message))
  }

  private mutating func compare(_ wanted: Entry, _ found: Entry, _ comparesWords: Bool) {
    var differs = false
    func tell(_ what: String, _ before: String, _ now: String, _ span: Span) {
      differs = true
      add(path, wanted.span, "`\(wanted.id)` \(what) `\(before)` in the document")
      add(flow.path, span, "`\(found.id)` \(what) `\(now)` here")
    }
    if wanted.kind != found.kind { tell("is a", wanted.kind, found.kind, found.span) }
    if wanted.next != found.next { tell("leads to", wanted.next, found.next, found.targetSpan) }
    if comparesWords,
      DocumentCheck.normal(wanted.text) != DocumentCheck.normal(found.text)
    {
      tell("says", wanted.text, found.text, found.span)
    }
    if differs { differenceCount += 1 }
  }

  /// The text without differences in quotation marks, dashes, spaces and the case of letters.
  private static func normal(_ text: String) -> String {
    var result = ""
    for character in CellText.collapsed(text).lowercased() {
      switch character {
      case "‘", "’", "“", "”", "\"", "„", "`": result.append("'")
      case "–", "—", "‑": result.append("-")
      default: result.append(character)
      }
    }
    if result.hasSuffix(".") { result.removeLast() }
    return result
  }

  // MARK: The two sides

  private static func entries(_ draft: FlowDraft) -> [Entry] {
    var entries: [Entry] = []
    func add(_ steps: [StepDraft], lineOf extensionID: String? = nil) {
      let lead = extensionID.map { "\($0)." } ?? ""
      for (index, step) in steps.enumerated() {
        let following = index + 1 < steps.count ? lead + steps[index + 1].id : ""
        let next = step.rows.isEmpty ? step.next ?? following : ""
        entries.append(
          Entry(lead + step.id, step.activity.key, step.subject, next: next, at: step.span))
        entries += step.rows.map {
          Entry($0.id, $0.kind.key, $0.label, next: $0.next, at: $0.span)
        }
      }
    }
    for section in draft.sections {
      entries.append(Entry(section.id, "section", section.title, at: section.span))
      add(section.steps)
    }
    add(draft.steps)
    for found in draft.extensions {
      entries.append(Entry(found.id, "extension", found.label, at: found.span))
      add(found.lines, lineOf: found.id)
    }
    return entries
  }

  private static func entries(_ flow: Flow) -> [Entry] {
    flow.lines.map { line in
      switch line {
      case .section(let section):
        return Entry(section.id, "section", section.title, at: section.span)
      case .step(let step):
        let row = step.ownRow
        var entry = Entry(
          step.id, step.activity.key, step.subject, next: row?.next?.description ?? "",
          at: step.span)
        if let row { entry.targetSpan = row.targetSpan(.written) }
        return entry
      case .row(let row):
        let next = row.kind == .extension ? "" : row.next?.description ?? ""
        var entry = Entry(row.id, row.kind.key, row.label, next: next, at: row.span)
        entry.targetSpan = row.targetSpan(.written)
        return entry
      }
    }
  }
}
