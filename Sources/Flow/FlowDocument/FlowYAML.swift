internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// Writes a draft as a flow file.
enum FlowYAML {
  static func text(of draft: FlowDraft, alias: String?) -> MadeText {
    var text = MadeText(binding: draft.binding)
    text.add("# yaml-language-server: $schema=../flow.schema.json\n", at: draft.span)
    func add(_ key: String, _ value: String?, at place: Span? = nil) {
      guard let value else { return }
      text.add("\(key): \(YAMLScalar.text(value))\n", at: place ?? draft.span)
    }
    add("flow", draft.id)
    if !draft.bound.has("alias") { add("alias", alias) }
    if draft.kind != .useCase, !draft.bound.has("kind") { add("kind", draft.kind.rawValue) }
    add("title", draft.title)
    for text in HeaderText.allCases {
      add(text.rawValue, draft.texts[text], at: draft.span(of: .text(text)))
    }
    for list in HeaderList.allCases {
      guard let entries = draft.lists[list], !entries.isEmpty, !draft.bound.has(list.rawValue)
      else { continue }
      let places = draft.headerPlaces.filter { $0.part == .list(list) }.map(\.span)
      text.add("\(list.rawValue):\n", at: places.first ?? draft.span)
      for (index, entry) in entries.enumerated() {
        let place = places.count == entries.count ? places[index] : places.first
        text.add("  - \(YAMLScalar.text(entry))\n", at: place ?? draft.span)
      }
    }
    text.add(draft.bound.pairs, "", at: draft.span)
    let added = draft.bound.added
    let proposed = added.filter { $0.key.hasPrefix("*") }
    anywhere(draft.anywhere, "", at: draft.span, proposed, into: &text)
    if !draft.sections.isEmpty { text.add("\nsections:\n", at: draft.span) }
    for (index, section) in draft.sections.enumerated() {
      if index > 0 { text.add("\n", at: section.span) }
      text.add("  - section: \(YAMLScalar.text(section.id))\n", at: section.span)
      text.add("    title: \(YAMLScalar.text(section.title))\n", at: section.span)
      anywhere(section.anywhere, "    ", at: section.span, [], into: &text)
      text.add("    steps:\n", at: section.span)
      for step in section.steps { addStep(step, "step", "      ", into: &text) }
      text.add(section.bound.added, as: "step", "      ", at: section.span)
    }
    guard draft.isScenario else { return text }
    text.add("\nsteps:\n", at: draft.steps[0].span)
    for step in draft.steps { addStep(step, "step", "  ", into: &text) }
    let extensions = added.filter { $0.value.has("lines") }
    let steps = added.filter { !$0.key.hasPrefix("*") && !$0.value.has("lines") }
    text.add(steps, as: "step", "  ", at: draft.span)
    if let first = draft.extensions.first?.span ?? extensions.first.map({ _ in draft.span }) {
      text.add("\nextensions:\n", at: first)
    }
    for found in draft.extensions {
      text.add("  - extension: \(YAMLScalar.text(found.id))\n", at: found.span)
      text.add("    case: \(YAMLScalar.text(found.label))\n", at: found.span)
      if let at = found.at { text.add("    at: \(YAMLScalar.text(at))\n", at: found.span) }
      text.add(found.bound.pairs, "    ", at: found.span)
      text.add("    lines:\n", at: found.span)
      for line in found.lines { addStep(line, "line", "      ", into: &text) }
      text.add(found.bound.added, as: "line", "      ", at: found.span)
    }
    text.add(extensions, as: "extension", "  ", at: draft.span)
    return text
  }

  private static func addStep(
    _ step: StepDraft, _ word: String, _ indent: String, into text: inout MadeText
  ) {
    let cells = step.cells ?? RowCells(id: step.span, text: step.span, next: step.span)
    text.add("\(indent)- \(word): \(YAMLScalar.text(step.id))\n", at: cells.id)
    func add(_ key: String, raw value: String?, at place: Span) {
      if let value, !step.bound.has(key) { text.add("\(indent)  \(key): \(value)\n", at: place) }
    }
    func add(_ key: String, _ value: String?, at place: Span? = nil) {
      add(key, raw: value.map { YAMLScalar.text($0) }, at: place ?? cells.text)
    }
    // A brace of a document is a brace, since a document does not say where values come from.
    add(
      step.activity.key,
      step.activity == .notice ? ShownText.escaped(step.subject) : step.subject)
    add("message", step.message.map(ShownText.escaped))
    add("note", step.note)
    add("loading", step.loading.map(ShownText.escaped))
    if !step.inputs.isEmpty {
      let inputs = step.inputs.map { input in
        var fields: [(String, String)] = input.isSecret ? [("secret", "yes")] : []
        if let limit = input.limit { fields.append((limit.key, limit.value)) }
        let value = fields.isEmpty ? "{}" : YAMLScalar.mapping(fields)
        return "\(YAMLScalar.text(input.name, inline: true)): \(value)"
      }
      add("input", raw: "{ \(inputs.joined(separator: ", ")) }", at: cells.text)
    }
    if !step.buttons.isEmpty { add("buttons", raw: YAMLScalar.list(step.buttons), at: cells.text) }
    if !step.items.isEmpty {
      add("items", raw: YAMLScalar.list(step.items.map(ShownText.escaped)), at: cells.text)
    }
    add("takes", step.takes)
    if let isCancelable = step.isCancelable { add("cancelable", isCancelable ? "yes" : "no") }
    text.add(step.bound.pairs, "\(indent)  ", at: cells.id)
    if step.rows.isEmpty, step.bound.added.isEmpty {
      add("does", step.does)
      add("answer", step.answer)
      add("next", step.next, at: cells.next)
      return
    }
    text.add("\(indent)  rows:\n", at: cells.text)
    rows(step.rows, indent + "    ", into: &text)
    text.add(step.bound.added, "\(indent)    ", at: cells.id)
  }

  private static func anywhere(
    _ rows: [RowDraft], _ indent: String, at place: Span, _ added: [BindingNode.Pair],
    into text: inout MadeText
  ) {
    guard !rows.isEmpty || !added.isEmpty else { return }
    text.add("\(indent)anywhere:\n", at: place)
    self.rows(rows, indent + "  ", into: &text)
    text.add(added, indent + "  ", at: place)
  }

  private static func rows(_ rows: [RowDraft], _ indent: String, into text: inout MadeText) {
    for row in rows {
      let cells = row.cells ?? RowCells(id: row.span, text: row.span, next: row.span)
      let key = YAMLScalar.text(row.key)
      let fields = fields(of: row).filter { !row.bound.has($0.0) }
      let inline = YAMLScalar.mapping(fields)
      let isShort =
        indent.count + key.count + inline.count + 2 <= 100 && row.bound.pairs.isEmpty
      // The key is only the letter of `1.2a`.
      text.add("\(indent)\(key):\(isShort ? " {" : "\n")", at: cells.id, isWhole: true)
      for (index, (name, value)) in fields.enumerated() {
        let place = name == "next" ? cells.next : cells.text
        text.add(
          isShort
            ? "\(index > 0 ? "," : "") \(YAMLScalar.text(name, inline: true)): "
              + YAMLScalar.text(value, inline: true)
            : "\(indent)  \(name): \(YAMLScalar.text(value))\n", at: place)
      }
      if isShort { text.add(" }\n", at: cells.next) }
      text.add(row.bound.pairs, "\(indent)  ", at: cells.id)
    }
  }

  private static func fields(of row: RowDraft) -> [(String, String)] {
    var fields = [(row.kind.key, row.label)]
    if let outcome = row.outcome { fields.append(("on", outcome)) }
    if let after = row.after { fields.append(("after", after)) }
    if let message = row.message { fields.append(("message", ShownText.escaped(message))) }
    if let does = row.does { fields.append(("does", does)) }
    if let answer = row.answer { fields.append(("answer", answer)) }
    return fields + [("next", row.next)]
  }

  private static let linking: Set<String> = [
    "a", "an", "and", "at", "by", "for", "from", "give", "in", "into", "of", "on", "or", "the",
    "to",
    "with",
  ]

  /// An alias made from the title. Nil if the title has no usable characters.
  static func alias(_ draft: FlowDraft) -> String? {
    let title = PlainWords.folded(draft.title)
    let words =
      title.isPlainASCII
      ? title.utf8.split { !$0.isWordByte }.map { Substring($0) }
      : title.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    var chosen = words.prefix(draft.aliasWords)
    if chosen.count < words.count {
      // Not in the middle of "to give".
      while let last = chosen.last, linking.contains(String(last)), chosen.count > 1 {
        chosen.removeLast()
      }
    }
    let alias = chosen.joined(separator: "-")
    return alias.isEmpty || alias == draft.id.lowercased() || alias.first?.isNumber == true
      ? nil : alias
  }
}
