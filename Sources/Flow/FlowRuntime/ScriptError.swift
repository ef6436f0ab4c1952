/// Why a script could not be run to its end.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    case unknownFlow(String)
    /// A step, and the flow that lacks it.
    case unknownStep(String, String)
    /// A fact and a value, one of which does not exist.
    case unknownFact(String, String)
    case outline(String)
    /// The step, and the rows it has.
    case noSuchRow(String, [String])
    /// How the run ended, and the row that the script still had.
    case endedEarly(String, String)
    /// What a flow returned that its caller has no row for.
    case unhandledResult(String)
    /// A flow has returned what leads to this row; the script names another.
    case otherRow(String)
    case callTooDeep
    /// The step where the run goes round without anything from outside.
    case loop(String)
  }

  public let kind: Kind
  /// The position of the move in the script.
  public let move: Int?

  public init(_ kind: Kind, move: Int?) {
    self.kind = kind
    self.move = move
  }

  public var description: String {
    switch kind {
    case .unknownFlow(let name): "there is no flow `\(name)`"
    case .unknownStep(let id, let flow): "`\(flow)` has no step `\(id)` to start from"
    case .unknownFact(let name, let value): "there is no fact `\(name)` with a value `\(value)`"
    case .outline(let flow): "`\(flow)` is an outline: it is not yet written, so it cannot run"
    case .noSuchRow(let step, let rows):
      "step `\(step)` has no such row; it has \(rows.map { "`\($0)`" }.joined(separator: ", "))"
    case .endedEarly(let end, let row): "the run ended (\(end)) before row `\(row)`"
    case .unhandledResult(let name): "the called flow returned `\(name)`, which no row handles"
    case .otherRow(let row): "the called flow returned what leads to `\(row)`"
    case .callTooDeep: "flows call each other more than \(Machine.maximumDepth) deep"
    case .loop(let step): "the run goes round at `\(step)` and nothing can stop it"
    }
  }
}
