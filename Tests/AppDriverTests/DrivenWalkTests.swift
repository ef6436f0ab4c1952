import AppDriver
import CompiledFlows
import Files
import FlowModel
import FlowRuntime
import FlowTestSupport
import Foundation
import TestSupport
import Testing

/// Walks through flows that nobody wrote for them.
@Suite struct DrivenWalkTests {
  /// A report as a line of JSON, for `driver-test`.
  private struct Line: Encodable {
    struct Run: Encodable {
      let facts: [String: String]
      let rows, taken: [String]
      let command: String
    }

    let kind, flow: String
    let runs: [Run]
    let rows: Int
    let time: Int64
    let covered, uncovered: [String]
    let failed: String?

    init(_ kind: String, _ report: DriverReport) {
      (self.kind, flow, rows) = (kind, report.flow, report.rows)
      runs = report.runs.map { run in
        Run(
          facts: Dictionary(uniqueKeysWithValues: run.facts.map { ($0.name, $0.value) }),
          rows: run.chosen.map { $0.qualified }, taken: run.taken.map { $0.qualified },
          command: run.command)
      }
      time = Int64((report.time / .milliseconds(1)).rounded())
      covered = report.covered.map { $0.qualified }
      uncovered = report.uncovered.map { $0.qualified }
      failed = report.failure?.message
    }
  }

  /// A path with its last line.
  private struct Listed: Decodable {
    struct Path: Decodable { let end: String }
    let paths: [Path]
  }

  /// The walks of `Integrations/driver/test/agree.mjs`.
  private func lines(
    _ flows: Catalogue, _ printed: Data, seeds: UInt64
  ) async throws -> [Line] {
    let weights = ["user": 4, "case": 2, "event": 1, "error": 0]
    let listed = try JSONDecoder().decode([DriverPaths].self, from: printed)
    let ends = try JSONDecoder().decode([Listed].self, from: printed)
    var lines: [Line] = []
    for (one, end) in zip(listed, ends) {
      let reading = try #require(Reading(rawValue: one.reading))
      func add(
        _ kind: String, _ walk: some DriverWalk, _ limits: DriverLimits = DriverLimits()
      ) async throws {
        let report = try await drive(flows, one.flow, walk, as: reading, until: limits)
        lines.append(Line(kind, report))
      }
      for (path, end) in zip(one.paths, end.paths) {
        try await add("path \(end.end)", .paths([path]))
      }
      try await add("paths", .paths(json: printed))
      try await add("covering", .covering, DriverLimits(rows: 400))
      for seed in 0..<seeds {
        try await add("random", .random(seed: seed), DriverLimits(rows: 40))
        try await add("weighted", .weighted(seed: seed, weights), DriverLimits(rows: 40, runs: 3))
      }
      if let last = one.paths.last?.rows.last { try await add("shortest", .shortest(to: last)) }
    }
    return lines
  }

  @Test(
    "The walks of each folder in DRIVEN_WALKS are written beside its flows and paths",
    .enabled(if: ProcessInfo.processInfo.environment["DRIVEN_WALKS"] != nil))
  func write() async throws {
    let environment = ProcessInfo.processInfo.environment
    let place = try need(environment["DRIVEN_WALKS"])
    let seeds = try need(environment["DRIVEN_WALKS_SEEDS"].flatMap(UInt64.init))
    for name in try FileManager.default.contentsOfDirectory(atPath: place) {
      let flows = try Catalogue(compiled: try FileSystem.read("\(place)/\(name)/flows"))
      let listed = Data(try FileSystem.read("\(place)/\(name)/paths.json"))
      let lines = try await lines(flows, listed, seeds: seeds)
      let text = try lines.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
      try text.joined(separator: "\n").write(
        toFile: "\(place)/\(name)/swift.jsonl", atomically: true, encoding: .utf8)
    }
  }

  @Test("The rows that walks through random flows take are a script that takes the same rows")
  func replayed() async throws {
    let kinds: [RandomCatalogue.Kind] = [.usual, .rich, .timed, .small, .everything]
    var rows = 0
    for seed in 0..<UInt64(sampleSize("DRIVEN_CATALOGUES", or: 15)) {
      let texts = RandomCatalogue.texts(seed: seed, kind: kinds[Int(seed) % kinds.count])
      let flows = try catalogue(of: texts)
      for flow in flows.flows where flow.outline == nil && flow.firstStep != nil {
        let limits = DriverLimits(rows: 60)
        for report in [
          try await drive(flows, flow.id, .random(seed: seed), until: limits),
          try await drive(flows, flow.id, .covering, until: limits),
        ] {
          for run in report.runs where report.failure == nil {
            rows += run.taken.count
            #expect(try taken(run, flow, flows) == run.taken, "seed \(seed) \(run.command)")
          }
        }
      }
    }
    #expect(rows > 1_000)
  }

  /// What a script of a run's rows takes.
  private func taken(
    _ run: DriverReport.Run, _ flow: Flow, _ flows: Catalogue
  ) throws -> [Row] {
    var walk = try Walk(
      flow.id, from: nil, facts: run.facts, clock: 0, only: false, on: flows.compiled())
    let program = walk.machine.program
    while walk.recorder.entries(program).count < run.taken.count {
      let next = run.taken[walk.recorder.entries(program).count]
      try walk.take(next.qualified, passes: true)
    }
    return walk.recorder.entries(program).map { $0.row }
  }
}
