public import FlowModel
public import Secrets

/// What a handler can read from the run, and take from it.
public struct HandlerContext: ~Copyable, Sendable {
  private let program: Program
  private let inputs: Inputs
  /// The number with which this handler reads the inputs, until another one is admitted.
  private let reader: Int
  /// The run's clock.
  public let clock: any RunClock
  private var block: Int32
  /// When the step was entered, in milliseconds of the clock. For a restored run it may be below 0.
  public private(set) var enteredAt: Int64
  private var firstDue: Int64
  private var made: ActionKey?
  /// When the first timer runs out, in milliseconds of the clock. Nil without a timer.
  public var due: Int64? { firstDue < .max ? firstDue : nil }

  init(_ state: borrowing RunState, _ work: RunState.Work) {
    program = state.walk.machine.program
    inputs = state.inputs
    reader = inputs.admit()
    clock = state.clock
    block = work.block
    enteredAt = work.enteredAt
    firstDue = work.due
    made = state.key
  }

  /// Moves the context to the next step of the same task, whose last handler has answered.
  mutating func move(to work: RunState.Work, _ key: ActionKey?) {
    block = work.block
    enteredAt = work.enteredAt
    firstDue = work.due
    if key != nil { made = key }
  }

  /// A key for a service that counts each one once, since an action may be performed again: after
  /// a crash, an error or a restart it is the same, as long as the same was decided before it. No
  /// other action of the app's runs ever has it. Nil for a run without a name; see
  /// ``Runner/identify(as:)``.
  public var key: String? { made?.text }

  /// The step that performs the action.
  public var step: Step { program.step(at: block) }

  /// What the user last entered into this input. Nil for secrets, and once the user or a timer has
  /// come first.
  public func input(_ name: String) -> String? { inputs.value(name, for: reader) }

  /// Takes a secret out of the run, to be used once.
  ///
  /// - Throws: ``LostSecret`` if it is not there. Let it pass: the run then goes back to the step
  ///   that asks for the secret, and nothing has been done.
  public func secret(_ name: String) throws(LostSecret) -> Secret {
    let secret = takeSecret(name)
    guard let secret else { throw LostSecret(name) }
    return secret
  }

  /// Takes a secret out of the run, to be used once, where it may be that none was entered. Nil
  /// then, at later calls, and once the user or a timer has come first.
  public func takeSecret(_ name: String) -> Secret? { inputs.takeSecret(name, for: reader) }

  /// Gives a secret back to the run, before an error is thrown that says that the action may be
  /// tried again: it is there at the next try, and is not asked for again. It is wiped if the user
  /// or a timer has come first.
  public func giveBack(_ secret: consuming Secret, as name: String) {
    inputs.giveBack(secret, as: name, for: reader)
  }
}

/// The error of a handler that needs a secret which is not there. The action counts as not
/// performed, and the run goes back to the step that asked for the secret.
public struct LostSecret: Error, Hashable, Sendable {
  /// The name of the secret at the action's step.
  public let name: String

  /// A secret that is not there.
  public init(_ name: String) {
    self.name = name
  }
}
