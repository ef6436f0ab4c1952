internal import Diagnostics
internal import FlowModel

/// Builds the steps of a main scenario, of its extensions, and of user stories from their lines.
struct ScenarioBuilder {
  private(set) var steps: [StepDraft] = []
  private(set) var extensions: [ExtensionDraft] = []
  private var stepIDs: Set<String> = []
  private var extensionIDs: Set<String> = []
  private var keys = RowKeys()
  private(set) var reporter: Reporter
  /// The letters before the number in an id: with `UC`, "Use Case #1" is `UC1`.
  private let prefix: String

  init(path: String, prefix: String) {
    reporter = Reporter(path: path)
    self.prefix = prefix
  }

  var isEmpty: Bool { steps.isEmpty && extensions.isEmpty }

  // MARK: Lines

  /// Adds a line of the main scenario or of the user stories.
  mutating func addMain(
    _ line: DocumentLine
  ) {
    let (text, isBullet) = ScenarioBuilder.cleaned(line)
    let span = line.fragment.span
    guard !text.isEmpty else { return }
    if let (id, rest) = ScenarioBuilder.numbered(text) {
      if isBullet, !steps.isEmpty {
        addRow(id, rest, span)
      } else {
        if !stepIDs.insert(id).inserted { reporter.loseSecond("step", id, span) }
        steps.append(step(id, rest, span))
      }
    } else if steps.isEmpty {
      reporter.lose(span, "this line belongs to no step; it is left out")
    } else if isBullet, ScenarioBuilder.looksNumbered(text) {
      reporter.lose(
        span, "this cannot be read as one row; it is left out",
        help: "write a line for each, with its id and what happens")
    } else {
      ScenarioBuilder.take(text, into: &steps[steps.count - 1], span, &reporter)
    }
  }

  /// Adds a line below the heading "Extensions".
  mutating func addExtension(
    _ line: DocumentLine
  ) {
    let (text, _) = ScenarioBuilder.cleaned(line)
    let span = line.fragment.span
    guard !text.isEmpty else { return }
    if extensions.isEmpty,
      ["none", "no extensions", "none.", "n/a", "-"].contains(text.lowercased())
    {
      return
    }
    if let (id, rest) = ScenarioBuilder.numbered(text) {
      var label = rest
      var at: String?
      if let range = label.ranges(of: " (at step ").last, label.hasSuffix(")") {
        at = String(label[range.upperBound...].dropLast())
        label = String(label[..<range.lowerBound])
      }
      if label.hasSuffix(".") { label.removeLast() }
      extensions.append(ExtensionDraft(id: id, label: label, at: at, span: span))
    } else if let (letter, rest) = ScenarioBuilder.lettered(text), !extensions.isEmpty {
      let last = extensions.count - 1
      extensions[last].lines.append(step(letter, rest, span))
    } else if let last = extensions.indices.last {
      if let place = extensions[last].lines.indices.last {
        ScenarioBuilder.take(text, into: &extensions[last].lines[place], span, &reporter)
      } else {
        reporter.lose(
          span, "this line belongs to no line of an extension; it is left out")
      }
    } else {
      reporter.lose(span, "this line belongs to no extension; it is left out")
    }
  }

  /// Whether a line below "Extensions" can belong to an extension. "None" counts too.
  func extendsWith(_ line: DocumentLine) -> Bool {
    let text = ScenarioBuilder.cleaned(line).text
    return !extensions.isEmpty || text.count < 20 || ScenarioBuilder.numbered(text) != nil
  }

  private static func cleaned(_ line: DocumentLine) -> (text: String, isBullet: Bool) {
    var raw = line.fragment.text
    var isBullet = false
    for bullet in ["- ", "* ", "+ ", "• ", "◦ "] where raw.hasPrefix(bullet) {
      raw.removeFirst(2)
      isBullet = true
    }
    return (CellText(raw).whole, isBullet)
  }

  /// Splits `7b. The exchange fails` into `7b` and the rest.
  static func numbered(_ text: String) -> (id: String, rest: String)? {
    let word = text.prefix { $0 != " " }
    guard word.hasSuffix(".") || word.hasSuffix(")"), word.count < text.count else { return nil }
    let id = DocumentID(String(word))
    guard id.shape != .other, !id.text.isEmpty else { return nil }
    return (id.text, CellText.collapsed(String(text.dropFirst(word.count))))
  }

  private static func lettered(_ text: String) -> (id: String, rest: String)? {
    let word = text.prefix { $0 != " " }
    guard word.count == 2, let letter = word.first, letter.isASCII, letter.isLowercase,
      word.hasSuffix(".") || word.hasSuffix(")"), word.count < text.count
    else { return nil }
    return (String(letter), CellText.collapsed(String(text.dropFirst(2))))
  }

  /// `8a & 8b like 5a & 5b`
  private static func looksNumbered(_ text: String) -> Bool {
    let word = text.prefix { $0 != " " }
    return DocumentID(String(word)).shape == .outcome
  }

  // MARK: Steps

  private mutating func step(_ id: String, _ text: String, _ span: Span) -> StepDraft {
    if let (called, sentence) = included(text) {
      var step = StepDraft(id: id, activity: .call, subject: called, span: span)
      step.note = sentence
      return step
    }
    var sentence = text
    if sentence.hasSuffix("."), !sentence.hasSuffix("..") { sentence.removeLast() }
    let lower = sentence.lowercased()
    for (lead, activity) in [
      ("the system ", Activity.system), ("the application ", .system), ("the app ", .system),
      ("the authentication application ", .system), ("the user ", .user),
    ] where lower.hasPrefix(lead) && sentence.count > lead.count {
      let subject = String(sentence.dropFirst(lead.count))
      return StepDraft(id: id, activity: activity, subject: subject, span: span)
    }
    return StepDraft(id, sentence, span, &reporter)
  }

  /// The flow and the sentence of a step with "(includes Use Case #1)", which becomes a call.
  private func included(_ text: String) -> (id: String, sentence: String)? {
    let lower = text.lowercased()
    guard let start = lower.firstRange(of: "includes use case ") else { return nil }
    let rest = text.dropFirst(lower.distance(from: lower.startIndex, to: start.upperBound))
    let word = rest.prefix { !") ,.".contains($0) }
    let name = word.hasPrefix("#") ? word.dropFirst() : word
    guard let first = name.first else { return nil }
    if first.isNumber {
      guard name.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
      return ("\(prefix)\(name)", text)
    }
    return FlowName.isID(name) ? (String(name), text) : nil
  }

  private static func take(
    _ text: String, into step: inout StepDraft, _ span: Span, _ reporter: inout Reporter
  ) {
    if text.lowercased().hasPrefix("next:") {
      let cell = CellText.collapsed(String(text.dropFirst(5)))
      if let target = target(cell, span, &reporter) { step.next = target }
      return
    }
    if let said = step.take(detail: text) { reporter.note(span, said) }
  }

  private static func target(
    _ cell: String, _ span: Span, _ reporter: inout Reporter
  ) -> String? {
    // The line `b` of extension `7b` has the id `7b.b`.
    if isLineID(cell) { return cell }
    var ignored = Reporter(path: reporter.path)
    switch TargetCell.read(cell, at: span, footnotes: [], &ignored) {
    case .target(let target): return target
    case .empty: return "stay"
    case .effect(let words), .placeholder(let words):
      reporter.lose(span, "`\(words)` is not a target")
      return nil
    }
  }

  private static func isLineID(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && DocumentID(String(parts[0])).shape != .other
      && parts[1].count == 1 && parts[1].allSatisfy { $0.isASCII && $0.isLowercase }
  }

  // MARK: Rows

  /// Adds a row below a step: `2a. Case: Failure -> does (next: End)`, or a story: `2a. Failure. As
  /// a ...`
  private mutating func addRow(_ id: String, _ text: String, _ span: Span) {
    let place = steps.count - 1
    var text = text
    var next: String?
    if let range = text.ranges(of: " (next: ").last, text.hasSuffix(")") {
      next = ScenarioBuilder.target(
        String(text[range.upperBound...].dropLast()), span, &reporter)
      text = String(text[..<range.lowerBound])
    }
    var row = RowDraft(
      key: keys.key(of: id, below: steps[place].id).key, id: id, kind: .case, label: text,
      next: next ?? "", span: span)
    let read = RowText(text)
    if let kind = read.kind {
      row.kind = kind
      row.label = read.label
      row.does = read.effect
      row.after = read.after
    } else if let stop = text.firstRange(of: ". "), text[..<stop.lowerBound].count < 60 {
      row.label = String(text[..<stop.lowerBound])
      row.does = CellText.collapsed(String(text[stop.upperBound...]))
    }
    if row.label.isEmpty {
      reporter.lose(span, "row `\(id)` does not say what happens")
      row.label = id
    }
    steps[place].rows.append(row)
  }

  // MARK: The end

  /// Gives rows and last lines a target if the document has none.
  mutating func finish() {
    for (index, step) in steps.enumerated() {
      let following = index + 1 < steps.count ? steps[index + 1].id : "end"
      for (place, row) in step.rows.enumerated() where row.next.isEmpty {
        steps[index].rows[place].next = following
        reporter.assume(row.span, "row `\(row.id)` names no target; `\(following)` was written")
      }
    }
    if let last = steps.last, last.rows.isEmpty, last.next == nil {
      steps[steps.count - 1].next = "end"
      reporter.note(last.span, "nothing follows step `\(last.id)`; `end` was written")
    }
    for index in extensions.indices { finish(extension: index) }
    extensions.removeAll { $0.lines.isEmpty }
  }

  private mutating func finish(extension index: Int) {
    let found = extensions[index]
    guard let last = found.lines.last else {
      reporter.lose(found.span, "extension `\(found.id)` has no lines; it is left out")
      return
    }
    if last.next == nil, last.rows.isEmpty {
      extensions[index].lines[found.lines.count - 1].next = "end"
      reporter.assume(
        last.span,
        "the document does not say where extension `\(found.id)` leads; `end` was written")
    }
    let digits = found.at ?? String(found.id.prefix { $0.isNumber })
    if !stepIDs.contains(digits) {
      reporter.lose(
        found.span, "extension `\(found.id)` is about step `\(digits)`, which does not exist",
        help: "say the step with `at:` in the flow file")
    }
    if !extensionIDs.insert(found.id).inserted {
      reporter.lose(found.span, "there is an extension `\(found.id)` already")
    }
  }
}
