import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

@Suite struct TimedPathTests {
  private func paths(_ flows: String..., of id: String) throws -> [PathBook.Path] {
    let catalogue = try catalogue(of: flows)
    let program = catalogue.compiled()
    let book = PathBook(
      try #require(catalogue.flow(id: id)), on: program, by: [.rows], follow: true, limit: 100)
    #expect(book.omissions.isEmpty)
    let paths = try #require(book.paths[.rows])
    for path in paths {
      #expect(try ScriptRun.run(path.script, on: program).ending == path.end)
    }
    return paths
  }

  private func names(_ paths: [PathBook.Path]) -> [String] {
    paths.map { "\($0.name): \($0.rows.joined(separator: " "))" }
  }

  @Test("A path does not wait at every step if the timer of the flow then comes first")
  func flow() throws {
    let flow = """
      flow: F
      title: Two steps and not enough time to wait at both
      anywhere:
        '*a': { event: Time is over, after: 3 s, next: end }
      steps:
        - step: 1
          screen: First
          rows:
            a: { user: goes on, next: 2 }
            b: { event: Nothing happens, after: 2 s, next: 2 }
        - step: 2
          screen: Second
          rows:
            a: { user: goes on, next: 3 }
            b: { event: Nothing happens, after: 2 s, next: 3 }
        - step: 3
          screen: Third
          rows:
            a: { user: leaves, next: end }
      """
    let found = names(try paths(flow, of: "F"))
    #expect(found == ["row-*a: F:1b F:2a F:*a", "row-3a: F:1a F:2b F:3a"])
  }

  @Test("A loop is closed although time passes in it, which the timer of the flow counts")
  func loop() throws {
    let catalogue = try catalogue(
      """
      flow: F
      title: Goes around for a while
      anywhere:
        '*a': { event: Time is over, after: 90 s, next: end }
      steps:
        - step: 1
          screen: First
          rows:
            a: { event: Nothing happens, after: 1 s, next: 2 }
        - step: 2
          screen: Second
          rows:
            a: { event: Nothing happens, after: 1 s, next: 1 }
      """)
    let flow = try #require(catalogue.flow(id: "F"))
    for (follow, loop) in [(false, ["1a", "2a"]), (true, ["F:1a", "F:2a"])] {
      let book = PathBook(flow, on: catalogue.compiled(), by: [.loops], follow: follow)
      #expect(book.paths[.loops]?.map { [$0.name] + $0.rows } == [["loop-2a"] + loop])
    }
  }

  @Test("A calling step's timer runs out while the called flow waits, also two calls deep")
  func call() throws {
    let paths = try paths(
      """
      flow: F
      title: Waits for a call, but not for ever
      steps:
        - step: 1
          call: G
          rows:
            a: { result: Done, next: end }
            b: { event: It takes too long, after: 5 s, next: end }
      """,
      """
      flow: G
      title: Calls
      kind: partial flow
      results: [Done]
      steps:
        - step: 1
          call: H
          rows:
            a: { result: Done, next: 2 }
        - step: 2
          screen: Second
          rows:
            a: { user: goes on, next: result Done }
      """,
      """
      flow: H
      title: Waits
      kind: partial flow
      results: [Done]
      steps:
        - step: 1
          screen: First
          rows:
            a: { user: goes on, next: 2 }
        - step: 2
          screen: Second
          rows:
            a: { user: goes on, next: result Done }
      """, of: "F")
    #expect(names(paths) == ["row-1b: F:1b", "row-1a: H:1a H:2a G:1a G:2a F:1a"])
  }

  @Test("Every row that a random run takes is in the book, with many timers of calls and flows")
  func random() throws {
    for seed in 0..<10 {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed), kind: .timed)
      let program = catalogue.compiled()
      for flow in catalogue.flows where !flow.isOutline {
        let known = Set(RunStates(flow, on: program, follow: true).graph.labels)
        var taken: Set<Int32> = []
        var random = SplitMix(seed: UInt64(seed))
        for _ in 0..<200 {
          guard var machine = program.start(flow) else { continue }
          machine.startOver()
          for _ in 0..<60 {
            guard let row = step(&machine, &random) else { break }
            taken.insert(row)
          }
        }
        let missing = taken.subtracting(known).map { program.row($0).qualified }
        #expect(missing.isEmpty, "\(flow.id) of \(seed)")
      }
    }
  }

  /// Takes a random row that can be taken, and returns its label. Nil where a path ends.
  private func step(_ machine: inout Machine, _ random: inout SplitMix) -> Int32? {
    let program = machine.program
    while machine.need == .call, let id = machine.step.callee(program.reading),
      let callee = program.catalogue.flow(id: id), !callee.isOutline,
      !([machine.step] + machine.callers).contains(where: { $0.flow == callee })
    {
      guard (try? machine.enterCall()) != nil else { return nil }
    }
    let before = machine
    var position = machine.need == .result ? machine.resultRow : 0
    if machine.need == .event || machine.need == .call {
      var positions = machine.rows.indices.filter {
        machine.allows($0) && machine.rows[$0].after == nil
          && machine.timer(inPlaceOf: $0) == nil
      }
      let timer = machine.timer.flatMap { $0.callers == 0 || machine.waits ? $0 : nil }
      if timer != nil { positions.append(-1) }
      position = positions.isEmpty ? nil : random.pick(positions)
      if position == -1, let timer {
        machine.elapse(to: timer.due)
        machine.prepare(for: timer)
        position = timer.row
      }
    }
    guard !machine.hasEnded, let position else { return nil }
    let row = machine.rows[position]
    guard row.target(program.reading)?.kind != .back,
      let number = try? before.need == .passOver ? machine.passOver() : machine.take(position),
      machine.need != .result || machine.resultRow != nil
    else { return nil }
    return number.rawValue - Int32(row.index) + Int32(row.original.index)
  }
}
