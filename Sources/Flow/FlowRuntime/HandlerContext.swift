public import FlowModel
public import Secrets

/// What a handler can read from the run, and take from it.
public struct HandlerContext: ~Copyable, Sendable {
  private let program: Program
  private let inputs: Inputs
  /// The run's clock.
  public let clock: any RunClock
  private var block: Int32
  /// When the step was entered, in milliseconds of the run's clock.
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

  /// Moves the context to the next step. A run has a single context.
  mutating func move(to work: RunState.Work) {
    block = work.block
    enteredAt = work.enteredAt
  }

  /// A copy for a separate task, which may outlast the step.
  func copy() -> HandlerContext {
    HandlerContext(program, inputs, clock, block, enteredAt)
  }

  /// The step that performs the action.
  public var step: Step { program.step(at: block) }

  /// When the step's timer runs out, in milliseconds of the run's clock. Nil without a timer.
  public var due: Int64? {
    program.timer(at: block).map { enteredAt + $0.after }
  }

  /// What the user last entered into this input. Nil for secrets.
  public func input(_ name: String) -> String? { inputs.value(name) }

  /// Takes a secret out of the run, to be used once. Later calls return nil.
  public func takeSecret(_ name: String) -> Secret? { inputs.takeSecret(name) }
}

/// Carries a context into a task.
struct LentContext: ~Copyable, Sendable {
  let value: HandlerContext

  init(_ value: consuming HandlerContext) {
    self.value = value
  }
}
