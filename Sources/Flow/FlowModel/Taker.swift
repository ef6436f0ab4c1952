/// Who may take a row that somebody decides, where assistants take part (docs/agents.md).
public enum Taker: String, Hashable, Sendable, CaseIterable {
  /// An assistant, or a person.
  case agent
  /// A person only.
  case person

  init?(isAgents: Bool?) {
    guard let isAgents else { return nil }
    self = isAgents ? .agent : .person
  }
}

extension Row {
  /// Who may take the row, as its table says: at the row, or else at its step. Nil if the table
  /// does not say.
  public var taker: Taker? { ownTaker ?? step.taker }

  /// Who may take the row, if that stands at the row itself.
  package var ownTaker: Taker? { Taker(isAgents: rareFields.byAgent) }

  /// Whether somebody decides in a reading to take the row: it is for no answer of an action, no
  /// result of a call, no timer and no event.
  public func isDecided(_ reading: Reading) -> Bool {
    guard rareFields.after == 0 else { return false }
    switch kind {
    case .user: return expectedOutcome == nil
    case .own:
      let step = step(reading)
      return expectedOutcome == nil && step.action == nil
        && (step.activity == .user || step.activity.isShown)
    case .case, .result, .event, .error, .extension: return false
    }
  }

  /// Whether taking the row is what a rule calls `person` or `agent`. Whoever is not named by the
  /// table may be an agent.
  package func isTaken(by taker: Taker, _ reading: Reading) -> Bool {
    isDecided(reading) && (self.taker ?? .agent) == taker
  }
}

extension Step {
  /// Who may take the rows of the step, as its table says. Nil if it does not say.
  public var taker: Taker? { Taker(isAgents: rareFields.byAgent) }
}
