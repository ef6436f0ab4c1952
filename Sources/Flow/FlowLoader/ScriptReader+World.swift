internal import Dates
internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// The parts of a script with a world: the world, the events in it, and the expectations.
extension ScriptReader {
  /// Reports keys that need a world but have none, and a world together with `rows`.
  mutating func checkWorld(_ draft: ScriptDraft) {
    for (key, node) in [("steps", draft.steps), ("expect", draft.expect)] {
      guard let node, draft.world == nil else { continue }
      reader.report(
        .keysExclude, at: reader.tree.headSpan(node), "`\(key)` needs a `world`",
        help: "add `world: {}` for the world as it is by default")
    }
    if let node = draft.rows, draft.world != nil {
      reader.report(
        .keysExclude, at: reader.tree.headSpan(node), "`rows` and `world` exclude each other",
        help: "in a world, `steps` says what the user does and `expect: rows` which rows are taken")
    }
  }

  mutating func expectedRows(_ node: YAMLTree.Node, in flow: String) -> [Script.Expected] {
    reader.allEntries(node).compactMap { entry in
      reader.isText(entry, "a row")
        ? Script.Expected(mention(entry, in: flow), span: reader.tree.span(entry)) : nil
    }
  }

  mutating func exceptions(
    _ node: YAMLTree.Node, in flow: String
  ) -> [(name: String, value: Script.Expected)] {
    for pair in reader.allPairs(node) { _ = mention(pair.key, in: flow) }
    return expectedPairs(node)
  }

  mutating func expectedPairs(
    _ node: YAMLTree.Node
  ) -> [(name: String, value: Script.Expected)] {
    reader.allPairs(node).compactMap { pair in
      let name = reader.string(pair.key)
      guard reader.isText(pair.value, "`\(name)`") else { return nil }
      let span = reader.tree.span(pair.value)
      return (name, Script.Expected(reader.string(pair.value), span: span))
    }
  }

  mutating func events(_ node: YAMLTree.Node, in flow: String) -> [Script.Event] {
    reader.allEntries(node).compactMap { event($0, in: flow) }
  }

  private mutating func event(_ node: YAMLTree.Node, in flow: String) -> Script.Event? {
    let span = reader.tree.headSpan(node)
    guard reader.tree.kind(node) == .mapping else {
      guard reader.isText(node, "a step") else { return nil }
      let text = mention(node, in: flow)
      if text.hasPrefix("suspend ") {
        return Script.Event(.suspend(String(text.dropFirst(8))), span: span)
      }
      return Script.Event(.row(text, inputs: []), span: span)
    }
    let pairs = reader.allPairs(node)
    guard pairs.count == 1, let pair = pairs.first else {
      reader.report(
        .wrongKind, at: span, "a step is one row, or one of `world` and `wait`",
        help: "write `- 1.3a: { pin: 123456 }`, `- wait: 61 s` or `- world: { network: ok }`")
      return nil
    }
    let name = reader.string(pair.key)
    switch name {
    case "wait":
      let text = reader.tree.kind(pair.value) == .scalar ? reader.string(pair.value) : ""
      guard let time = WrittenTime.milliseconds(text) else {
        reportTime(text, at: pair.value)
        return nil
      }
      return Script.Event(.wait(time), span: span)
    case "world": return settings(pair.value).map { Script.Event(.world($0), span: span) }
    default:
      guard reader.tree.kind(pair.value) == .mapping else {
        reader.report(
          .wrongKind, at: reader.tree.headSpan(pair.value),
          "inputs must be a mapping, not \(reader.describe(pair.value))",
          help: "write `- \(name): { pin: 123456 }`")
        return nil
      }
      let inputs = expectedPairs(pair.value).map { (name: $0.name, value: $0.value.text) }
      return Script.Event(.row(mention(pair.key, in: flow), inputs: inputs), span: span)
    }
  }

  mutating func settings(_ node: YAMLTree.Node) -> WorldSettings? {
    guard let shape else {
      reader.report(
        .unknownKey, at: reader.tree.headSpan(node), "a script with a `world` does not run here")
      return nil
    }
    return reader.settings(node, shape)
  }
}
