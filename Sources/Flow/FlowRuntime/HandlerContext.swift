public import FlowModel
public import Secrets

/// What a handler may know and take of the run.
public struct HandlerContext: ~Copyable, Sendable {
  /// The step that asks.
  public let step: Step
  /// Milliseconds of the run's clock when the step was entered.
  public let enteredAt: Int64
  /// When the step's timer runs out, on the same clock; nil without one.
  public let due: Int64?
  public let clock: any RunClock
  private let inputs: Inputs

  package init(
    step: Step, enteredAt: Int64, due: Int64?, clock: any RunClock, inputs: Inputs
  ) {
    self.step = step
    self.enteredAt = enteredAt
    self.due = due
    self.clock = clock
    self.inputs = inputs
  }

  /// What the user filled in last under that name. Secrets are not among them.
  public func input(_ name: String) -> String? { inputs.value(name) }

  /// Moves a secret out of the run, to its one use. The second caller gets nil.
  public func takeSecret(_ name: String) -> Secret? { inputs.takeSecret(name) }
}
