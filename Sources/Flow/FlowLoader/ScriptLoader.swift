public import Diagnostics
public import FlowModel
internal import YAMLTree

/// Reads scripts: the files below `Flows/paths`, and those given with `--script`.
public struct ScriptLoader: Sendable {
  private let world: SettingsShape?

  /// - Parameter world: the allowed settings of `world`. Without it, scripts may not have a world.
  public init(world: SettingsShape? = nil) {
    self.world = world
  }

  /// The scripts of a file, in its order, and the diagnostics. If there are any, the scripts are
  /// empty.
  public func load(_ file: SourceFile) -> (scripts: [Script], diagnostics: [Diagnostic]) {
    var reader = ScriptReader(shape: world)
    guard reader.reader.begin(file) else { return ([], reader.reader.diagnostics) }
    guard !reader.reader.tree.isEmpty else {
      let empty = Diagnostic(
        .emptyFile, path: file.path, span: .top, "the script is empty",
        help: "a script begins with `flow: ID`; see docs/language.md")
      let found = reader.reader.diagnostics
      return ([], found.isEmpty ? [empty] : found)
    }
    let scripts = reader.readFile()
    let diagnostics = reader.reader.diagnostics
    return (diagnostics.isEmpty ? scripts : [], diagnostics)
  }
}

struct ScriptReader: ~Copyable {
  var reader = TreeReader()
  let shape: SettingsShape?

  init(shape: SettingsShape?) { self.shape = shape }

  mutating func readFile() -> [Script] {
    guard let fields = reader.read(reader.tree.root, .scripts) else { return [] }
    var scripts = readScripts(fields)
    if let node = reader[fields, .exceptions], !scripts.isEmpty {
      scripts[0].exceptions = expectedPairs(node)
    }
    return scripts
  }

  private mutating func readScripts(_ fields: Fields) -> [Script] {
    let flow = reader[fields, .flow].map { reader.string($0) } ?? ""
    guard let node = reader[fields, .paths] else {
      return [script(fields, flow: flow, name: flow, at: reader[fields, .flow])]
    }
    if let rows = reader[fields, .rows] {
      reader.report(
        .keysExclude, at: reader.tree.headSpan(rows), "`rows` and `paths` exclude each other",
        help: "move the rows into a path")
    }
    var scripts: [Script] = []
    var names: Set<String> = []
    var entries = reader.entries(node)
    while let entry = reader.next(&entries) {
      guard let path = reader.read(entry, .path) else { continue }
      let name = reader[path, .path].map { reader.string($0) } ?? ""
      if let node = reader[path, .path], !names.insert(name).inserted {
        reader.report(
          .duplicateID, at: reader.tree.span(node), "there is a path `\(name)` already",
          help: "give one of the two another name")
      }
      scripts.append(script(path, flow: flow, name: name, at: reader[path, .path]))
    }
    return scripts
  }

  private mutating func script(
    _ fields: Fields, flow: String, name: String, at node: YAMLTree.Node?
  ) -> Script {
    var script = Script(
      flow: reader[fields, .flow].map { reader.string($0) } ?? flow, name: name, moves: [],
      path: reader.path)
    script.span = node.map { reader.tree.span($0) } ?? .top
    script.about = reader[fields, .about].map { reader.string($0) }
    script.from = reader[fields, .from].map { reader.string($0) }
    script.only = reader.flag(reader[fields, .only]) ?? false
    script.end = reader[fields, .end].map { reader.string($0) }
    script.facts = words(reader[fields, .facts])
    script.inputs = words(reader[fields, .inputs])
    if let node = reader[fields, .as] {
      let text = reader.string(node)
      if let reading = Reading(rawValue: text) {
        script.reading = reading
      } else {
        reader.report(
          .wrongValue, at: reader.tree.span(node), "`\(text)` is no reading",
          help: "write `written` or `meant`")
      }
    }
    if let node = reader[fields, .clock] {
      if let time = TreeReader.number(reader.string(node)) {
        script.clock = Int64(time)
      } else {
        reader.report(
          .wrongValue, at: reader.tree.span(node), "the clock is a whole number of milliseconds")
      }
    }
    if let node = reader[fields, .rows] {
      var entries = reader.entries(node)
      while let entry = reader.next(&entries) {
        guard reader.isText(entry, "a row") else { continue }
        let text = reader.string(entry)
        script.moves.append(
          text.hasPrefix("suspend ") ? .suspend(String(text.dropFirst(8))) : .row(text))
        script.moveSpans.append(reader.tree.span(entry))
      }
    }
    readWorld(fields, &script)
    return script
  }

  private mutating func words(_ node: YAMLTree.Node?) -> [(name: String, value: String)] {
    guard let node else { return [] }
    var words: [(name: String, value: String)] = []
    var pairs = reader.pairs(node)
    while let (key, value) = reader.next(&pairs) {
      if reader.tree.kind(value) == .scalar {
        words.append((reader.string(key), reader.string(value)))
      }
    }
    return words
  }
}

/// Reads a file that contains only a world.
public struct WorldLoader: Sendable {
  private let shape: SettingsShape

  /// A loader for worlds with these allowed settings.
  public init(_ shape: SettingsShape) {
    self.shape = shape
  }

  /// The settings of the file, or nil with diagnostics.
  public func load(_ file: SourceFile) -> (world: Settings?, diagnostics: [Diagnostic]) {
    var reader = TreeReader()
    let isWhole = reader.begin(file)
    guard isWhole, !reader.tree.isEmpty else {
      return (reader.diagnostics.isEmpty ? Settings([]) : nil, reader.diagnostics)
    }
    let world = reader.settings(reader.tree.root, shape)
    let diagnostics = reader.diagnostics
    return (diagnostics.isEmpty ? world : nil, diagnostics)
  }
}
