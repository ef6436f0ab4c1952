internal import Diagnostics
internal import FlowModel

/// Changes of a document.
struct DocumentEdits {
  let scalars: [Unicode.Scalar]
  /// Whether only the words of a cell are replaced that differ, and not the whole cell.
  private let isFine: Bool
  private var changes: [(range: Range<Int>, text: String)] = []

  init(_ file: SourceFile, isFine: Bool) {
    scalars = Array(String(decoding: file.bytes, as: UTF8.self).unicodeScalars)
    self.isFine = isFine
  }

  /// The changed document, with its own line ends.
  var text: String {
    let first = scalars.firstIndex(of: "\n") ?? 0
    let isReturned = first > 0 && scalars[first - 1] == "\r"
    var view = String.UnicodeScalarView()
    var place = 0
    let sorted = changes.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, change) in sorted where change.range.lowerBound >= place {
      view.append(contentsOf: scalars[place..<change.range.lowerBound])
      let text = isReturned ? change.text.replacing("\n", with: "\r\n") : change.text
      view.append(contentsOf: text.unicodeScalars)
      place = change.range.upperBound
    }
    view.append(contentsOf: scalars[place...])
    return String(view)
  }

  /// Adds what the flow says differently. Returns false if that is not possible in place.
  mutating func add(
    _ printer: DocumentPrinter, _ useCase: DocumentImport.Flow, _ check: DocumentCheck
  ) -> Bool {
    if check.headerDifferenceCount > 0, !addHeader(printer, useCase) { return false }
    return check.differenceCount == check.headerDifferenceCount || addRows(printer, useCase)
  }

  // MARK: Rows

  private mutating func addRows(
    _ printer: DocumentPrinter, _ useCase: DocumentImport.Flow
  ) -> Bool {
    guard let document = useCase.loaded else { return false }
    let before = document.lines
    let cells = useCase.draft.lineCells
    guard before.count == cells.count, !cells.isEmpty else { return false }
    if useCase.draft.isScenario { return addWords(printer, document, useCase.draft) }
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
        guard let last, let cell = cells[last] else { return false }
        insert("\n" + printer.row(line).dropLast(), at: lineEnd(after: Int(cell.id.start)))
        continue
      }
      last = place
      guard let spans = cells[place] else { continue }
      let (was, now) = (old.cells(before[place]), new.cells(line))
      replace(spans.text, was.text, with: now.text, printer.cells(line).text)
      replace(spans.next, was.next, with: now.next, printer.cells(line).next)
    }
    for place in waiting.values.joined() {
      guard let spans = cells[place] else { return false }
      removeLine(at: Int(spans.id.start))
    }
    return true
  }

  /// Changes the words of a scenario that differ, and the targets that have a cell. Returns false
  /// if anything else differs.
  private mutating func addWords(
    _ printer: DocumentPrinter, _ document: Flow, _ draft: FlowDraft
  ) -> Bool {
    let (before, now) = (document.lines, printer.flow.lines)
    guard isFine, before.map(\.id) == now.map(\.id) else { return false }
    let (old, new) = (
      DocumentPrinter(document) { _ in nil }, DocumentPrinter(printer.flow) { _ in nil }
    )
    for (place, span) in draft.lineSpans.enumerated() {
      let (was, now) = (old.cells(before[place]), new.cells(now[place]))
      if DocumentCheck.normal(was.text) != DocumentCheck.normal(now.text) {
        guard
          let (part, text) = smallest(
            Array(was.text.unicodeScalars), Array(now.text.unicodeScalars),
            Int(span.start)..<Int(span.end))
        else { return false }
        changes.append((part, text))
      }
      guard DocumentCheck.normal(was.next) != DocumentCheck.normal(now.next) else { continue }
      guard let cells = draft.lineCells[place] else { return false }
      replace(cells.next, was.next, with: now.next)
    }
    return true
  }

  // MARK: Changes

  mutating func insert(_ text: String, at place: Int) { changes.append((place..<place, text)) }

  mutating func removeLine(at place: Int) {
    let start = lineStart(before: place)
    let end = scalars[start...].firstIndex(of: "\n") ?? scalars.count
    changes.append((start..<min(end + 1, scalars.count), ""))
  }

  /// Replaces what was printed as `was` and is now printed as `now`.
  ///
  /// - Parameter whole: the text to write if the whole place is replaced; `now` if nil.
  mutating func replace(_ span: Span, _ was: String, with now: String, _ whole: String? = nil) {
    guard DocumentCheck.normal(was) != DocumentCheck.normal(now) else { return }
    let range = Int(span.start)..<Int(span.end)
    if isFine,
      let (part, text) = smallest(Array(was.unicodeScalars), Array(now.unicodeScalars), range)
    {
      changes.append((part, text))
      return
    }
    // An empty cell is the place before its bar.
    let isBar = range.upperBound < scalars.count && scalars[range.upperBound] == "|"
    changes.append((range, (whole ?? now) + (isBar ? " " : "")))
  }

  /// The words of a range that have to be replaced. Nil if they are not there exactly once.
  private func smallest(
    _ was: [Unicode.Scalar], _ now: [Unicode.Scalar], _ range: Range<Int>
  ) -> (Range<Int>, String)? {
    func isWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || "0" <= scalar && scalar <= "9"
    }
    let limit = min(was.count, now.count)
    var head = 0
    while head < limit, was[head] == now[head] { head += 1 }
    var tail = 0
    while tail < limit - head, was[was.count - 1 - tail] == now[now.count - 1 - tail] { tail += 1 }
    // Whole words, and so many before them that there is only one such place.
    func backToWord() {
      while head > 0, isWord(was[head - 1]) { head -= 1 }
    }
    backToWord()
    while tail > 0, isWord(was[was.count - tail]) { tail -= 1 }
    var found: [Int] = []
    repeat {
      let wanted = was[head..<max(head, was.count - tail)]
      guard range.count >= wanted.count else { return nil }
      found = (range.lowerBound...(range.upperBound - wanted.count)).filter {
        scalars[$0..<($0 + wanted.count)].elementsEqual(wanted)
      }
      if found.count == 1, !wanted.isEmpty { break }
      guard !found.isEmpty, head > 0 else { return nil }
      head -= 1
      backToWord()
    } while true
    let place = found[0]
    let count = was.count - tail - head
    var text = String.UnicodeScalarView()
    text.append(contentsOf: now[head..<(now.count - tail)])
    return (place..<(place + count), String(text))
  }

  func lineStart(before place: Int) -> Int {
    scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  /// The end of the line, before what ends it.
  func lineEnd(after place: Int) -> Int {
    let end = scalars[place...].firstIndex(of: "\n") ?? scalars.count
    return end > place && scalars[end - 1] == "\r" ? end - 1 : end
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
