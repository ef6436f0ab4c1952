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
    func add(_ step: StepDraft, following: String?, lineOf prefix: String?) {
      let id = prefix.map { "\($0).\(step.id)" } ?? step.id
      let next = step.rows.isEmpty ? step.next ?? following ?? "" : ""
      entries.append(
        Entry(
          id: id, kind: step.activity.key, text: step.subject, next: next, span: step.span,
          targetSpan: step.span))
      for row in step.rows {
        entries.append(
          Entry(
            id: row.id, kind: row.kind.key, text: row.label, next: row.next, span: row.span,
            targetSpan: row.span))
      }
    }
    func add(_ steps: [StepDraft], lineOf prefix: String? = nil) {
      for (index, step) in steps.enumerated() {
        let following = index + 1 < steps.count ? steps[index + 1].id : nil
        add(
          step,
          following: prefix.flatMap { prefix in following.map { "\(prefix).\($0)" } } ?? following,
          lineOf: prefix)
      }
    }
    for section in draft.sections {
      entries.append(
        Entry(
          id: section.id, kind: "section", text: section.title, next: "", span: section.span,
          targetSpan: section.span))
      add(section.steps)
    }
    add(draft.steps)
    for found in draft.extensions {
      entries.append(
        Entry(
          id: found.id, kind: "extension", text: found.label, next: "", span: found.span,
          targetSpan: found.span))
      add(found.lines, lineOf: found.id)
    }
    return entries
  }

  private static func entries(_ flow: Flow) -> [Entry] {
    let own = Dictionary(
      flow.rows.filter { $0.kind == .own }.map { ($0.step.index, $0) }
    ) { first, _ in first }
    return flow.lines.map { line in
      switch line {
      case .section(let section):
        return Entry(
          id: section.id, kind: "section", text: section.title, next: "", span: section.span,
          targetSpan: section.span)
      case .step(let step):
        let row = step.hasOwnRow ? own[step.index] : nil
        return Entry(
          id: step.id, kind: step.activity.key, text: step.subject,
          next: row?.next?.description ?? "", span: step.span,
          targetSpan: row?.targetSpan(.written) ?? step.span)
      case .row(let row):
        return Entry(
          id: row.id, kind: row.kind.key, text: row.label,
          next: row.kind == .extension ? "" : row.next?.description ?? "", span: row.span,
          targetSpan: row.targetSpan(.written))
      }
    }
  }
}
