public import FlowLoader

/// What a team has agreed on for the check of a folder of flows.
public struct CheckSettings: Equatable, Sendable {
  /// The levels of rules, by name. Other rules have their own.
  let levels: [String: TeamSettings.Level]
  /// The lines of the file of known findings.
  let baseline: [String]

  /// Settings with these values.
  public init(levels: [String: TeamSettings.Level] = [:], baseline: [String] = []) {
    self.levels = levels
    self.baseline = baseline
  }
}
