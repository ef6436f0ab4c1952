internal import Diagnostics
internal import FlowModel

// What a flow says differently in its header.
extension DocumentEdits {
  /// A part that the document does not have yet.
  private struct Addition {
    var name: String
    var entries: [String]
    var isList: Bool
  }

  /// Adds what the header of the flow says differently. Returns false if the document has no place
  /// for it.
  mutating func addHeader(_ printer: DocumentPrinter, _ useCase: DocumentImport.Flow) -> Bool {
    guard let before = useCase.loaded else { return false }
    let (flow, draft) = (printer.flow, useCase.draft)
    func places(_ part: HeaderPart) -> [HeaderPlace] {
      draft.headerPlaces.filter { $0.part == part }
    }
    if before.title != flow.title || before.kind != flow.kind,
      !addTitle(printer, before, draft, places(.title).first)
    {
      return false
    }
    var additions: [Addition] = []
    for text in HeaderText.allCases where text != .outline {
      let (was, now) = (before[text], flow[text])
      guard DocumentCheck.normal(was ?? "") != DocumentCheck.normal(now ?? "") else { continue }
      let places = places(.text(text))
      for (number, place) in places.enumerated() {
        change(place, to: number == 0 ? [now].compactMap(\.self) : [], printer)
      }
      if places.isEmpty, let now {
        let name = text.rawValue.prefix(1).uppercased() + text.rawValue.dropFirst()
        additions.append(Addition(name: name, entries: [now], isList: false))
      }
    }
    for list in HeaderList.allCases {
      let (was, now) = (before[list].map(DocumentCheck.normal), flow[list])
      guard Set(was) != Set(now.map(DocumentCheck.normal)) else { continue }
      let places = places(.list(list))
      guard places.flatMap(\.entries).map(DocumentCheck.normal) == was else { return false }
      let (assigned, left) = HeaderPlace.assign(now, to: places, atEnd: list == .notes)
      for (place, entries) in zip(places, assigned) { change(place, to: entries, printer) }
      guard !left.isEmpty else { continue }
      if list == .notes {
        addNotes(left, printer, draft)
      } else {
        additions.append(Addition(name: list.traits.title, entries: left, isList: true))
      }
    }
    add(additions, printer, draft)
    return true
  }

  // MARK: Title

  private mutating func addTitle(
    _ printer: DocumentPrinter, _ before: Flow, _ draft: FlowDraft, _ place: HeaderPlace?
  ) -> Bool {
    if before.kind == printer.flow.kind {
      let (was, now) = (printer.escaped(before.title), printer.escaped(printer.flow.title))
      if let place {
        replace(place.span, was, with: now)
        return true
      }
      let heading = Array(scalars[Int(draft.span.start)..<Int(draft.span.end)])
      for words in [was, before.title].map({ Array($0.unicodeScalars) })
      where heading.count > words.count && heading.suffix(words.count).elementsEqual(words) {
        let start = draft.span.end - UInt32(truncatingIfNeeded: words.count)
        replace(Span(start: start, end: draft.span.end), was, with: now)
        return true
      }
    }
    guard Int(draft.span.start) < scalars.count, scalars[Int(draft.span.start)] == "#" else {
      return false
    }
    let marks = scalars[Int(draft.span.start)...].prefix { $0 == "#" }.count
    replace(
      draft.span, "", with: String(repeating: "#", count: marks) + " " + printer.heading)
    return true
  }

  // MARK: Places

  private mutating func change(
    _ place: HeaderPlace, to entries: [String], _ printer: DocumentPrinter
  ) {
    func words(_ entries: [String]) -> [String] {
      entries.map {
        printer.linked(String($0.dropFirst($0.hasPrefix(place.lead) ? place.lead.count : 0)))
      }
    }
    let (was, now) = (words(place.entries), words(entries))
    guard was.map(DocumentCheck.normal) != now.map(DocumentCheck.normal) else { return }
    let start = Int(place.span.start)
    guard let first = now.first else {
      removeLine(at: start)
      return
    }
    if place.form == .cell {
      let raw = String(String.UnicodeScalarView(scalars[start..<Int(place.span.end)]))
      let glue: String? =
        raw.contains("<br") ? "<br>" : was.count > 1 && !raw.contains("<li") ? ", " : nil
      func cell(_ texts: [String]) -> String {
        if let glue { return texts.joined(separator: glue) }
        let isPlain = texts.count == 1 && !raw.contains("<li")
        return isPlain ? texts[0] : "<ul>\(texts.map { "<li>\($0)</li>" }.joined())</ul>"
      }
      replace(place.span, cell(was), with: cell(now))
      return
    }
    replace(place.span, was.joined(separator: " "), with: first)
    let end = lineEnd(after: start)
    let lead = String(String.UnicodeScalarView(scalars[lineStart(before: start)..<start]))
    for (number, text) in now.enumerated().dropFirst() {
      insert(separator(after: end, place.form) + HeaderPlace.lead(lead, number) + text, at: end)
    }
  }

  /// What separates a line from a further one: an empty line if one follows a label, since Markdown
  /// would join the two.
  private func separator(after end: Int, _ form: HeaderPlace.Form) -> String {
    let rest = scalars[end...].drop { $0 == "\r" }
    let isLast = rest.isEmpty || rest.dropFirst().first == "\n" || rest.dropFirst().first == "\r"
    return form == .label && isLast ? "\n\n" : "\n"
  }

  // MARK: Parts that the document does not have

  private mutating func add(
    _ additions: [Addition], _ printer: DocumentPrinter, _ draft: FlowDraft
  ) {
    guard !additions.isEmpty else { return }
    func row(_ addition: Addition) -> String {
      let texts = addition.entries.map(printer.linked)
      return "| **\(addition.name)** | "
        + (addition.isList ? "<ul>\(texts.map { "<li>\($0)</li>" }.joined())</ul>" : texts[0])
        + " |"
    }
    let places = draft.headerPlaces.filter { $0.part != .list(.notes) }
    guard let last = places.last(where: { $0.form == .cell }) ?? places.last else {
      let rows = additions.map { row($0) + "\n" }.joined()
      let text = "\n\n## Overview\n\n| Aspect | Description |\n| --- | --- |\n\(rows)"
      insert(String(text.dropLast()), at: lineEnd(after: Int(draft.span.start)))
      return
    }
    let end = lineEnd(after: Int(last.span.start))
    for addition in additions {
      switch last.form {
      case .cell: insert("\n" + row(addition), at: end)
      case .label:
        for entry in addition.entries {
          insert(
            separator(after: end, .label) + "**\(addition.name):** \(printer.linked(entry))",
            at: end)
        }
      case .line:
        let lead = addition.isList ? "- " : ""
        insert(
          "\n\n## \(addition.name)\n\n"
            + addition.entries.map { lead + printer.linked($0) }.joined(separator: "\n"), at: end)
      }
    }
  }

  private mutating func addNotes(
    _ notes: [String], _ printer: DocumentPrinter, _ draft: FlowDraft
  ) {
    let text = notes.enumerated().map { "\($0.offset + 1). \(printer.linked($0.element))\n" }
    let isEnded = draft.end > 0 && draft.end <= scalars.count
    guard isEnded else { return }
    insert("\n\n## Notes\n\n" + text.joined().dropLast(), at: draft.end)
  }
}

extension HeaderPlace {
  /// Gives every entry to the place of the entry that it replaces or follows.
  ///
  /// - Parameter atEnd: gives new entries to the last place.
  /// - Returns: the entries of each place, and those that no place can take.
  static func assign(
    _ entries: [String], to places: [HeaderPlace], atEnd: Bool
  ) -> (places: [[String]], left: [String]) {
    let owners = places.enumerated().flatMap { place in
      place.element.entries.map { _ in place.offset }
    }
    let old = places.flatMap(\.entries).map(DocumentCheck.normal)
    let changes = entries.map(DocumentCheck.normal).difference(from: old)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in changes {
      switch change {
      case .insert(let offset, _, _): inserted.insert(offset)
      case .remove(let offset, _, _): removed.insert(offset)
      }
    }
    var assigned = places.map { _ in [String]() }
    var left: [String] = []
    var next = 0
    var free: [Int] = []
    var last = places.indices.first
    func passRemoved() {
      while removed.contains(next) {
        free.append(owners[next])
        next += 1
      }
    }
    for (offset, entry) in entries.enumerated() {
      passRemoved()
      guard inserted.contains(offset) else {
        last = owners[next]
        assigned[owners[next]].append(entry)
        next += 1
        free = []
        continue
      }
      let place = free.isEmpty ? (atEnd ? places.indices.last : last) : free.removeFirst()
      if let place, entry.hasPrefix(places[place].lead) {
        assigned[place].append(entry)
        last = place
      } else {
        left.append(entry)
      }
    }
    return (assigned, left)
  }

  /// What stands before a further line: `- `, and the next number after `1. ` and `[^1]: `.
  static func lead(_ first: String, _ number: Int) -> String {
    guard let start = first.firstIndex(where: \.isNumber) else { return first }
    let digits = first[start...].prefix { $0.isASCII && $0.isNumber }
    guard let value = Int(counted: digits),
      [".", "]"].contains(first[start...].dropFirst(digits.count).first)
    else { return first }
    return first[..<start] + "\(value + number)" + first[start...].dropFirst(digits.count)
  }
}
