public import Diagnostics
public import FlowModel
internal import Markup

/// Compares a flow file with its document: rows, targets, bullets and header.
public struct DocumentCheck: Sendable {
  /// The differences. One that has a place on both sides is reported twice in a row, once for each.
  public private(set) var diagnostics: [Diagnostic] = []
  /// How many rows of the document were compared.
  public private(set) var rowCount = 0
  /// How many rows and parts of the header differ or are missing on one side.
  public private(set) var differenceCount = 0
  /// How many of them are parts of the header.
  public private(set) var headerDifferenceCount = 0
  /// How many differences the flow file allows with `allow: { document-differs: ... }`.
  public private(set) var allowedCount = 0
  private let path: String
  private let flow: Flow
  private let comparesWords: Bool
  /// The parts with `allow: { document-differs: ... }`. That of the flow is about its header, and
  /// about what it has beyond its document.
  private let allowed: Set<FlowPart>

  /// A line of either side, in the form that is compared.
  private struct Entry {
    var id: String
    var kind: String
    var text: String
    var next = ""
    var details: [Property] = []
    var part: FlowPart
    var span: Span
    var targetSpan: Span
  }

  /// Compares a flow with a use case of a document.
  ///
  /// - Parameter comparesWords: whether sentences, bullets and the header are compared too,
  ///   ignoring quotation marks and the case of letters.
  public init(
    _ document: DocumentImport.Flow, at path: String, against flow: Flow, comparesWords: Bool = true
  ) {
    self.path = path
    self.flow = flow
    self.comparesWords = comparesWords
    allowed = Set(
      flow.allowances.filter { $0.rule == Rule.documentDiffers.name }.map(\.part))
    guard let wantedFlow = document.loaded else { return }
    var wanted = DocumentCheck.entries(wantedFlow)
    for (place, span) in document.draft.lineSpans.enumerated() where place < wanted.count {
      (wanted[place].span, wanted[place].targetSpan) = (span, span)
    }
    let found = DocumentCheck.entries(flow)
    rowCount = wanted.count
    if comparesWords { compareHeaders(document, wantedFlow) }
    headerDifferenceCount = differenceCount
    var waiting: [String: [Entry]] = [:]
    for entry in found.reversed() { waiting[entry.id, default: []].append(entry) }
    for entry in wanted {
      guard let other = waiting[entry.id]?.popLast() else {
        differ()
        add(
          path, entry.span,
          "\(entry.kind) `\(entry.id)` of the document is missing from \(flow.path)")
        continue
      }
      compare(entry, other)
    }
    for entry in found {
      guard let left = waiting[entry.id]?.popLast(), !isAllowed(left.part) else { continue }
      differ()
      add(flow.path, left.span, "\(left.kind) `\(left.id)` is not in the document")
    }
  }

  private mutating func differ() { differenceCount += 1 }

  private mutating func add(_ path: String, _ span: Span, _ message: String) {
    diagnostics.append(Diagnostic(.documentDiffers, path: path, span: span, message))
  }

  /// Whether the file allows a part to differ. Counts it.
  private mutating func isAllowed(_ part: FlowPart) -> Bool {
    var parts = [part]
    if case .row(let row) = part { parts.append(.step(row.step)) }
    guard parts.contains(where: allowed.contains) else { return false }
    allowedCount += 1
    return true
  }

  // MARK: Lines

  private mutating func compare(_ wanted: Entry, _ found: Entry) {
    var differences: [(what: String, before: String, now: String, span: Span)] = []
    func tell(_ what: String, _ before: String, _ now: String, _ span: Span) {
      differences.append((what, before, now, span))
    }
    if wanted.kind != found.kind { tell("is a", wanted.kind, found.kind, found.span) }
    // What a use case returns to one that includes it.
    let isReturn = wanted.next == "end" && found.next == "result done"
    if !DocumentCheck.isSameTarget(wanted.next, found.next), !isReturn {
      tell("leads to", wanted.next, found.next, found.targetSpan)
    }
    if comparesWords {
      if DocumentCheck.normal(wanted.text) != DocumentCheck.normal(found.text) {
        tell("says", wanted.text, found.text, found.span)
      }
      for (before, now) in zip(wanted.details, found.details)
      where !DocumentCheck.isSame(before, now) {
        // The flow says more than its document, and says so.
        if before.value.isEmpty, allowed.contains(.flow(flow)) {
          allowedCount += 1
          continue
        }
        tell(
          "has as \(before.name)", before.value.isEmpty ? "nothing" : before.value,
          now.value.isEmpty ? "nothing" : now.value, found.span)
      }
    }
    guard !differences.isEmpty, !isAllowed(found.part) else { return }
    differ()
    for (what, before, now, span) in differences {
      add(path, wanted.span, "`\(wanted.id)` \(what) `\(before)` in the document")
      add(flow.path, span, "`\(found.id)` \(what) `\(now)` here")
    }
  }

  /// Whether two targets are one, however the document spells the name of an error flow.
  private static func isSameTarget(_ wanted: String, _ found: String) -> Bool {
    wanted == found
      || wanted.hasPrefix("error ") && found.hasPrefix("error ")
        && WrittenName.error(wanted) == WrittenName.error(found)
  }

  private static func isSame(_ before: Property, _ now: Property) -> Bool {
    // "displays loading message" does not say which one.
    if before.value == "“\(StepSentence.plainLoading)”", !now.value.isEmpty { return true }
    return normal(before.value) == normal(now.value)
  }

  /// The text without differences in quotation marks, dashes, spaces and the case of letters.
  static func normal(_ text: String) -> String {
    var result = CellText.collapsed(text).lowercased().replacing([
      "‘": "'", "’": "'", "“": "'", "”": "'", "\"": "'", "„": "'", "`": "'", "–": "-", "—": "-",
      "‑": "-",
    ])
    if result.hasSuffix(".") { result.removeLast() }
    return result
  }

  private static func entries(_ flow: Flow) -> [Entry] {
    flow.lines.map { line in
      switch line {
      case .section(let section):
        return Entry(
          id: section.id, kind: "section", text: section.title, part: .section(section),
          span: section.span, targetSpan: section.span)
      case .step(let step):
        let row = step.ownRow
        return Entry(
          id: step.id, kind: step.activity.key,
          text: step.activity == .notice ? ShownText.read(step.subject) : step.subject,
          next: row?.next?.description ?? "",
          details: step.documentProperties + (row?.documentProperties ?? []), part: .step(step),
          span: step.span, targetSpan: row?.targetSpan(.written) ?? step.span)
      case .anywhere(let id):
        return Entry(
          id: id, kind: "section", text: Line.atAnyTime, part: .flow(flow), span: flow.span,
          targetSpan: flow.span)
      case .row(let row):
        return Entry(
          id: row.id, kind: row.kind.key, text: row.label,
          next: row.kind == .extension ? "" : row.next?.description ?? "",
          details: row.documentProperties, part: .row(row), span: row.span,
          targetSpan: row.targetSpan(.written))
      }
    }
  }

  // MARK: The header

  private mutating func compareHeaders(_ document: DocumentImport.Flow, _ wanted: Flow) {
    var texts = [("title", wanted.title, flow.title, document.span)]
    texts.append(("kind", wanted.kind.rawValue, flow.kind.rawValue, document.span))
    for text in HeaderText.allCases where text != .outline {
      let span = document.draft.span(of: .text(text)) ?? document.span
      texts.append((text.rawValue, wanted[text] ?? "", flow[text] ?? "", span))
    }
    for (name, before, now, span) in texts
    where DocumentCheck.normal(before) != DocumentCheck.normal(now) && !isAllowed(.flow(flow)) {
      differ()
      add(path, span, "the \(name) is `\(before.isEmpty ? "nothing" : before)` in the document")
      add(flow.path, flow.span, "the \(name) is `\(now.isEmpty ? "nothing" : now)` here")
    }
    for list in HeaderList.allCases {
      let name = list.traits.entry
      let here = Set(flow[list].map(DocumentCheck.normal))
      let there = Set(wanted[list].map(DocumentCheck.normal))
      let span = document.draft.span(of: .list(list)) ?? document.span
      for entry in wanted[list]
      where !here.contains(DocumentCheck.normal(entry)) && !isAllowed(.flow(flow)) {
        differ()
        add(path, span, "\(name) `\(entry)` of the document is missing from \(flow.path)")
      }
      for (entry, span) in zip(flow[list], flow.spans(of: list.traits.entries))
      where !there.contains(DocumentCheck.normal(entry)) && !isAllowed(.flow(flow)) {
        differ()
        add(flow.path, span, "\(name) `\(entry)` is not in the document")
      }
    }
  }
}
