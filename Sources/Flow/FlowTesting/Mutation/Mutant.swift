/// A flow with one mistake made in it on purpose.
public struct Mutant: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The row leads to another step.
    case retargeted
    /// The row is gone.
    case dropped
    /// The row and the one behind it lead where the other does.
    case swapped
  }

  public let kind: Kind
  /// The flow's position in the catalogue, and the row's in the flow.
  let flow: Int
  let row: Int
  /// For `swapped`: the other row.
  let other: Int
  /// `UC2.3:1.4b`.
  public let name: String
  /// Where the row led and leads: `1.3`, `1.5`.
  public let change: String

  public var description: String {
    "\(name) \(kind.rawValue)\(change.isEmpty ? "" : ": \(change)")"
  }
}
