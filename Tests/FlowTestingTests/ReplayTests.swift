import Diagnostics
import FlowFiles
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTesting
import TestSupport
import Testing

/// One recorded path, named in the test's output.
struct RecordedPath: Sendable, CustomTestStringConvertible {
  let script: Script
  let trace: String
  var testDescription: String { "\(script.flow) \(script.name)" }
}

@Suite struct ReplayTests {
  static let catalogue = FlowLoader().load(folder: flowsFolder).catalogue
  static let book = ReplayBook(folder: flowsFolder + "/paths")
  static let paths = book.chapters.flatMap { chapter in
    chapter.scripts.map {
      RecordedPath(script: $0, trace: chapter.trace(of: $0) ?? "")
    }
  }

  @Test("The project's flows and paths load without a diagnostic")
  func load() throws {
    #expect(Self.catalogue != nil)
    #expect(Self.book.diagnostics.isEmpty)
    #expect(Self.paths.count > 200)
  }

  @Test("Every recorded path has its recorded trace", arguments: paths)
  func recordedPaths(path: RecordedPath) throws {
    let catalogue = try need(Self.catalogue, "catalogue")
    let replay = Replay(
      path.script, on: catalogue.compiled(as: path.script.reading), trace: path.trace)
    #expect(replay.failure.map { DiagnosticRenderer(files: Self.book.files).render([$0]) } == nil)
  }

  @Test("The paths take every row of every flow", arguments: Reading.allCases)
  func allRows(reading: Reading) throws {
    let catalogue = try need(Self.catalogue, "catalogue")
    var replays = Replays(catalogue)
    for path in Self.paths { replays.replay(path.script) }
    let missing = catalogue.flows.flatMap { replays.rows(.missing, of: $0, as: reading) }
    #expect(missing.map(\.qualified) == [])
  }

  @Test("The rows that nothing reaches as written are these seven")
  func unreached() throws {
    let catalogue = try need(Self.catalogue, "catalogue")
    var replays = Replays(catalogue)
    for path in Self.paths { replays.replay(path.script) }
    let entered = catalogue.flows.flatMap { replays.rows(.entered, of: $0, as: .written) }
    #expect(
      Set(entered.map(\.qualified)) == [
        "PF2.7:1.3a", "PF2.7:1.3b", "PF2.7:1.3c", "UC2.1:1.8a", "UC2.1:1.8b", "UC2.3:5.1a",
        "UC2.3:5.2a",
      ])
    #expect(catalogue.flows.allSatisfy { replays.rows(.entered, of: $0, as: .meant).isEmpty })
  }
}
