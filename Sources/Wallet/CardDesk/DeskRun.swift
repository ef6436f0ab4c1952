public import FlowModel
public import FlowRuntime
internal import JSON

/// Runs a flow at a desk: a person decides, and the desk's handlers act.
public struct DeskRun: Sendable {
  private let runner: Runner
  private let desk: CardDesk
  private let person: any DeskPerson

  /// A run of a flow that begins at its first step.
  public init(
    _ program: Program, _ flow: Flow, desk: CardDesk, person: any DeskPerson,
    clock: any RunClock = SystemRunClock()
  ) throws(RunnerError) {
    runner = try Runner(program, start: flow, handlers: .desk(desk), clock: clock)
    self.desk = desk
    self.person = person
  }

  /// The rows taken so far.
  public var trace: [TraceEntry] { get async { await runner.trace } }

  /// Runs to the end. The card is closed and the codes are wiped, however the run ends.
  public func run() async throws {
    let driver = RunDriver(runner) {
      await desk.answerBrowser(after: $0)
    } decide: { situation in
      guard let dialog = Dialog(situation, lines: await desk.lines) else { return nil }
      return try await person.decide(dialog, in: runner).map { .choose($0) }
    }
    do {
      _ = try await driver.drive()
    } catch {
      await runner.cancel()
      await desk.endRun()
      throw error
    }
    await desk.endRun()
  }

  /// Serves one request of a browser: says the version, runs the flow, and answers. Ends at once
  /// when the browser closes the connection.
  ///
  /// - Returns: whether the browser got what it asked for.
  public func serve(_ browser: any BrowserPort, greeting: Bool) async -> Bool {
    if greeting {
      _ = await browser.send(.object(["version": .string(BrowserProtocol.version)]))
    }
    return await withTaskGroup(of: Bool?.self) { group in
      group.addTask {
        do {
          try await run()
        } catch is CancellationError {
          return false
        } catch RunnerError.cancelled {
          return false
        } catch {
          await desk.refuse(.fatal, DeskRun.reason(error))
          return false
        }
        return await trace.last?.row.answer == "done"
      }
      group.addTask {
        await desk.closed()
        return nil
      }
      // If the connection is closed first, the run is cancelled, and says whether it had answered.
      for await isAnswered in group {
        group.cancelAll()
        if let isAnswered { return isAnswered }
      }
      return false
    }
  }

  private static func reason(_ error: any Error) -> String {
    if let error = error as? RunnerError, case .handlerFailed(let reason, _, _) = error {
      return reason
    }
    return "\(error)"
  }
}

/// The constants of the protocol of Web eID.
public enum BrowserProtocol {
  /// The version of the protocol that is spoken, which extensions compare with their own: the first
  /// number must not be lower than theirs.
  public static let version = "2.5.0"
}
