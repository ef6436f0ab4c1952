import CompiledFlows
import Diagnostics
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import JSON
import TestSupport
import Testing

@testable import Studio

@Suite struct BookPartsTests {
  @Test("A run of the flows of one page is the same run of all flows until it leaves them")
  func runs() throws {
    var compared = 0
    var left = 0
    for seed in 0..<UInt64(sampleSize("FLOW_PARTS", or: 24)) {
      let catalogue = try #require(load(RandomCatalogue.trees(seed: seed)).catalogue)
      var random = SplitMix(seed: seed)
      for index in catalogue.flows.indices where !catalogue.flows[index].isOutline {
        let part = try Catalogue(
          compiled: catalogue.part(Set(catalogue.calls(from: index))).compiledFile)
        for reading in Reading.allCases {
          let run = Lockstep(
            catalogue.flows[index], part.compiled(as: reading), catalogue.compiled(as: reading))
          let (moves, hasLeft) = run.compare(&random, "seed \(seed)")
          compared += moves
          left += hasLeft ? 1 : 0
        }
      }
    }
    #expect(compared > 1_000)
    #expect(left > 10)
  }

  @Test("A part of all flows is all flows, and one of none can be opened")
  func borders() throws {
    let catalogue = try #require(load(RandomCatalogue.trees(seed: 7)).catalogue)
    #expect(
      catalogue.part(Set(catalogue.flows.indices)).compiledFile == catalogue.compiledFile)
    #expect(try Catalogue(compiled: catalogue.part([]).compiledFile).flows.isEmpty)
  }

  /// What a page gets, but for the number of the edition and the time.
  private func shown(_ book: LiveBook, _ page: String? = nil) async throws -> JSONValue {
    let json = try #require(JSONValue(parsing: await book.text(of: page)))
    return .object(json.members?.filter { $0.key != "version" && $0.key != "saved" } ?? [])
  }

  @Test("After each of random changes of the files, pages get what a new studio would give them")
  func changes() async throws {
    for seed in 0..<UInt64(sampleSize("FLOW_PARTS_CHANGES", or: 4)) {
      var random = SplitMix(seed: seed)
      let patience = seed % 2 == 0 ? 1_000 : 0
      let trees = RandomCatalogue.trees(seed: seed)
      let folder = try Folder([:])
      let paths = trees.indices.map { "Flows/\($0).yaml" }
      for (path, tree) in zip(paths, trees) { try folder.write(tree.file, to: path) }
      let book = await LiveBook(folder.path("Flows"), patience: patience) { _ in nil }
      var parts = 0
      for round in 0..<8 {
        let path = paths[Int.random(in: 0..<paths.count, using: &random)]
        switch round % 4 {
        case 0: try folder.write(trees[0].file.replacing("title: ", with: "title: X"), to: path)
        case 1:
          try folder.write("flow: UC1\npaths:\n  n\(round): [\(round)]\n", to: "Flows/paths/A.yaml")
        case 2: try folder.write("\(round) ms  UC1:1.1a  x\n", to: "Flows/real/A.trace")
        default:
          let new = RandomCatalogue.trees(seed: seed + UInt64(round) * 99)
          try folder.write(new[paths.firstIndex(of: path) ?? 0].file, to: path)
        }
        await book.reload(saved: nil)
        let fresh = await LiveBook(folder.path("Flows"), patience: patience) { _ in nil }
        let whole = try await shown(fresh)
        // Nothing that is large stands in an expectation, which would write it out.
        let isSame = try await shown(book) == whole
        #expect(isSame, "seed \(seed), round \(round)")
        let tables = whole["book"]?["flows"]?.array ?? []
        let pages = tables.shuffled(using: &random).prefix(3).compactMap { $0["page"]?.string }
        for page in ["index"] + pages {
          let part = try await shown(book, page)
          let isLike = try await shown(fresh, page) == part
          #expect(isLike, "seed \(seed), round \(round), \(page)")
          guard let list = part["list"] else { continue }
          parts += 1
          let names = list["flows"]?.array?.count
          #expect(names == tables.count)
          let own = part["book"]?["flows"]?.array ?? []
          let isOwn = page == "index" || own.contains { $0["page"]?.string == page }
          let areTables = own.allSatisfy(tables.contains)
          #expect(isOwn && areTables, "seed \(seed), round \(round), \(page)")
        }
      }
      #expect((parts > 0) == (patience == 0))
    }
  }

  private func load(_ trees: [FlowTree]) -> FlowLoader.Result {
    FlowLoader().load(
      trees.enumerated().map { SourceFile("\($0.offset).yaml", text: $0.element.file) })
  }
}

/// The same random moves in a part of the flows and in all of them.
private struct Lockstep {
  let flow: Flow
  let part: Program
  let whole: Program

  init(_ flow: Flow, _ part: Program, _ whole: Program) {
    (self.flow, self.part, self.whole) = (flow, part, whole)
  }

  /// How many moves were compared, and whether the run has left the part.
  func compare(_ random: inout SplitMix, _ name: String) -> (moves: Int, hasLeft: Bool) {
    guard var one = try? Walk(flow.id, from: nil, facts: [], clock: 0, only: false, on: part),
      var all = try? Walk(flow.id, from: nil, facts: [], clock: 0, only: false, on: whole)
    else { return (0, false) }
    for move in 0..<24 {
      let settled = (settle(&one), settle(&all))
      if case .missing = one.machine.end { return (move, true) }
      #expect(settled.0 == settled.1, "\(name), \(flow.id)")
      guard settled.0 == nil else { return (move, false) }
      #expect(one.isOver == all.isOver && one.ending == all.ending, "\(name), \(flow.id)")
      guard !one.isOver, !all.isOver else { return (move, false) }
      #expect(one.machine.step.qualified == all.machine.step.qualified, "\(name)")
      #expect(one.machine.timer?.due == all.machine.timer?.due, "\(name)")
      let open = rows(one)
      #expect(open == rows(all), "\(name), \(one.machine.step.qualified)")
      let row = open.randomElement(using: &random)
      let failed = (take(row, &one), take(row, &all))
      if case .missing = one.machine.end { return (move, true) }
      #expect(failed.0 == failed.1, "\(name), \(flow.id)")
      guard failed.0 == nil else { return (move, false) }
    }
    return (24, false)
  }

  private func settle(_ walk: inout Walk) -> String? {
    do {
      try walk.settle(.waits)
      return nil
    } catch { return "\(error)" }
  }

  private func rows(_ walk: Walk) -> [Int] {
    walk.machine.rows.indices.filter {
      if case .never = walk.machine.access(to: $0) { return false }
      return true
    }
  }

  /// Takes a row, or that of the timer; the refusal if there is none.
  private func take(_ row: Int?, _ walk: inout Walk) -> String? {
    do {
      if let row {
        try walk.perform(walk.deed(for: row))
      } else if let timer = walk.machine.timer {
        try walk.perform(walk.deed(for: timer))
      } else {
        return "nothing can be done"
      }
      return nil
    } catch { return "\(error)" }
  }
}
