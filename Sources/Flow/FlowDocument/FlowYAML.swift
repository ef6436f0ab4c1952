internal import FlowModel
internal import YAMLTree

/// Writes a draft as a flow file.
enum FlowYAML {
  static func text(of draft: FlowDraft, alias: String?) -> String {
    var text = "# yaml-language-server: $schema=../flow.schema.json\n"
    func add(_ key: String, _ value: String?) {
      if let value { text += "\(key): \(YAMLScalar.text(value))\n" }
    }
    add("flow", draft.id)
    add("alias", alias)
    if draft.kind != .useCase { add("kind", draft.kind.rawValue) }
    add("title", draft.title)
    for text in HeaderText.allCases { add(text.rawValue, draft.texts[text]) }
    for list in HeaderList.allCases {
      guard let entries = draft.lists[list], !entries.isEmpty else { continue }
      text += "\(list.rawValue):\n"
      for entry in entries { text += "  - \(YAMLScalar.text(entry))\n" }
    }
    text += anywhere(draft.anywhere, "")
    if !draft.sections.isEmpty { text += "\nsections:\n" }
    for (index, section) in draft.sections.enumerated() {
      if index > 0 { text += "\n" }
      text += "  - section: \(YAMLScalar.text(section.id))\n"
      text += "    title: \(YAMLScalar.text(section.title))\n"
      text += anywhere(section.anywhere, "    ") + "    steps:\n"
      for step in section.steps { text += self.text(of: step, "step", "      ") }
    }
    if draft.isScenario {
      text += "\nsteps:\n"
      for step in draft.steps { text += self.text(of: step, "step", "  ") }
      if !draft.extensions.isEmpty { text += "\nextensions:\n" }
      for found in draft.extensions {
        text += "  - extension: \(YAMLScalar.text(found.id))\n"
        text += "    case: \(YAMLScalar.text(found.label))\n"
        if let at = found.at { text += "    at: \(YAMLScalar.text(at))\n" }
        text += "    lines:\n"
        for line in found.lines { text += self.text(of: line, "line", "      ") }
      }
    }
    return text
  }

  private static func text(of step: StepDraft, _ word: String, _ indent: String) -> String {
    var text = "\(indent)- \(word): \(YAMLScalar.text(step.id))\n"
    func add(_ key: String, raw value: String?) {
      if let value { text += "\(indent)  \(key): \(value)\n" }
    }
    func add(_ key: String, _ value: String?) { add(key, raw: value.map { YAMLScalar.text($0) }) }
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
      add("input", raw: "{ \(inputs.joined(separator: ", ")) }")
    }
    if !step.buttons.isEmpty { add("buttons", raw: YAMLScalar.list(step.buttons)) }
    if !step.items.isEmpty { add("items", raw: YAMLScalar.list(step.items.map(ShownText.escaped))) }
    add("takes", step.takes)
    if let isCancelable = step.isCancelable { add("cancelable", isCancelable ? "yes" : "no") }
    if step.rows.isEmpty {
      add("does", step.does)
      add("answer", step.answer)
      add("next", step.next)
      return text
    }
    return text + "\(indent)  rows:\n" + rows(step.rows, indent + "    ")
  }

  private static func anywhere(_ rows: [RowDraft], _ indent: String) -> String {
    rows.isEmpty ? "" : "\(indent)anywhere:\n" + self.rows(rows, indent + "  ")
  }

  private static func rows(_ rows: [RowDraft], _ indent: String) -> String {
    var text = ""
    for row in rows {
      let key = YAMLScalar.text(row.key)
      let fields = fields(of: row)
      let inline = YAMLScalar.mapping(fields)
      if indent.count + key.count + inline.count + 2 <= 100 {
        text += "\(indent)\(key): \(inline)\n"
      } else {
        text += "\(indent)\(key):\n"
        for (name, value) in fields {
          text += "\(indent)  \(name): \(YAMLScalar.text(value))\n"
        }
      }
    }
    return text
  }

  private static func fields(of row: RowDraft) -> [(String, String)] {
    var fields = [(row.kind.key, row.label)]
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
    let words = draft.title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
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
