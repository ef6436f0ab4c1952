internal import Dates
internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Reads settings by a given shape, with the same messages as the flow language.
extension TreeReader {
  mutating func settings(_ node: YAMLTree.Node, _ shape: SettingsShape) -> WorldSettings? {
    guard tree.kind(node) == .mapping else {
      report(
        .wrongKind, at: tree.headSpan(node),
        "\(shape.name) must be a mapping, not \(describe(node))",
        help: "it may have: \(shape.fields.map(\.name).joined(separator: ", "))")
      return nil
    }
    var entries: [WorldSettings.Entry] = []
    for pair in allPairs(node) {
      let name = string(pair.key)
      guard let field = shape.fields.first(where: { $0.name == name }) else {
        refuseKey(pair.key, name, of: shape.name, known: shape.fields.map(\.name))
        continue
      }
      guard let value = value(pair.value, field) else { continue }
      entries.append(WorldSettings.Entry(name: name, value: value, span: tree.headSpan(pair.value)))
    }
    return WorldSettings(entries)
  }

  private mutating func value(
    _ node: YAMLTree.Node, _ field: SettingsShape.Field
  ) -> WorldSettings.Value? {
    switch field.shape {
    case .settings(let shape): return settings(node, shape).map(WorldSettings.Value.settings)
    case .texts:
      guard tree.kind(node) != .mapping else { break }
      return .texts(allEntries(node).filter { tree.kind($0) == .scalar }.map { string($0) })
    case .text, .flag, .choice, .digits, .number, .duration, .date:
      guard tree.kind(node) == .scalar else { break }
      let text = string(node)
      guard let problem = TreeReader.problem(text, field.shape) else { return .text(text) }
      report(
        .wrongValue, at: tree.span(node), "`\(text)` is not what `\(field.name)` may be",
        help: problem)
      return nil
    }
    report(
      .wrongKind, at: tree.headSpan(node), "`\(field.name)` must not be \(describe(node))",
      help: "`\(field.name)`: \(field.about)")
    return nil
  }

  /// The form to write instead of a text. Nil if the text is allowed.
  private static func problem(_ text: String, _ shape: SettingsShape.Shape) -> String? {
    switch shape {
    case .text, .texts, .settings: return nil
    case .flag:
      return ["yes", "no", "true", "false"].contains(text) ? nil : "write `yes` or `no`"
    case .choice(let words):
      if words.contains(text) { return nil }
      return DidYouMean.question(for: text, in: words)
        ?? "write \(words.map { "`\($0)`" }.joined(separator: " or "))"
    case .digits(let range):
      let isGood = range.contains(text.utf8.count) && text.utf8.allSatisfy { 48...57 ~= $0 }
      return isGood ? nil : "write \(range.lowerBound) to \(range.upperBound) digits"
    case .number(let range):
      if let number = TreeReader.number(text), range.contains(number) { return nil }
      return "write a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration(let words):
      if words.contains(text) || WrittenTime.milliseconds(text) != nil { return nil }
      return "write a number and a unit: `90 s`, `250 ms`, `5 min`"
        + words.map { ", or `\($0)`" }.joined()
    case .date: return CalendarDay(text) == nil ? "write a day as `2026-06-01`" : nil
    }
  }
}
