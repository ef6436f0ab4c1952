internal import Diagnostics
internal import FlowCheck
internal import FlowEdit
internal import FlowLoader
internal import FlowModel

/// What may mend a finding. Whether it does is not known yet.
struct FixProposals {
  let flows: EditableFlows
  let finding: Finding
  /// The names in the message, in their order.
  let names: [String]

  init(_ finding: Finding, in flows: EditableFlows) {
    (self.finding, self.flows) = (finding, flows)
    let parts = finding.diagnostic.message.split(
      separator: "`", omittingEmptySubsequences: false)
    names = parts.indices.filter { $0 % 2 == 1 && $0 + 1 < parts.count }.map { String(parts[$0]) }
  }

  var path: String { finding.diagnostic.path }
  var rule: String { finding.diagnostic.rule.name }

  /// The proposals, the best one first.
  ///
  /// - Parameter withProposals: whether those are asked for that are not safe.
  func all(withProposals: Bool) -> [Fix] {
    guard let file = flows.file(path) else { return [] }
    if let fix = correction(in: file) { return [fix] }
    guard withProposals || Fix.rules[rule] == .safe else { return [] }
    switch rule {
    case "alias", "anchor", "tag", "invalid-yaml": return QuoteProposals(self, in: file).all
    case "duplicate-key":
      return fix("remove the second `\(names.first ?? "")`", isSafe: true) {
        () throws(EditRefusal) in
        try flows.removingEntry(at: finding.diagnostic.span, in: path, isRepeated: true)
      }
    case "unused-allow":
      return fix("remove it", isSafe: true) { () throws(EditRefusal) in
        try flows.removingEntry(at: finding.diagnostic.span, in: path)
      }
    case "missing-key": return lastStep
    case "meant-without-effect": return meant
    case "unknown-result":
      return change("add it to `results`", list("results", adding: names.last))
    case "conditions-incomplete": return cases
    case "result-unhandled", "outcome-unhandled": return answers
    case "button-without-row", "row-without-button": return buttons
    case "header-errors": return header("errors")
    case "header-used-by": return header("used by")
    case "header-triggered-by": return header("triggered by")
    case "numbering-gap":
      guard names.count > 1, let place else { return [] }
      return change("number it `\(names[1])`", .rename(place, to: names[1]))
    case "text-older": return signatures(in: file)
    default: return []
    }
  }

  // MARK: Words

  /// Writes what "did you mean" asks about.
  private func correction(in file: SourceFile) -> Fix? {
    guard let help = finding.diagnostic.help, let word = DidYouMean.answer(in: help) else {
      return nil
    }
    let range = ScalarOffsets(file.bytes).bytes(finding.diagnostic.span)
    let written = String(decoding: file.bytes[range], as: UTF8.self)
    for name in names.reversed() {
      guard !name.isEmpty, let found = written.ranges(of: name).last else { continue }
      let start = range.lowerBound + written[..<found.lowerBound].utf8.count
      let isWhole = found.lowerBound == written.startIndex && found.upperBound == written.endIndex
      let text = isWhole ? ScalarWriter.text(word, inline: true) : word
      let isSafe =
        ["unknown-key", "wrong-value", "unused-allow"].contains(rule)
        || name.lowercased() == word.lowercased()
      let edit = TextEdit(start..<start + name.utf8.count, text)
      return Fix("write `\(word)`", isSafe: isSafe, self.edit([edit], of: file))
    }
    return nil
  }

  func edit(_ edits: [TextEdit], of file: SourceFile) -> FlowEdit {
    FlowEdit([FlowEdit.File(path: file.path, before: file.bytes, edits: edits)])
  }

  // MARK: Operations

  func fix(
    _ title: String, isSafe: Bool = false, _ body: () throws(EditRefusal) -> FlowEdit
  ) -> [Fix] {
    do throws(EditRefusal) {
      return [Fix(title, isSafe: isSafe, try body())]
    } catch {
      // What cannot be changed here is not proposed.
      return []
    }
  }

  func change(_ title: String, _ operations: EditOperation?...) -> [Fix] {
    let all = operations.compactMap(\.self)
    guard all.count == operations.count else { return [] }
    return fix(title) { () throws(EditRefusal) in try flows.draft(all, in: path) }
  }

  /// The place that the finding is about.
  var place: EditPlace? {
    switch finding.part {
    case nil, .flow: nil
    case .section(let section): .section(section.id)
    case .step(let step): .step(step.id)
    case .row(let row): .row(row.reference)
    }
  }

  func value(_ place: EditPlace) -> EditValue? {
    guard let file = flows.file(path), let text = try? YAMLText(file) else { return nil }
    return text.value(of: place)
  }

  /// The last step of a section gets an end.
  private var lastStep: [Fix] {
    guard finding.diagnostic.message.hasPrefix("the last step"), let id = names.first else {
      return []
    }
    return change("add `next: end`", .set(.step(id), key: "next", "end"))
  }

  private var meant: [Fix] {
    guard let place, let value = value(place) else { return [] }
    let keys = ["meant", "meant id", "meant call", "meant at", "why"].filter { value[$0] != nil }
    guard keys.count > 1 else { return [] }
    return fix("remove `\(keys[0])`") { () throws(EditRefusal) in
      try flows.draft(keys.map { .unset(place, key: $0) }, in: path)
    }
  }

  // MARK: Lists

  /// A list of the header with another entry.
  private func list(_ key: String, adding name: String?) -> EditOperation? {
    guard let name, case .list(let items)? = value(.file)?[key] else { return nil }
    return .set(.file, key: key, .list(items + [.text(name)]))
  }

  private func header(_ key: String) -> [Fix] {
    guard let name = names.first, names.count > 1 || key == "errors" else { return [] }
    if finding.diagnostic.message.contains("is not under") {
      let missing = key == "errors" ? names[1] : name
      return change("add `\(missing)` to `\(key)`", list(key, adding: missing))
    }
    guard case .list(let items)? = value(.file)?[key] else { return [] }
    let kept = items.filter { item in
      let words = item.text ?? ""
      return words != name && words.prefix { !" ,:;_".contains($0) } != name
    }
    guard kept.count == items.count - 1 else { return [] }
    let operation: EditOperation =
      kept.isEmpty ? .unset(.file, key: key) : .set(.file, key: key, .list(kept))
    return change("remove `\(name)` from `\(key)`", operation)
  }
}
