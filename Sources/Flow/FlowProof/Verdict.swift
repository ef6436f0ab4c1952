public import FlowModel

/// What is known of a rule in one reading.
public struct Verdict: Sendable {
  /// What was found.
  public enum Finding: Sendable {
    /// The rule holds in all runs. With a remark, only if the user goes on.
    case holds(ifUserGoesOn: Bool)
    /// A run breaks it.
    case broken(CounterExample)
    /// No run comes to what the rule is about.
    case neverTriggered
    /// It cannot be decided, for this reason.
    case notProvable(String)
  }

  /// The reading.
  public let reading: Reading
  /// What was found.
  public let finding: Finding
  /// The number of places that runs may be at, for the rule.
  public let places: Int

  var isBroken: Bool {
    if case .broken = finding { true } else { false }
  }

  /// The finding in words that follow "it": `holds`, `does not hold`, `is never triggered`, `is not
  /// provable`.
  public var name: String {
    switch finding {
    case .holds: "holds"
    case .broken: "does not hold"
    case .neverTriggered: "is never triggered"
    case .notProvable: "is not provable"
    }
  }
}

/// A run that breaks a rule.
public struct CounterExample: Sendable {
  /// A row that the run takes, or a suspension.
  public struct Entry: Sendable {
    /// The row. Nil for a suspension.
    public let row: Row?
    /// The step at which it is taken.
    public let step: Step
    /// Whether the step is skipped.
    public let isPassedOver: Bool
  }

  /// The flow with which the run starts.
  public let start: Flow
  /// What the run does.
  public let entries: [Entry]
  /// How many of the last entries repeat for ever. 0 if the run ends or the rule is broken at once.
  public let loop: Int
  /// The run as a script that `flowrun --script` runs.
  public let script: Script
  /// Why the run breaks the rule.
  public let why: String
  /// Whether the machine took this run and the rule was broken by it.
  public let isConfirmed: Bool
  /// Whether no run is shorter that breaks the rule.
  public internal(set) var isShortest = true
}
