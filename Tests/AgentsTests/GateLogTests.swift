import Diagnostics
import FlowLogs
import JSON
import TestSupport
import Testing

@testable import Agents

/// What was done, as it is kept.
@Suite struct GateLogTests {
  private func run() async throws -> (desk: GateDesk, gate: Agents.Gate, run: String) {
    let desk = try GateDesk(amount: "small")
    let gate = try desk.open()
    _ = try await gate.take(gate.start("A").handle, "2a")
    return (desk, gate, try #require(gate.store.runs.first))
  }

  @Test("The log of a run says who has decided and what happened, and nothing is broken")
  func log() async throws {
    let (_, gate, run) = try await run()
    let log = try gate.store.log(of: run)
    #expect(log.broken == nil)
    #expect(
      log.text.split(separator: "\n").map { $0.split(separator: "  ")[0] } == [
        "start A", "A:1a", "waiting A:2", "agent takes A:2a", "A:2a", "A:4a", "end",
      ])
  }

  @Test("A line that is changed, added, left out or moved is found, and so is another run's log")
  func tampering() async throws {
    let (_, gate, run) = try await run()
    let lines = try gate.store.log(of: run).texts
    func broken(_ lines: [String]) -> Int? {
      gate.store.log(kept: Array(lines.joined(separator: "\n").utf8)).broken
    }
    #expect(broken(lines) == nil)
    for place in lines.indices {
      var changed = lines
      changed[place] = changed[place].replacing(#""do":""#, with: #""do":"x"#)
      #expect(broken(changed) == place + 1)
      guard place < lines.count - 1 else { continue }
      var fewer = lines
      fewer.remove(at: place)
      #expect(broken(fewer) == place + 1)
      var moved = lines
      moved.swapAt(place, place + 1)
      #expect(broken(moved) == place + 1)
      #expect(broken(lines[...place] + [lines[place]] + lines[(place + 1)...]) == place + 2)
    }
    _ = try await gate.start("A")
    let other = try #require(gate.store.runs.first { $0 != run })
    let foreign = try gate.store.log(of: other).texts.map { $0.replacing(other, with: run) }
    #expect(broken(foreign) == 1)
  }

  @Test("Another store cannot make a line")
  func foreign() async throws {
    let (_, gate, run) = try await run()
    let lines = try gate.store.log(of: run).texts.joined(separator: "\n")
    #expect(try GateDesk().open().store.log(kept: Array(lines.utf8)).broken == 1)
  }

  @Test("A log with its codes is read as a log of an app, each run by itself")
  func conform() async throws {
    let (_, gate, run) = try await run()
    _ = try await gate.start("A")
    var reader = LogReader()
    for run in gate.store.runs {
      let text = try gate.store.log(of: run).texts.joined(separator: "\n")
      reader.read(SourceFile(path: "gate.jsonl", bytes: Array(text.utf8)))
    }
    #expect(reader.diagnostics.isEmpty)
    let log = reader.finished()
    #expect(log.cases.count == 2)
    let first = try #require(log.cases.first { $0.id == run })
    #expect(first.events.count == 3)
    #expect(first.end == "end")
  }
}
