internal import Diagnostics
internal import FlowEdit
internal import FlowModel

// The words of a document for targets.
extension DocumentChange {
  /// What may say a target: as another row of the document says it, in the language of the
  /// document, or else in English.
  func words(for target: String, short: Bool) -> [String] {
    let now = name(target)
    let isFlow = target.hasPrefix("goto ")
    var long = said(target)
    for language in [tongue, TargetWords.all[0]] {
      if target == "end" {
        long.append(language.end)
      } else if isFlow {
        long.append(language.flow(now))
      } else if isID(target) {
        long.append(language.step(now))
      }
    }
    var cell = target == "end" ? saidInCells(target) + [tongue.cell] : saidInCells(target)
    if let heading = Target(written: target)?.heading { cell.append(heading) }
    if isID(target), !isFlow { cell.insert(now, at: 0) }
    var all: [String] = []
    for words in short ? cell + long : long + cell where !all.contains(words) { all.append(words) }
    return all
  }

  /// How other rows of the document say such a target.
  private func said(_ target: String) -> [String] {
    var found: [String] = []
    let lines = draft.steps + draft.extensions.flatMap(\.lines)
    for line in lines {
      guard let next = line.next else { continue }
      let texts =
        [line.said].compactMap(\.self) + (line.note?.split(separator: "; ") ?? []).map(String.init)
      for said in texts.flatMap(SaidTargets.sentences) {
        guard var words = DocumentChange.clause(of: said, saying: next) else { continue }
        if next != target {
          guard isID(next), isID(target), next.hasPrefix("goto ") == target.hasPrefix("goto "),
            let place = words.ranges(of: name(next)).last
          else { continue }
          words.replaceSubrange(place, with: name(target))
        }
        if TargetPhrase(words, prefix: "UC")?.target == target, !found.contains(words) {
          found.append(words)
        }
      }
    }
    return Array(found.prefix(3))
  }

  /// The end of a sentence that says a target and nothing else: `weiter mit Schritt 6` after a
  /// comma. Nil if there is none.
  private static func clause(of sentence: String, saying target: String) -> String? {
    var rest = Substring(sentence)
    while let last = rest.last, ".)".contains(last) { rest = rest.dropLast() }
    let starts =
      [rest.startIndex]
      + [", ", ": ", "; ", "("].flatMap { rest.ranges(of: $0).map(\.upperBound) }
    for start in starts.sorted().reversed() {
      let words = String(rest[start...])
      guard words.split(separator: " ").count < 9 else { return nil }
      if TargetPhrase(words, prefix: "UC")?.target == target { return words }
    }
    return nil
  }

  /// What cells of the document say for such a target.
  private func saidInCells(_ target: String) -> [String] {
    let cells = zip(draft.lineCells, draft.lineTargets).compactMap { cells, next in
      next == target ? cells?.next : nil
    }
    let scalars = Array(String(decoding: text.bytes, as: UTF8.self).unicodeScalars)
    var found: [String] = []
    for cell in cells.prefix(20) where Int(cell.end) <= scalars.count && cell.start < cell.end {
      let letters = String(String.UnicodeScalarView(scalars[Int(cell.start)..<Int(cell.end)]))
      let words = CellText(letters).whole
      if !words.isEmpty, words.count < 60, !found.contains(words) { found.append(words) }
    }
    return Array(found.prefix(2))
  }
}

extension FlowDraft {
  /// The targets of the lines of the printed table, in its order, like `lineCells`.
  fileprivate var lineTargets: [String?] {
    func targets(_ steps: [StepDraft]) -> [String?] {
      steps.flatMap { [$0.next] + $0.rows.map { .some($0.next) } }
    }
    return sections.flatMap { [nil] + targets($0.steps) } + targets(steps)
      + extensions.flatMap { [nil] + targets($0.lines) }
  }
}

extension Target {
  /// A target as a flow file writes it. Nil for one that is written in another way.
  fileprivate init?(written text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    if parts.count == 2, let kind = Kind.worded.first(where: { $0.traits.word == parts[0] }) {
      self.init(kind, parts[1])
    } else if let kind = Kind.worded.first(where: { $0.traits.word == text && !$0.isNamed }) {
      self.init(kind, "")
    } else {
      return nil
    }
  }
}
