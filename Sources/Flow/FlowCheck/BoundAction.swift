/// What the handler of an action may answer.
public struct BoundAction: Hashable, Sendable {
  /// The outcomes.
  public var outcomes: Set<String>
  /// The names of the values.
  public var values: Set<String>

  /// A handler with these outcomes and values.
  public init(outcomes: Set<String>, values: Set<String> = []) {
    self.outcomes = outcomes
    self.values = values
  }
}
