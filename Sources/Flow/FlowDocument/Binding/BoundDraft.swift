internal import Diagnostics
internal import FlowLoader
internal import FlowModel

/// A draft with what a binding says about it.
struct BoundDraft {
  private(set) var draft: FlowDraft
  let binding: BindingFile
  let match: BindingMatch
  /// What cannot be used of the binding, and what was used for a row that has changed.
  private(set) var diagnostics: [Diagnostic]
  private var moved: [String] = []
  private var movedSpan = Span.top

  init(_ draft: FlowDraft, _ binding: BindingFile) {
    self.draft = draft
    self.binding = binding
    diagnostics = binding.diagnostics
    self.draft.binding = binding.file.path
    // Then the sentences are those of the actors, as `says` has them.
    for (name, kind) in binding.actors { self.draft.read(name, as: kind) }
    match = BindingMatch(self.draft.bindable, binding.entries)
    self.draft.bound.pairs = binding.header
    defer { reportMoved() }
    for (index, entry) in binding.entries.enumerated() {
      if let row = match.rowOfEntry[index] {
        bind(entry, to: match.rows[row], match.ways[index])
      } else if entry.isNew {
        add(entry)
      } else {
        lose(entry, index)
      }
    }
  }

  private mutating func report(
    _ rule: Rule, _ span: Span, _ message: String, _ help: String? = nil,
    _ severity: Diagnostic.Severity = .error
  ) {
    diagnostics.append(
      Diagnostic(rule, severity, path: binding.file.path, span: span, message, help: help))
  }

  // MARK: Rows of the document

  /// Says in one remark which entries have followed rows that only have other ids.
  private mutating func reportMoved() {
    guard !moved.isEmpty else { return }
    let some = moved.prefix(6).joined(separator: ", ") + (moved.count > 6 ? ", ..." : "")
    report(
      .boundRowChanged, movedSpan,
      "rows have other ids now: \(some)",
      "what is said here is used for them; `flowrun bind \(draft.id)` writes the ids down", .note)
  }

  private mutating func bind(
    _ entry: BindingFile.Entry, to row: BindableRow, _ way: BindingMatch.Way
  ) {
    if way == .changed, let words = entry.words { follow(entry, to: row, words) }
    for pair in entry.pairs {
      guard let message = BoundDraft.refusal(of: pair.key, row) else {
        draft[keyPath: row.bound].pairs.append(pair)
        continue
      }
      report(.keysExclude, pair.keySpan, message.what, message.help)
    }
    if let activity = entry.activity, let step = row.step {
      draft[keyPath: step].read(as: activity)
    } else if entry.activity != nil {
      report(.wrongValue, entry.span, "`\(entry.id)` is no step that could be of another kind")
    }
  }

  /// Says that an entry is used for a row which has changed.
  private mutating func follow(
    _ entry: BindingFile.Entry, to row: BindableRow, _ words: String
  ) {
    let isMoved = match.row(entry.id).map { match.rows[$0].reference } != row.reference
    if BindingWords.isSame(words, row.text) || BindingWords.isSame(words, row.longText) {
      if moved.isEmpty { movedSpan = entry.span }
      return moved.append("`\(entry.id)` is `\(row.reference)`")
    }
    let now = BindingWords.kept(row.text)
    report(
      .boundRowChanged, entry.wordsSpan,
      isMoved
        ? "`\(entry.id)` said `\(words)`; that is `\(row.reference)` now, `\(now)`"
        : "`\(entry.id)` said `\(words)`; now it says `\(now)`",
      "if it still holds, `flowrun bind \(draft.id)` writes that down", .warning)
  }

  /// Why a key cannot be said about a row. Nil if it can.
  private static func refusal(
    of key: String, _ row: BindableRow
  ) -> (what: String, help: String)? {
    let id = row.reference
    switch key {
    case "next", "at":
      return (
        "the `\(key)` of `\(id)` is in the document",
        "change it there, or write `\(key == "at" ? "meant at" : "meant")` and `why` for what it "
          + "must have meant"
      )
    case "rows", "lines":
      return (
        "the \(key) of `\(id)` have entries of their own",
        "write them beside this entry, by their ids: `\(id)a:`"
      )
    case "step", "line", "extension", "section":
      return ("the id of `\(id)` is in the document", "the key of the entry is the id")
    case let key where kinds.contains(key):
      return (
        "the words of `\(id)` are in the document",
        "change them there, or write `as: await` to read the step as one of another kind"
      )
    default: return nil
    }
  }

  /// The keys that say what a step or a row is.
  static let kinds: Set<String> = Set(
    Activity.allCases.map(\.key)
      + Row.Kind.allCases.filter { $0 != .own && $0 != .extension }.map(\.key))

  // MARK: Rows that the document lacks

  /// Adds a proposal: a row, a step, a line or an extension that the document lacks.
  private mutating func add(_ entry: BindingFile.Entry) {
    if let next = entry.pairs.first(where: { $0.key == "next" }) {
      return report(
        .keysExclude, next.keySpan, "the document has no row `\(entry.id)`",
        "what it lacks is proposed: write `meant` in place of `next`, and `why`")
    }
    guard let (place, id) = place(of: entry) else {
      return report(
        .boundRowGone, entry.span, "the document has no place for a row `\(entry.id)`",
        "an id begins with that of the step or the section that the row is in")
    }
    let value = BindingNode(
      content: .mapping(entry.pairs), span: entry.pairs.first?.keySpan ?? entry.span)
    draft[keyPath: place].added.append(
      BindingNode.Pair(key: id, keySpan: entry.span, value: value))
  }

  /// What a proposed row is in, and its id there.
  private func place(
    of entry: BindingFile.Entry
  ) -> (place: WritableKeyPath<FlowDraft, Bound>, id: String)? {
    let id = entry.id
    if id.hasPrefix("*") || entry.pairs.contains(where: { $0.key == "lines" }) {
      return (\FlowDraft.bound, id)
    }
    let isRow = entry.pairs.contains { pair in
      Row.Kind(rawValue: pair.key).map { $0 != .own && $0 != .user } ?? false
    }
    let parents = match.rows.filter { row in
      id.hasPrefix(row.reference) && row.step != nil
        && id.dropFirst(row.reference.count).allSatisfy(\.isLetter)
    }
    let parent = parents.max { $0.reference.count < $1.reference.count }
    if let parent, id.last?.isLetter == true {
      return (parent.bound, String(id.dropFirst(parent.reference.count)))
    }
    guard !isRow else { return nil }
    for index in draft.extensions.indices {
      let prefix = draft.extensions[index].id + "."
      if id.hasPrefix(prefix) {
        return (\FlowDraft.extensions[index].bound, String(id.dropFirst(prefix.count)))
      }
    }
    if draft.isScenario { return (\FlowDraft.bound, id) }
    let index = draft.sections.firstIndex { id.hasPrefix($0.id + ".") }
    return index.map { (\FlowDraft.sections[$0].bound, id) }
  }

  // MARK: Rows that are gone

  private mutating func lose(_ entry: BindingFile.Entry, _ index: Int) {
    let nearest = match.nearest(index).map { "`\($0.reference)`, `\(BindingWords.kept($0.text))`" }
    let way = "give the entry the id of its row, or remove it"
    let like = nearest.map { "\(way); the row most like it is \($0)" } ?? way
    guard let words = entry.words else {
      let near = DidYouMean.question(for: entry.id, in: match.rows.map(\.reference))
      return report(
        .boundRowGone, entry.span, "the document has no row `\(entry.id)`", near ?? like)
    }
    guard let row = match.row(entry.id) else {
      return report(
        .boundRowGone, entry.wordsSpan,
        "the document has no row `\(entry.id)` any more, which said `\(words)`", like)
    }
    let now = BindingWords.kept(match.rows[row].text)
    report(
      .boundRowGone, entry.wordsSpan,
      "`\(entry.id)` said `\(words)`; now it says `\(now)`, and the entry is not used",
      "if it holds for that too, remove `\(BindingFile.words)` and call `flowrun bind "
        + "\(draft.id)`; or else \(like)")
  }
}

extension BindingFile.Entry {
  /// Whether it describes a row of its own.
  fileprivate var isNew: Bool {
    words == nil && pairs.contains { BoundDraft.kinds.contains($0.key) }
  }
}

extension StepDraft {
  /// Reads the sentence as that of another kind of step.
  fileprivate mutating func read(as other: Activity) {
    let beginnings: [Activity: [String]] = [
      .await: ["waits for ", "waits until ", "waits "], .screen: ["shows ", "displays ", "opens "],
      .prompt: ["shows ", "displays ", "asks ", "prompts "],
      .notice: ["shows ", "displays "], .determine: ["determines ", "checks "],
      .validate: ["validates ", "checks "], .execute: ["executes "],
    ]
    activity = other
    let first = beginnings[other]?.first { subject.hasPrefix($0) }
    if let first, subject.count > first.count { subject.removeFirst(first.count) }
  }
}
