internal import Dates
internal import Diagnostics
package import FlowModel
internal import YAMLTree

/// Reads the tree of a file into scripts.
struct ScriptReader: SchemaReader, ~Copyable {
  var reader = TreeReader(vocabulary)
  let shape: SettingsShape?
  /// Where rows, steps, flows and facts are named.
  private(set) var mentions: [ScriptMention] = []

  init(shape: SettingsShape?) { self.shape = shape }

  mutating func keys(of node: YAMLTree.Node, _ mapping: Mapping) -> UInt64? {
    reader.keys(of: node, mapping)
  }

  func value(of key: Int, in mapping: Mapping) -> YAMLTree.Node {
    reader.value(of: key, in: mapping)
  }

  /// The scripts of a file: those in `paths`, or a single one that is the whole file.
  mutating func readFile() -> [Script] {
    var file = draft(flow: "")
    guard let keys = read(reader.tree.root, ScriptReader.scripts, into: &file) else { return [] }
    guard let node = file.paths else {
      checkWorld(file)
      return [file.script]
    }
    reader.refuse(
      keys & ScriptReader.scripts.mapping.own, of: ScriptReader.scripts.mapping,
      "and `paths` exclude each other", help: "move it into a path")
    var scripts: [Script] = []
    var names: Set<String> = []
    var entries = reader.entries(node)
    while let entry = reader.next(&entries) {
      var path = draft(flow: file.script.flow)
      guard read(entry, ScriptReader.path, into: &path) != nil else { continue }
      if !path.script.name.isEmpty, !names.insert(path.script.name).inserted {
        reader.report(
          .duplicateID, at: path.script.span, "there is a path `\(path.script.name)` already",
          help: "give one of the two another name")
      }
      checkWorld(path)
      scripts.append(path.script)
    }
    if !scripts.isEmpty { scripts[0].exceptions = file.script.exceptions }
    return scripts
  }

  private func draft(flow: String) -> ScriptDraft {
    ScriptDraft(script: Script(flow: flow, path: reader.path))
  }

  mutating func reading(_ node: YAMLTree.Node) -> Reading {
    let text = reader.string(node)
    if let reading = Reading(rawValue: text) { return reading }
    reader.report(
      .wrongValue, at: reader.tree.span(node), "`\(text)` is not a reading",
      help: "write `written` or `meant`")
    return .written
  }

  mutating func clock(_ node: YAMLTree.Node) -> Int64 {
    if let time = TreeReader.number(reader.string(node)) { return Int64(time) }
    reader.report(
      .wrongValue, at: reader.tree.span(node), "the clock is a whole number of milliseconds")
    return 0
  }

  mutating func readMoves(_ node: YAMLTree.Node, into script: inout Script) {
    for entry in reader.allEntries(node) where reader.isText(entry, "a row") {
      let text = mention(entry, in: script.flow)
      guard let move = Script.Move(written: text) else {
        reportTime(String(text.dropFirst(5)), at: entry)
        continue
      }
      script.moves.append(move)
      script.moveSpans.append(reader.tree.span(entry))
    }
  }

  mutating func reportTime(_ text: String, at node: YAMLTree.Node) {
    reader.report(
      .wrongValue, at: reader.tree.headSpan(node), "`\(text)` is not a duration",
      help: "write a number and a unit: `90 s`, `250 ms`, `5 min`")
  }

  /// The text of a node that names a row or a step, or something else.
  mutating func mention(
    _ node: YAMLTree.Node, _ kind: ScriptMention.Kind = .place, in flow: String
  ) -> String {
    let text = reader.string(node)
    mentions.append(
      ScriptMention(kind: kind, flow: flow, text: text, span: reader.tree.span(node)))
    return text
  }

  /// The first values of facts.
  mutating func facts(_ node: YAMLTree.Node, in flow: String) -> [(name: String, value: String)] {
    for pair in reader.allPairs(node) { _ = mention(pair.key, .fact, in: flow) }
    return words(node)
  }

  mutating func words(_ node: YAMLTree.Node) -> [(name: String, value: String)] {
    reader.allPairs(node).compactMap { pair in
      guard reader.tree.kind(pair.value) == .scalar else { return nil }
      return (reader.string(pair.key), reader.string(pair.value))
    }
  }
}

extension Script.Move {
  /// The move that an entry of `rows` means. Nil for a `wait` without a length of time.
  package init?(written text: String) {
    if text.hasPrefix("suspend ") {
      self = .suspend(String(text.dropFirst(8)))
    } else if text.hasPrefix("wait ") {
      guard let time = WrittenTime.milliseconds(String(text.dropFirst(5))) else { return nil }
      self = .wait(time)
    } else {
      self = .row(text)
    }
  }
}
