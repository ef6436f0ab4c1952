internal import FlowModel

/// What is under way: the running action, the timer, and who waits for them.
extension Runner {
  /// Starts everything that can proceed. Returns a pause if nothing can.
  ///
  /// - Parameter tells: whether those who follow the run are told of a pause or an error. If not,
  ///   the caller reports it.
  func begin(tells: Bool = true) throws(RunnerError) -> Pause? {
    try requireGoing()
    guard !isWorking, news == nil else { return nil }
    do {
      switch try runState.settle() {
      case .pause(let pause):
        problem = nil
        setTimer()
        if tells { publish() }
        return pause
      case .work(let work):
        problem = nil
        isWorking = true
        publish()
        perform(work)
        return nil
      }
    } catch {
      problem = error
      if tells { publish() }
      throw error
    }
  }

  /// Performs an action and those after it: what answers at once on the thread of the caller, and
  /// from the first action that does not in a task of its own.
  private func perform(_ work: RunState.Work) {
    let segment = runState.segment
    let begun: Task<Void, Never>
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      begun = Task.immediate { await self.drive(segment, work) }
    } else {
      begun = Task { await self.drive(segment, work) }
    }
    guard isWorking else { return }
    // An action may have given up its own run, and have begun something else.
    guard segment == runState.segment else { return begun.cancel() }
    task = begun
    guardian = Task { await self.watch(segment) }
  }

  /// Waits for the next outcome of what is running.
  func outcome() async throws(RunnerError) -> Pause {
    guard waiter == nil else { throw .busy }
    call += 1
    var result = news.take()
    if result == nil {
      let call = call
      let told = await withTaskCancellationHandler {
        await withCheckedContinuation { caller in waiter = { caller.resume(returning: $0) } }
      } onCancel: {
        Task { await self.abandon(ifAwaitedBy: call) }
      }
      // An action that answered immediately has continued the run meanwhile. News of a run that
      // somebody else has led on are not for this call.
      if case .pause = told { result = news.take() ?? told } else { result = told }
    }
    switch result ?? .failure(.cancelled) {
    case .pause(let pause): return pause
    case .failure(let error): throw error
    }
  }

  /// Hands an outcome to the call that waits for it, or keeps it.
  ///
  /// - Parameter tells: whether those who follow the run do not know of it yet.
  func report(_ result: News, tells: Bool = true) {
    if case .failure(let error) = result { problem = error }
    if tells { publish() }
    if let waiter = waiter.take() {
      waiter(result)
    } else {
      news = result
    }
  }

  /// Gives up the running action and the timer. A call that waits for them throws `reason`; without
  /// one, it goes on waiting.
  func abandon(_ reason: RunnerError? = .cancelled) {
    runState.segment += 1
    runState.inputs.admit()
    task?.cancel()
    guardian?.cancel()
    timer?.cancel()
    (task, guardian, timer, news) = (nil, nil, nil, nil)
    (isWorking, isContested) = (false, false)
    if let reason { waiter.take()?(.failure(reason)) }
  }

  func abandon(ifAwaitedBy call: Int) {
    if waiter != nil, call == self.call { abandon() }
  }

  // MARK: Timers

  /// Has the clock call when the step's timer runs out.
  func setTimer() {
    guard timer == nil, let due = runState.due else { return }
    let segment = runState.segment
    timer = runState.clock.call(at: due) { [weak self] in
      Task { await self?.fire(segment) }
    }
  }

  /// Takes the row of the timer, cancels a running action, and continues.
  func fire(_ segment: Int) {
    guard segment == runState.segment, timer != nil else { return }
    abandon(nil)
    do {
      try runState.expire(skipping: false)
      if let pause = try begin(tells: false) { report(.pause(pause)) }
    } catch {
      report(.failure(error))
    }
  }

  /// Checks four times per deadline whether the run has moved.
  func watch(_ segment: Int) async {
    var last = runState.taken
    var still = 0
    while still < 4 {
      do { try await watchdog.sleep(for: deadline / 4) } catch { return }
      guard segment == runState.segment, !Task.isCancelled else { return }
      still = runState.taken == last ? still + 1 : 0
      last = runState.taken
    }
    let step = runState.walk.machine.step
    let reason = RunnerError.handlerSilent(action: step.action ?? "", step: step.place)
    abandon(nil)
    report(.failure(reason))
  }

  // MARK: Actions

  func drive(_ segment: Int, _ work: RunState.Work) async {
    guard segment == runState.segment else { return }
    let result: News
    do { result = .pause(try await steps(segment, work)) } catch { result = .failure(error) }
    guard segment == runState.segment else { return }
    guardian?.cancel()
    (task, guardian, isWorking) = (nil, nil, false)
    if case .pause = result { setTimer() }
    report(result)
  }

  func steps(_ segment: Int, _ first: RunState.Work) async throws(RunnerError) -> Pause {
    var work = first
    let actions = runState.actions.bindings
    var context = HandlerContext(runState, work)
    for _ in 0..<Runner.patience {
      let answer: Answer?
      do {
        if work.isContested {
          // The caller has to be able to wait before it hears that the user may choose.
          if task == nil { await Task.yield() }
          guard segment == runState.segment else { throw RunnerError.cancelled }
          answer = try await contest(work, segment)
        } else {
          if guardian == nil, task != nil { guardian = Task { await self.watch(segment) } }
          answer = try await actions[work.action].body(context)
        }
      } catch {
        guard segment == runState.segment else { throw .cancelled }
        answer = try runState.answer(for: error)
      }
      // Without an answer the run has gone back to ask for a secret.
      let next =
        if let answer { try runState.advance(segment, answer, of: work) } else {
          try runState.settle()
        }
      switch next {
      case .pause(let pause): return pause
      case .work(let next):
        if work.isContested {
          context = HandlerContext(runState, next)
        } else {
          context.move(to: next, runState.key)
        }
        work = next
        if !followers.isEmpty { publish() }
      }
    }
    throw .loop(step: runState.walk.machine.step.place)
  }

  /// Performs an action while the user or a timer may come first. They give up the segment.
  func contest(_ work: RunState.Work, _ segment: Int) async throws -> Answer {
    isContested = true
    guardian?.cancel()
    guardian = nil
    setTimer()
    defer {
      if segment == runState.segment {
        isContested = false
        timer?.cancel()
        timer = nil
      }
    }
    // The step was told when its action began.
    if let standing { report(.pause(standing), tells: false) }
    return try await runState.actions.bindings[work.action].body(HandlerContext(runState, work))
  }
}
