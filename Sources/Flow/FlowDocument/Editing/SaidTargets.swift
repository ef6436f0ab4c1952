internal import Diagnostics
internal import FlowEdit
internal import FlowModel

/// What the words of a row and those below it say about where it leads.
struct SaidTargets {
  /// The targets, in the order of the document.
  private(set) var all: [String] = []
  /// What is said of them without a number: "back to the start".
  private(set) var turns: [Turn] = []
  /// The most letters below a row that belong to it.
  private static let limit = 1_000

  /// - Parameters:
  ///   - reference: the id of a step, a line or a row.
  ///   - text: the text that is read.
  init?(of reference: String, in draft: FlowDraft, _ text: SourceFile) {
    guard let span = draft.bindable.first(where: { $0.reference == reference })?.span else {
      return nil
    }
    let scalars = Array(String(decoding: text.bytes, as: UTF8.self).unicodeScalars)
    let start = min(Int(span.start), scalars.count)
    let own = min(max(start, Int(span.end)), scalars.count)
    let later = draft.lineSpans.map { Int($0.start) }.filter { $0 > start }.min()
    let end = min(max(own, later ?? draft.end), own + SaidTargets.limit, scalars.count)
    // Up to a heading.
    for (index, line) in scalars[start..<end].split(separator: "\n").enumerated() {
      if index > 0, line.first == "#" { break }
      for sentence in SaidTargets.sentences(of: String(String.UnicodeScalarView(line))) {
        if let target = TargetPhrase(sentence, prefix: "UC")?.target {
          all.append(target)
        } else if let turn = Turn(sentence) {
          turns.append(turn)
        }
      }
    }
  }

  /// The sentences and cells of a line.
  static func sentences(of line: String) -> [String] {
    line.replacing("<br>", with: "|").replacing("<br/>", with: "|").split(separator: "|")
      .flatMap { cell -> [String] in
        var sentences: [String] = []
        for word in cell.split(separator: " ") {
          if sentences.last?.hasSuffix(".") ?? true, sentences.last?.contains(" ") ?? true {
            sentences.append(String(word))
          } else {
            sentences[sentences.count - 1] += " \(word)"
          }
        }
        return sentences.map { CellText($0).whole }
      }
  }

  /// Whether a sentence says this target, or without a number where it leads.
  static func says(_ sentence: String, _ target: String, _ turn: Turn?) -> Bool {
    if let said = TargetPhrase(sentence, prefix: "UC")?.target { return said == target }
    return turn.map { Turn(sentence) == $0 } ?? false
  }

  /// What a row says of another target than the new one: one that it did not lead to before, or
  /// that it is not to lead to any more. Nil if it says nothing of any.
  ///
  /// - Parameters:
  ///   - first: the first step.
  ///   - turn: what the row said before without a number.
  func contradiction(
    to new: String, instead old: String, before: SaidTargets, first: String?, turn: Turn?
  ) -> String? {
    let other = all.first { $0 != new && ($0 == old || !before.all.contains($0)) }
    if let other { return other }
    if let turn, turns.contains(turn) { return old }
    return turns.contains(.first) && first != new ? first : nil
  }
}

extension FlowDraft {
  /// What the document says of the use case.
  ///
  /// - Parameter text: the text that is read.
  func words(in text: SourceFile) -> String {
    let scalars = Array(String(decoding: text.bytes, as: UTF8.self).unicodeScalars)
    let start = min(Int(span.start), scalars.count)
    return String(
      String.UnicodeScalarView(scalars[start..<max(start, min(end, scalars.count))]))
  }
}

extension DocumentChange {
  /// The keys whose words may say where a row leads.
  static let words: Set<String> = Set(
    Activity.allCases.map(\.key) + Row.Kind.allCases.map(\.key) + ["note", "does"])

  /// Where a row is to lead, and where it led.
  struct Leading {
    let place: EditPlace
    let old: String
    let new: String

    init(_ place: EditPlace, before: YAMLText, to new: String) {
      (self.place, old, self.new) = (place, before.value(of: place)?["next"]?.text ?? "", new)
    }
  }

  /// What a row says of another target than it leads to. Nil if it says nothing of any.
  func contradiction(_ draft: FlowDraft, _ read: SourceFile, _ leading: Leading) -> String? {
    let id: String
    switch leading.place {
    case .step(let reference), .row(let reference), .extension(let reference): id = reference
    case .file, .section, .rule, .path: return nil
    }
    guard let before = SaidTargets(of: id, in: self.draft, text),
      let after = SaidTargets(of: id, in: draft, read),
      let other = after.contradiction(
        to: leading.new, instead: leading.old, before: before, first: draft.steps.first?.id,
        turn: turn(of: leading.place))
    else { return nil }
    return "`\(id)` would lead to `\(leading.new)`, and its words to `\(other)`, since those are "
      + "not written in one piece"
  }
}
