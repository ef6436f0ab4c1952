internal import FlowModel
internal import FlowReports
internal import FlowRuntime

extension InteractiveRun {
  /// Goes on, and lets the person act where a handler waits behind a screen. Nil when they leave.
  func goBesideHandlers(
    _ runner: Runner, told: inout Int, _ going: @escaping Going
  ) async throws -> Pause? {
    var going = going
    while true {
      let segment = Segment(runner, going)
      var isTold = false
      while await !segment.isDone(after: .milliseconds(isTold ? 50 : 300)) {
        let step = await runner.state.step
        let rows = await runner.state.rows
        if let terminal, step.activity.isShown, rows.contains(where: { $0.kind == .user }) {
          told = await tell(runner, from: told)
          let keys = InteractiveRun.keys(for: rows)
          if !isTold {
            await tellNotices()
            say(ScreenView(step, in: program.catalogue, rows: rows, keys: keys).text + "> ")
          }
          switch terminal.key(timeout: 100) {
          case .stop: return nil
          case .character("q") where !keys.contains("q"): return nil
          case .character(let key):
            guard let place = keys.firstIndex(of: key), rows[place].kind == .user else { break }
            say("\(key)\n")
            let reference = rows[place].reference
            going = { (runner) throws(RunnerError) in try await runner.choose(reference) }
            segment.abandon()
          case .enter, .timeout: break
          }
          if segment.isAbandoned { break }
        } else if !isTold {
          told = await tell(runner, from: told)
          say("  \(step.qualified)  \(step.text(in: program.catalogue)) ...\n")
        }
        isTold = true
      }
      if segment.isAbandoned { continue }
      let result = await segment.result
      told = await tell(runner, from: told)
      await tellNotices()
      return try result.get()
    }
  }
}
