package import Diagnostics
package import FlowModel
package import FlowRuntime
package import WalletApp

/// Runs a script in its world: real handlers, a virtual card, and a clock that stands still until
/// somebody waits. The script decides only what happens outside the app.
package struct WorldScript: Sendable {
  /// The result of a script.
  package struct Outcome: Sendable {
    package let script: Script
    /// The rows taken, in order.
    package let entries: [TraceEntry]
    /// What happened after the last row.
    package let openTrace: OpenTrace
    /// How the run ended, in the words of the last line of a trace; `failed: ...` if a handler
    /// could not continue.
    package let ending: String
    /// Where the run stands at its end. Nil unless the trace is a full one.
    package let standing: TraceState?
    package let stored: Set<Store.Item>
    package let received: [RelyingParty.Received]
    /// The first unmet expectation. Nil if all were met.
    package let failure: Diagnostic?
  }

  /// The most steps in a row without an event from outside.
  private static let patience = 2_000

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - folder: the folder for the wallet's store. Its content is wiped.
  ///   - isFull: whether the trace is a full one.
  package static func run(
    _ script: Script, on program: Program, folder: String, isFull: Bool = false
  ) async -> Outcome {
    var entries: [TraceEntry] = []
    var ending = ""
    do {
      let play = try await ScriptPlayer(script, on: program, folder: folder)
      if isFull { await play.runner.keepStates() }
      do {
        ending = try await play.drive()
      } catch let error as RunnerError {
        ending = "failed: \(reason(error))"
      } catch let stuck as Stuck {
        let outcome = await finished(script, play, "stopped", isFull)
        return outcome.failing(stuck.message, at: stuck.span, help: stuck.help)
      }
      entries = await play.runner.trace
      return await finished(script, play, ending, isFull).checked()
    } catch {
      return Outcome(
        script: script, entries: entries, openTrace: OpenTrace(), ending: "failed: \(error)",
        standing: nil, stored: [], received: [],
        failure: Diagnostic(
          .scriptFailed, path: script.path, span: script.span, "\(error)"))
    }
  }

  private static func finished(
    _ script: Script, _ play: ScriptPlayer, _ ending: String, _ isFull: Bool
  ) async -> Outcome {
    let stored = (try? await play.simulator.wallet.store.items()) ?? []
    let entries = await play.runner.trace
    let standing = isFull ? TraceState(await play.runner.state) : nil
    let received = await play.simulator.party.received
    await play.runner.cancel()
    await play.simulator.endRun()
    return Outcome(
      script: script, entries: entries, openTrace: await play.runner.openTrace,
      ending: ending, standing: standing, stored: stored, received: received, failure: nil)
  }

  /// The message of a handler's error without the place, which a script need not know.
  private static func reason(_ error: RunnerError) -> String {
    if case .handlerFailed(let reason, _, _) = error { return reason }
    return error.description
  }
}

/// The script cannot continue, since it names a row of another step.
struct Stuck: Error {
  let message: String
  let span: Span
  let help: String?
}

extension Rule {
  package static let scriptFailed = Rule("script-failed")
  package static let otherRows = Rule("other-rows")
  package static let otherEnd = Rule("other-end")
  package static let otherStored = Rule("other-stored")
  package static let otherReceived = Rule("other-received")
}
