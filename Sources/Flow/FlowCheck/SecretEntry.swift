internal import Diagnostics
internal import FlowModel

/// A row at which the user enters a secret.
struct SecretEntry: Sendable {
  let row: Row
  /// The index of its step.
  let step: Int
  /// The name of the secret, and its place in the row.
  let name: String
  let span: Span

  /// The rows of a flow at which secrets are entered, ordered by step.
  static func all(in graph: FlowGraph, _ traits: FlowTraits) -> [SecretEntry] {
    guard traits.ofRows.contains(.entries) else { return [] }
    var found: [SecretEntry] = []
    for place in graph.rows where traits.rows[Int(place)].contains(.entries) {
      let row = graph.flow.rowOfSteps(at: Int(place))
      let step = graph.step(of: row)
      let inputs = step.inputs
      for (name, span) in zip(row.enters, row.enterSpans)
      where inputs.contains(where: { $0.isSecret && $0.name == name }) {
        found.append(SecretEntry(row: row, step: step.index, name: name, span: span))
      }
    }
    return found
  }
}
