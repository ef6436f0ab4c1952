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

  /// Where a file names rows, steps, flows and facts, also if something is wrong with its scripts.
  /// None if it cannot be read.
  package func mentions(in file: SourceFile) -> [ScriptMention] {
    var reader = ScriptReader(shape: world)
    guard reader.reader.begin(file), !reader.reader.tree.isEmpty else { return [] }
    _ = reader.readFile()
    return reader.mentions
  }
}

/// A text of a script that names something, unless it is another kind of entry.
package struct ScriptMention: Sendable {
  /// What a text names.
  package enum Kind: Sendable {
    /// A row, a step or an end: `1.4b`, `UC2.3:1.4b`, `waiting UC2.3:1.3`, `result Retry`.
    case place
    /// A flow by its id or alias.
    case flow
    /// A fact by its name.
    case fact
  }

  /// What the text names.
  package let kind: Kind
  /// The flow of the script, by its id or alias. A row without a flow is one of its rows.
  package let flow: String
  /// The text.
  package let text: String
  /// The place in the file.
  package let span: Span
}

/// Reads a file that contains only a world.
public struct WorldLoader: Sendable {
  private let shape: SettingsShape

  /// A loader for worlds with these allowed settings.
  public init(_ shape: SettingsShape) {
    self.shape = shape
  }

  /// The settings of the file, or nil with diagnostics.
  public func load(_ file: SourceFile) -> (world: WorldSettings?, diagnostics: [Diagnostic]) {
    var reader = TreeReader(Vocabulary([]))
    let isWhole = reader.begin(file)
    guard isWhole, !reader.tree.isEmpty else {
      return (reader.diagnostics.isEmpty ? WorldSettings([]) : nil, reader.diagnostics)
    }
    let world = reader.settings(reader.tree.root, shape)
    let diagnostics = reader.diagnostics
    return (diagnostics.isEmpty ? world : nil, diagnostics)
  }
}
