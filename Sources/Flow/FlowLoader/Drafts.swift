internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// The targets of the schemas' storage. A draft becomes a record when its whole mapping is read.

/// A flow: its header, and the parts that are read later.
struct FlowDraft {
  var header = HeaderRecord()
  var facts: YAMLTree.Node?
  var rules: YAMLTree.Node?
  var sections: YAMLTree.Node?
  var steps: YAMLTree.Node?
  var extensions: YAMLTree.Node?
  var anywhere: YAMLTree.Node?
}

/// A section of a table, and its list of steps.
struct SectionDraft {
  var record = SectionRecord()
  var steps: YAMLTree.Node?
  var anywhere: YAMLTree.Node?
}

/// A step or a line, with its own row, which it has unless there are `rows`.
struct StepDraft {
  var record = StepRecord()
  private(set) var hasRareFields = false
  var rare = StepRareFields() { didSet { hasRareFields = true } }
  /// Nil until a key gives it.
  var activity: Activity?
  var row = RowDraft()
  var rows: YAMLTree.Node?
}

/// A row.
struct RowDraft {
  var record = RowRecord()
  private(set) var hasRareFields = false
  var rare = RowRareFields() { didSet { hasRareFields = true } }
  /// Nil until a key gives it.
  var kind: Row.Kind?
}

/// An extension of a main scenario: its row, the step it belongs to, and its lines.
struct ExtensionDraft {
  var row = RowDraft()
  var at: YAMLTree.Node?
  var meantAt: YAMLTree.Node?
  var proposal: YAMLTree.Node?
  var lines: YAMLTree.Node?
}

/// A script, and the places of the keys that may exclude each other.
struct ScriptDraft {
  var script: Script
  var paths: YAMLTree.Node?
  var rows: YAMLTree.Node?
  var world: YAMLTree.Node?
  var steps: YAMLTree.Node?
  var expect: YAMLTree.Node?

  mutating func nameScript(_ name: String, at span: Span) {
    script.name = name
    script.span = span
  }
}
