import CompiledFlows
import Diagnostics
import FlowCheck
import FlowLoader
import FlowModel
import FlowReports
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Random flows before and after changes such as people make, and everything that compares or
/// describes them. `tools/tests/fuzz-test` takes more of them.
@Suite struct RandomEditTests {
  private static let pairs = sampleSize("EDITED_CATALOGUES", or: 20)

  @Test("Two versions of random flows are compared, checked, compiled and migrated")
  func pairs() throws {
    var complete = 0
    var different = 0
    for seed in 0..<UInt64(Self.pairs) {
      let trees = RandomCatalogue.trees(seed: seed)
      let old = load(trees)
      #expect(old.isComplete, "seed \(seed)")
      let edited = RandomEdit.edited(trees, seed: seed, count: 1 + Int(seed % 4))
      let new = load(edited)
      _ = CheckReport(new.readable, reading: new.diagnostics).findings
      let diff = compare(old.flows, new.flows, "seed \(seed)")
      if !diff.isEmpty { different += 1 }
      _ = compare(new.flows, old.flows, "seed \(seed), back")
      #expect(CatalogueDiff(new.flows, load(edited).flows).isEmpty, "seed \(seed)")
      // Also flows that lead to what does not exist, as pages get them.
      try compile(new.readable, "seed \(seed)")
      guard let catalogue = new.catalogue else { continue }
      complete += 1
      for reading in Reading.allCases {
        let program = catalogue.compiled(as: reading)
        _ = MigrationReport(from: old.flows, to: program).json
        // Every step stays where nothing has changed.
        let same = MigrationReport(from: catalogue.flows, to: program)
        #expect(!same.needsCare, "seed \(seed): \(same.text(all: false))")
        if let before = old.catalogue {
          try migrate(before.compiled(as: reading), program, seed)
        }
      }
    }
    #expect(complete > Self.pairs / 8)
    #expect(different > Self.pairs / 2)
  }

  /// Restores random runs of the older flows on the newer ones, and judges where they go on.
  private func migrate(_ old: Program, _ new: Program, _ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for flow in old.catalogue.flows where !flow.isOutline {
      guard let walk = RandomRun.walk(flow, on: old, &random, moves: 12),
        let snapshot = Snapshot(walk.machine)
      else { continue }
      let read = try Snapshot(json: snapshot.json)
      let problems = MigrationJudge(walk.machine, new).problems(restoring: read)
      #expect(problems == [], "seed \(seed), \(old.reading): \(snapshot.json)")
    }
  }

  private func load(_ trees: [FlowTree]) -> FlowLoader.Result {
    FlowLoader().load(
      trees.map { tree in
        let text = tree.file
        let id = text.prefix { $0 != "\n" }.dropFirst("flow: ".count)
        return SourceFile("\(id).yaml", text: text)
      })
  }

  /// The difference, which every form of the report can tell.
  private func compare(_ old: [Flow], _ new: [Flow], _ name: String) -> CatalogueDiff {
    let diff = CatalogueDiff(old, new)
    let report = DiffReport(diff)
    #expect(report.text.isEmpty == false)
    #expect((report.text == "nothing is different\n") == diff.isEmpty, "\(name)")
    #expect(!report.markdown.isEmpty && !report.json.isEmpty, "\(name)")
    let kept = Set(old.map(\.id)).intersection(new.map(\.id))
    let apart = Set(diff.added.map(\.id)).intersection(diff.removed.map(\.id))
    #expect(kept.isDisjoint(with: apart), "\(name)")
    judge(diff, old, new, name)
    return diff
  }

  /// Compares what the difference tells with all fields of both versions.
  private func judge(_ diff: CatalogueDiff, _ old: [Flow], _ new: [Flow], _ name: String) {
    for flow in diff.changed {
      let problems = DiffJudge(flow).problems
      #expect(problems == [], "\(name): \(flow.changes.map(\.text).joined(separator: "\n"))")
    }
    let told = Set(diff.changed.map(\.new) + diff.added)
    let gone = Set(diff.changed.map(\.old) + diff.removed)
    let same = (old.filter { !gone.contains($0) }, new.filter { !told.contains($0) })
    #expect(Set(same.0.map(\.id)) == Set(same.1.map(\.id)), "\(name)")
    for flow in same.0 {
      let others = same.1.filter { $0.id == flow.id }
      guard others.count == 1, same.0.count(where: { $0.id == flow.id }) == 1 else { continue }
      #expect(DiffJudge(same: flow, others[0]).problems == [], "\(name): nothing is told")
    }
  }

  private func compile(_ catalogue: Catalogue, _ name: String) throws {
    let file = catalogue.compiledFile
    let opened = try Catalogue(compiled: file)
    #expect(opened.compiledFile == file, "\(name)")
    let lost = CatalogueDiff(catalogue.flows, opened.flows, comparesRules: false)
    #expect(lost.isEmpty, "\(name)")
  }
}
