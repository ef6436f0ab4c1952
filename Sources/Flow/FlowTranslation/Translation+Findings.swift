package import Diagnostics
internal import FlowLoader
internal import FlowModel
internal import FlowTexts

// What is found about the texts of a language.
extension Translation {
  /// Everything that is wrong with what the file says of the flows.
  package var diagnostics: [Diagnostic] {
    guard !file.isUnreadable else { return [] }
    let found = items.compactMap(finding) + unused.compactMap(unknown) + repeated.map(twice)
    return (found + unsigned + missing).inReadingOrder()
  }

  /// A translation that is older than its words, or shows other values.
  private func finding(_ item: Item) -> Diagnostic? {
    guard let entry = item.entry else { return nil }
    let (key, words) = (item.text.key, Translation.quoted(item.text.text))
    guard item.admits else {
      return Diagnostic(
        .textValues, path: file.path, span: entry.textSpan,
        "`\(key)` shows \(Translation.list(FlowText.values(in: entry.text))) where \(words) "
          + "shows \(Translation.list(FlowText.values(in: item.text.text)))",
        help: "the words of the flow are shown meanwhile")
    }
    guard item.isOlder, !item.isNew else { return nil }
    return Diagnostic(
      .textOlder, .warning, path: file.path, span: entry.ofSpan,
      "`\(key)` translates older words; they are \(words) now",
      help: "if the translation fits, write `of: \(item.text.fingerprint)`; these words are shown "
        + "meanwhile")
  }

  /// A translation of nothing. One of a flow that cannot be read may be right.
  private func unknown(_ entry: TextsFile.Entry) -> Diagnostic? {
    guard let flow = flows.first(where: { $0.id == entry.flow }) else {
      guard !unread.contains(entry.flow) else { return nil }
      let near = DidYouMean.question(for: entry.flow, in: flows.map(\.id))
      return report(
        .textUnknown, entry, name(entry.flow, nil), "there is no flow `\(entry.flow)`", near)
    }
    let texts = items.map(\.text).filter { $0.flow == flow.id }
    let parts = texts.flatMap { [$0.part, $0.id].compactMap(\.self) }
    if let part = entry.part, !parts.contains(part) {
      return report(
        .textUnknown, entry, name(entry.flow, part), "`\(flow.id)` has no `\(part)` with texts",
        DidYouMean.question(for: part, in: parts))
    }
    let slots = texts.filter { [$0.part, $0.id ?? $0.part].contains(entry.part) }.map(\.slot)
    let owner = entry.part.map { "`\(flow.id):\($0)`" } ?? "`\(flow.id)`"
    return report(
      .textUnknown, entry, entry.span, "\(owner) has no text `\(entry.slot)`",
      DidYouMean.question(for: entry.slot, in: slots)
        ?? (slots.isEmpty ? nil : "it has: \(slots.joined(separator: ", "))"))
  }

  private func twice(_ entry: TextsFile.Entry) -> Diagnostic {
    Diagnostic(
      .duplicateKey, path: file.path, span: entry.span,
      "`\(entry.slot)` of `\(entry.part ?? entry.flow)` is translated twice",
      help: "a part has an id and may have a name: keep the name")
  }

  private func name(_ flow: String, _ part: String?) -> SourceSpan? {
    file.names.first { $0.flow == flow && $0.part == part }?.span
  }

  private func report(
    _ rule: Rule, _ entry: TextsFile.Entry, _ span: SourceSpan?, _ message: String, _ help: String?
  ) -> Diagnostic {
    Diagnostic(
      rule, .warning, path: file.path, span: span ?? entry.span,
      message, help: help ?? "remove it, or give it the name of what it translates")
  }

  /// Translations that were written by hand, which are used until their words change unnoticed.
  private var unsigned: [Diagnostic] {
    let all = Dictionary(grouping: items.filter(\.isNew), by: \.text.flow)
    return all.map { flow, items in
      Diagnostic(
        .textOlder, .note, path: file.path, span: name(flow, nil) ?? .top,
        "\(items.count == 1 ? "a text" : "\(items.count) texts") of `\(flow)` "
          + "\(items.count == 1 ? "does" : "do") not say which words "
          + "\(items.count == 1 ? "it translates" : "they translate")",
        help: "if they fit the words as they are, `flowrun check --fix --unsafe-fixes` writes it")
    }
  }

  // MARK: Missing texts

  /// What each flow lacks: of what the app shows, and of the rest once somebody has begun with it.
  private var missing: [Diagnostic] {
    let all = Dictionary(grouping: items, by: \.text.flow)
    return flows.flatMap { flow in
      let items = all[flow.id] ?? []
      let (shown, others) = (items.filter(\.text.isShown), items.filter { !$0.text.isShown })
      let hasBegun = others.contains { $0.entry != nil }
      return [
        missing(shown, of: flow.id, .warning, "texts that the app shows"),
        hasBegun ? missing(others, of: flow.id, .note, "other texts") : nil,
      ].compactMap(\.self)
    }
  }

  private func missing(
    _ items: [Item], of flow: String, _ severity: Diagnostic.Severity, _ what: String
  ) -> Diagnostic? {
    let missing = items.filter { $0.entry == nil }
    guard !missing.isEmpty else { return nil }
    let keys = missing.prefix(3).map { "`\($0.text.key)`" }.joined(separator: ", ")
    let more = missing.count > 3 ? ", and \(missing.count - 3) more" : ""
    return Diagnostic(
      .textMissing, severity, path: file.path, span: name(flow, nil) ?? .top,
      "`\(file.language)` lacks \(missing.count) of \(items.count) \(what) in `\(flow)`: "
        + keys + more,
      help: "`flowrun texts export` writes them for a translator; docs/texts.md says how")
  }

  private static func quoted(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "“\(line.count > 60 ? line.prefix(57) + "..." : line)”"
  }

  private static func list(_ values: [String]) -> String {
    values.isEmpty ? "no value" : values.map { "`{\($0)}`" }.joined(separator: ", ")
  }
}
