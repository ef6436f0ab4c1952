extension Runner {
  /// Where the run stands, now and after every change: what to show, what may be chosen, and at
  /// last the end. Following the run starts it. Whoever is slow gets only the latest situation.
  ///
  /// ```swift
  /// for await situation in runner.updates { screen.show(situation) }
  /// ```
  ///
  /// Hold the runner meanwhile: the sequence does not, and ends when nobody does.
  public nonisolated var updates: AsyncStream<Situation> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { sink in
      Task { await self.follow(sink) }
    }
  }

  /// Where the run stands now.
  public var situation: Situation {
    var machine = runState.walk.machine
    machine.elapse(to: runState.now)
    var thrown: (any Error)?
    if case .handlerFailed = problem { thrown = runState.thrown }
    return Situation(
      machine, isWorking: isWorking, problem: problem, thrown: thrown,
      askedAgain: runState.askedAgain, values: runState.shown)
  }

  /// Where the run stands now, and the number of decisions that led there.
  package func look() -> (situation: Situation, decisions: Int) { (situation, decisions) }

  private func follow(_ sink: AsyncStream<Situation>.Continuation) {
    call += 1
    let number = call
    followers[number] = { situation in
      if let situation { sink.yield(situation) } else { sink.finish() }
    }
    sink.onTermination = { [weak self] _ in Task { await self?.unfollow(number) } }
    // An error is part of the situation.
    if !isWorking, news == nil, !isGivenUp { _ = try? begin() } else { publish() }
  }

  private func unfollow(_ number: Int) { followers[number] = nil }

  /// Tells everybody who follows the run where it stands.
  func publish() {
    guard !followers.isEmpty else { return }
    let situation = situation
    for tell in followers.values { tell(situation) }
    guard situation.end != nil || isGivenUp else { return }
    for tell in followers.values { tell(nil) }
    followers = [:]
  }
}
