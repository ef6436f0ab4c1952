internal import FlowKit

/// What is written of a run at the end of a change.
extension Runs {
  /// Writes where a run stands and what has happened, and gives up the run.
  func write(
    _ record: RunRecord, _ runner: Runner, _ release: Release, _ change: Int64,
    _ progress: Progress, _ transaction: any StoreTransaction, rowless: Bool = false
  ) async throws -> StoredRun {
    let taken = release.name
    var (standing, release) = (
      try await runner.capture(
        after: record, keys, sealedFor: rowless ? record.version + 1 : nil), release
    )
    let progress = progress.known(from: standing.situation)
    if case .rests = progress, let moved = try await moved(standing, record, release) {
      (standing, release) = (moved, self.release)
    }
    var next = record
    let hasMoved = standing.hasMoved || rowless
    let now = clock.timeOfDay
    next.version += hasMoved ? 1 : 0
    (next.release, next.change) = (release.name, change)
    // Who moves all runs to a new release has not come back to any of them.
    if !rowless { next.changedAt = now }
    next.place = standing.situation.step.qualified
    next.name = standing.situation.step.qualifiedName
    next.end = standing.situation.end.map { "\($0)" }
    (next.snapshot, next.secrets) = (standing.snapshot?.json, standing.secrets)
    next.marking =
      next.end == nil ? try keys.marking(of: record) ?? keys.newMarking(of: record.id) : nil
    (next.problem, next.due) = (nil, standing.snapshot?.due)
    next.tries = hasMoved ? 0 : record.tries
    if next.end == nil { try await note(progress, standing, at: now, in: &next) }
    try await transaction.write(next, over: record.version)
    if hasMoved {
      try await transaction.add(
        RunUpdate(
          run: next.id, version: next.version,
          body: next.update(
            from: record, rows: standing.trace.map(\.json), on: taken, at: now)))
    }
    return StoredRun(next, next.end == nil ? standing.situation : nil)
  }

  /// What is to be done later, and why the run could not go on.
  private func note(
    _ progress: Progress, _ standing: Standing, at now: Int64, in next: inout RunRecord
  ) async throws {
    func again(after pause: Duration) {
      let time = now + Int64(pause / .milliseconds(1))
      next.due = min(next.due ?? .max, time)
    }
    next.problem = standing.situation.askedAgain?.description
    switch progress {
    case .rests:
      if standing.situation.isWorking { again(after: .zero) }
    case .unfinished: again(after: options.pause)
    case .failed(let problem):
      next.problem = Runs.words(for: problem, standing.situation.thrown)
      options.report?(next.id, problem)
      next.tries += 1
      if problem.mayBeTriedAgain, next.tries < options.tries {
        again(after: pause(before: next.tries))
      }
    }
    // What is over and could not be done is not tried all the time.
    if let due = next.due, due <= now, !standing.hasMoved {
      next.due = now + Int64(options.pause / .milliseconds(1))
    }
  }

  /// How long it takes until the next try.
  func pause(before tries: Int64) -> Duration {
    min(.seconds(60), options.pause * (1 << min(tries - 1, 16)))
  }

  /// What is kept of a problem. The text of an error that a handler has thrown is not: it could
  /// have what the user has entered.
  private static func words(for problem: RunnerError, _ thrown: (any Error)?) -> String {
    if case .handlerFailed(_, let action, _) = problem {
      return "the action `\(action)` failed"
        + (thrown.map { ": \(type(of: $0))" } ?? "")
    }
    return problem.reason
  }

  /// The run on the newest release, if it goes on there as it is. Nil if it is there, or stays.
  private func moved(
    _ standing: Standing, _ record: RunRecord, _ release: Release
  ) async throws -> Standing? {
    guard release.name != self.release.name, !standing.situation.isWorking,
      let snapshot = standing.snapshot,
      snapshot.fate(on: self.release.program).reason == nil
    else { return nil }
    let runner = try Runner(
      restoring: snapshot, on: self.release.program, handlers: handlers, clock: clock)
    var written = record
    written.version += standing.hasMoved ? 1 : 0
    written.secrets = standing.secrets
    await runner.open(written, keys)
    // The rows were taken on the older release.
    let there = try await runner.capture(after: written, keys, sealedFor: written.version)
    return Standing(
      situation: there.situation, snapshot: there.snapshot, trace: standing.trace,
      secrets: there.secrets, hasMoved: standing.hasMoved)
  }
}

extension RunnerError {
  /// Whether the same action may succeed later.
  fileprivate var mayBeTriedAgain: Bool {
    switch self {
    case .handlerFailed, .handlerSilent, .cancelled, .busy: true
    default: false
    }
  }
}

extension RunRecord {
  /// What happened, as a JSON object on one line.
  func update(
    from before: RunRecord, rows: [String], on taken: String, at time: Int64
  ) -> String {
    var members = [
      "\"run\":\(JSONText.quoted(id))", "\"version\":\(version)",
      "\"flow\":\(JSONText.quoted(flow))", "\"release\":\(JSONText.quoted(release))",
      "\"at\":\(time)", "\"from\":\(JSONText.quoted(before.place))",
      "\"step\":\(JSONText.quoted(place))", "\"name\":\(JSONText.quoted(name))",
      "\"on\":\(JSONText.quoted(taken))", "\"rows\":[\(rows.joined(separator: ","))]",
    ]
    if let due { members.append("\"due\":\(due)") }
    if let problem { members.append("\"problem\":\(JSONText.quoted(problem))") }
    if let end { members.append("\"end\":\(JSONText.quoted(end))") }
    return "{\(members.joined(separator: ","))}"
  }
}

/// Texts in JSON.
enum JSONText {
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
