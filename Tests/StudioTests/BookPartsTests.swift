import CompiledFlows
import Diagnostics
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
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
