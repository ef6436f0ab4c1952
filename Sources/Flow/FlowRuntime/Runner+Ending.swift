/// How a run is stopped from outside.
extension Runner {
  /// Cancels a running action and wipes all secrets. The run stays at its step, with the problem
  /// ``RunnerError/cancelled`` if an action was cancelled, and ``run()`` performs that again.
  public func cancel() {
    decisions += 1
    if isWorking { problem = .cancelled }
    abandon()
    runState.inputs.wipeSecrets()
    publish()
  }

  /// Ends the run where it stands, as when its screen is closed. Its secrets are wiped, those who
  /// follow it get a last situation with the problem ``RunnerError/givenUp``, and
  /// whatever would go on with it throws that.
  public func giveUp() {
    guard runState.walk.machine.end == nil else { return }
    decisions += 1
    abandon(.givenUp)
    runState.inputs.wipeSecrets()
    isGivenUp = true
    problem = .givenUp
    publish()
  }

  /// Throws if the run was given up.
  func requireGoing() throws(RunnerError) { if isGivenUp { throw .givenUp } }
}
