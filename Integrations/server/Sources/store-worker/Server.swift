import FlowKit
import FlowStore

/// Does what the test asks for.
struct Server: Sendable {
  let runs: Runs
  let desk: Desk

  /// Does what a request says.
  func perform(_ request: Request) async -> Reply {
    let (n, id) = (request.n ?? 0, request.run ?? "")
    do {
      switch request.do {
      case "start": return Reply(n, try await runs.start(request.row ?? "UC1", id: id))
      case "look": return Reply(n, try await runs.look(id))
      case "choose":
        var entries = Entries(request.values ?? [:])
        if let secret = request.secret {
          var bytes = Array(secret.utf8)
          entries.enter(secret: Secret(moving: &bytes), as: "code")
        }
        return Reply(
          n, try await runs.choose(request.row ?? "", in: id, entries, seen: request.seen))
      case "migrate":
        let done = try await runs.migrate(dryRun: request.row == "dry", batch: 20)
        let counts = [done.stay, done.renumbered, done.changed, done.lost, done.busy]
        return Reply(n: n, place: counts.map(String.init).joined(separator: " "))
      case "giveUp":
        let count = try await runs.giveUp(
          untouchedFor: .milliseconds(request.seen ?? 0), dryRun: request.row == "dry", batch: 20)
        return Reply(n: n, version: Int64(count))
      case "remove":
        let count = try await runs.removeEnded(
          olderThan: .milliseconds(request.seen ?? 0), withUpdates: true,
          dryRun: request.row == "dry", batch: 20)
        return Reply(n: n, version: Int64(count))
      case "deliver":
        let count = try await runs.deliver(most: 50) { updates in
          for update in updates { desk.say(update.body) }
        }
        return Reply(n: n, version: Int64(count))
      case "bench":
        return Reply(n: n, version: try await bench(tasks: 8, seconds: Int64(request.seen ?? 5)))
      default: return Reply(n: n, error: "unknown request")
      }
    } catch StoreError.moved(let run) {
      return Reply(n, run, error: "moved")
    } catch StoreError.ended(let run) {
      return Reply(n, run, error: "ended")
    } catch let error as StoreError {
      return Reply(n: n, error: error.isTransient ? "transient: \(error)" : "\(error)")
    } catch {
      return Reply(n: n, error: "\(error)")
    }
  }

  /// Takes rows of runs as fast as it can, each run with seven changes. Returns how many.
  private func bench(tasks: Int, seconds: Int64) async throws -> Int64 {
    let end = ContinuousClock.now + .seconds(seconds)
    return try await withThrowingTaskGroup(of: Int64.self) { group in
      for task in 0..<tasks {
        group.addTask {
          var count: Int64 = 0
          while ContinuousClock.now < end {
            let id = "bench-\(UInt64.random(in: 0 ... .max))-\(task)"
            var run = try await runs.start("UC1", id: id)
            for _ in 0..<3 {
              var entries = Entries(["what": "tea"])
              var bytes = Array("open sesame".utf8)
              entries.enter(secret: Secret(moving: &bytes), as: "code")
              run = try await runs.choose("order", in: id, entries, seen: run.version)
              run = try await runs.choose("no", in: id, seen: run.version)
            }
            count += 7
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
  }
}
