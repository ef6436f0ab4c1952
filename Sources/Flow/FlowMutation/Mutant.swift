internal import FlowModel

/// Flows with one deliberate mistake.
public struct Mutant: Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The row leads to another step.
    case retargeted
    /// The row was removed.
    case dropped
    /// The row and the next one have each other's target.
    case swapped
    /// An `if` was removed, or holds for the other values.
    case condition
    /// A step no longer counts.
    case counter
    /// A counter has one value more or less.
    case range
    /// A timer is twice as long, was removed, or begins again or not when the run is resumed.
    case timer
    /// A `set` has another value, or was removed.
    case set
    /// A `reset` was removed.
    case reset
    /// An `unless` was removed, or holds for the other values.
    case unless
    /// An argument of a `with` was removed.
    case argument
    /// The row is for another answer.
    case outcome
    /// The row is for another error.
    case error
    /// The step is of another kind.
    case activity
    /// A message, or what is said while the user waits, is another one.
    case message
    /// The title of a screen, or the sentence of a step, is another one.
    case title
    /// A button was removed, or is called otherwise.
    case button
    /// An entry of a list is another one.
    case item
    /// An input is no longer secret, is longer, or is not needed for the row.
    case input
    /// A step takes twice as long, or can be cancelled or not.
    case duration
    /// What the row does besides, or the code for the caller, is another one.
    case effect

    /// Whether it changes something by whose name a house rule may speak of it.
    var changesNames: Bool {
      switch self {
      case .title, .activity, .outcome, .input, .effect: true
      case .retargeted, .dropped, .swapped, .condition, .counter, .range, .timer, .set, .reset,
        .unless, .argument, .error, .message, .button, .item, .duration:
        false
      }
    }
  }

  /// A part of a flow in which the mistake is.
  enum Part: Hashable, Sendable {
    case row(Int)
    case step(Int)
    /// A fact, which belongs to all flows, by its name.
    case fact(String)
  }

  /// What was changed in the tables of a flow.
  typealias Edit = @Sendable (inout Tables) -> Void

  /// The kind of mistake.
  public let kind: Kind
  /// The index of the flow in the catalogue.
  let flow: Int
  let part: Part
  /// For `swapped`, the other row.
  var other: Int?
  /// The row, step or fact, such as `UC2.3:1.4b`.
  public let name: String
  /// What was changed, such as `1.3 becomes 1.5`.
  public let change: String
  /// The change in the flow; for a fact, in every flow that has it.
  let edit: Edit
  /// The rows whose targets no longer lead where the links of the flow say.
  var unlinked: [Int] = []

  /// Whether it matters only for runs that are suspended while a timer runs.
  var isAboutResuming = false

  public var description: String {
    "\(name) \(kind.rawValue)\(change.isEmpty ? "" : ": \(change)")"
  }
}
