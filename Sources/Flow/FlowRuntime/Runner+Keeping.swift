public import Secrets

/// What an app needs that keeps its runs in a database: keys for actions, and the secrets between
/// two requests.
extension Runner {
  /// Gives the run a name, so that its actions have keys; see ``HandlerContext/key``. Snapshots
  /// have it, and a restored run keeps it. Call it before the run is started.
  ///
  /// - Parameter name: what no other run of the app is called.
  public func identify(as name: String) { runState.key = ActionKey(run: name) }

  /// Takes a row as ``choose(_:)-(String)`` does, and makes `mark` part of the keys of the actions
  /// that follow.
  ///
  /// - Parameter mark: what tells this decision from another one with the same row and the same
  ///   plain inputs: a fingerprint of the secrets that were entered, under a key of the app's.
  @discardableResult
  public func choose(_ reference: String, mark: String) async throws(RunnerError) -> Pause {
    try requireGoing()
    if timer != nil, let due = runState.due, due <= runState.clock.now { fire(runState.segment) }
    let position = try runState.choice(reference, isWorking: isWorking)
    decisions += 1
    abandon()
    try runState.takeChosen(position, mark: mark)
    return try await run()
  }

  /// Lends all secrets that were entered and that no action has taken, to be sealed and kept until
  /// the next request; see ``keep(_:)``.
  public func lendSecrets(_ body: (_ name: KeptSecret.Name, borrowing Secret) -> Void) {
    runState.inputs.lendSecrets(body)
  }

  /// Gives a restored run a secret that it had when it was saved.
  public func keep(_ secret: consuming KeptSecret) {
    let name = secret.name
    runState.inputs.keep(secret.secret, as: name)
  }
}

/// A secret of a run that waits, with its names.
public struct KeptSecret: ~Copyable, Sendable {
  /// What a run calls a secret.
  public struct Name: Hashable, Sendable {
    /// Its name in the current flow.
    public let now: String
    /// The name with which it was entered; a flow that was called may know it by another one.
    public let entered: String

    /// The names of a secret.
    public init(now: String, entered: String) {
      self.now = now
      self.entered = entered
    }
  }

  /// Its names.
  public let name: Name
  let secret: Secret

  /// A secret that ``Runner/lendSecrets(_:)`` has lent before.
  public init(_ secret: consuming Secret, as name: Name) {
    self.name = name
    self.secret = secret
  }
}
