public import FlowModel
public import Secrets

/// What a handler may know and take of the run.
public struct HandlerContext: ~Copyable, Sendable {
  private let program: Program
  private let inputs: Inputs
  public let clock: any RunClock
  private var block: Int32
  /// Milliseconds of the run's clock when the step was entered.
  public private(set) var enteredAt: Int64

  init(
    _ program: Program, _ inputs: Inputs, _ clock: any RunClock, _ block: Int32, _ enteredAt: Int64
  ) {
    self.program = program
    self.inputs = inputs
    self.clock = clock
    self.block = block
    self.enteredAt = enteredAt
  }

  /// A run has one context, which goes with it from step to step.
  mutating func move(to work: RunState.Work) {
    block = work.block
    enteredAt = work.enteredAt
  }

  /// One for a task of its own, which may outlast the step.
  func copy() -> HandlerContext {
    HandlerContext(program, inputs, clock, block, enteredAt)
  }

  /// The step that asks.
  public var step: Step { program.step(at: block) }

  /// When the step's timer runs out, on the same clock; nil without one.
  public var due: Int64? {
    program.timer(at: block).map { enteredAt + $0.after }
  }

  /// What the user filled in last under that name. Secrets are not among them.
  public func input(_ name: String) -> String? { inputs.value(name) }

  /// Moves a secret out of the run, to its one use. The second caller gets nil.
  public func takeSecret(_ name: String) -> Secret? { inputs.takeSecret(name) }
}

/// Carries a context into a task.
struct LentContext: ~Copyable, Sendable {
  let value: HandlerContext

  init(_ value: consuming HandlerContext) {
    self.value = value
  }
}
