internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// What a script with a world has: the world, what happens in it, and what must come of it.
extension ScriptReader {
  mutating func readWorld(_ fields: Fields, _ script: inout Script) {
    if let node = reader[fields, .world] { script.world = settings(node) }
    if let node = reader[fields, .steps] {
      script.events = reader.allEntries(node).compactMap { event($0) }
    }
    let hasWorld = reader[fields, .world] != nil
    for (key, node) in [("steps", reader[fields, .steps]), ("expect", reader[fields, .expect])] {
      guard let node, !hasWorld else { continue }
      reader.report(
        .keysExclude, at: reader.tree.headSpan(node), "`\(key)` needs a `world`",
        help: "add `world: {}` for the world as it is by default")
    }
    if let node = reader[fields, .rows], reader[fields, .world] != nil {
      reader.report(
        .keysExclude, at: reader.tree.headSpan(node), "`rows` and `world` exclude each other",
        help: "in a world, `steps` says what the user does and `expect: rows` what must come of it")
    }
    guard let node = reader[fields, .expect], let expect = reader.read(node, .expectation) else {
      return
    }
    if let rows = reader[expect, .rows] {
      script.expectedRows = reader.allEntries(rows).compactMap { entry in
        reader.isText(entry, "a row")
          ? Script.Expected(reader.string(entry), span: reader.tree.span(entry)) : nil
      }
    }
    script.end = reader[expect, .end].map { reader.string($0) } ?? script.end
    script.stored = reader[expect, .stored].map { expectedPairs($0) } ?? []
    script.received = reader[expect, .received].map { expectedPairs($0) } ?? []
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

  private mutating func event(_ node: YAMLTree.Node) -> Script.Event? {
    let span = reader.tree.headSpan(node)
    guard reader.tree.kind(node) == .mapping else {
      guard reader.isText(node, "a step") else { return nil }
      let text = reader.string(node)
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
      guard let time = Settings.milliseconds(text) else {
        reader.report(
          .wrongValue, at: reader.tree.headSpan(pair.value), "`\(text)` is no duration",
          help: "write a whole number and a unit: `90 s`, `250 ms`, `5 min`")
        return nil
      }
      return Script.Event(.wait(time), span: span)
    case "world": return settings(pair.value).map { Script.Event(.world($0), span: span) }
    default:
      guard reader.tree.kind(pair.value) == .mapping else {
        reader.report(
          .wrongKind, at: reader.tree.headSpan(pair.value),
          "what is filled in must be a mapping, not \(reader.describe(pair.value))",
          help: "write `- \(name): { pin: 123456 }`")
        return nil
      }
      let inputs = expectedPairs(pair.value).map { (name: $0.name, value: $0.value.text) }
      return Script.Event(.row(name, inputs: inputs), span: span)
    }
  }

  private mutating func settings(_ node: YAMLTree.Node) -> Settings? {
    guard let shape else {
      reader.report(
        .unknownKey, at: reader.tree.headSpan(node), "a script with a `world` does not run here")
      return nil
    }
    return reader.settings(node, shape)
  }
}
