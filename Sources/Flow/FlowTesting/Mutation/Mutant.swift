/// A flow with one deliberate mistake.
public struct Mutant: Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The row leads to another step.
    case retargeted
    /// The row was removed.
    case dropped
    /// The row and the next one have each other's target.
    case swapped
  }

  /// The kind of mistake.
  public let kind: Kind
  /// The index of the flow in the catalogue.
  let flow: Int
  let row: Int
  /// For `swapped`, the other row.
  let other: Int
  /// The row, such as `UC2.3:1.4b`.
  public let name: String
  /// The old and the new target, such as `1.3` and `1.5`.
  public let change: String

  public var description: String {
    "\(name) \(kind.rawValue)\(change.isEmpty ? "" : ": \(change)")"
  }
}
