import FlowFiles
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

@Suite struct RowCoverTests {
  /// The number of paths that take every row of a flow, with those that cannot be run, and a lower
  /// bound.
  private func count(
    _ flow: Flow, on program: Program, follow: Bool
  ) -> (paths: Int, bound: Int) {
    let states = RunStates(flow, on: program, follow: follow)
    let book = PathBook(flow, on: program, by: [.rows], follow: follow, limit: 1_000_000)
    return (
      (book.paths[.rows]?.count ?? 0) + book.omissions.count { $0.hasPrefix("row-") },
      CoverBound.paths(of: states.graph, plainStages: follow ? .max : states.plainStages)
    )
  }

  @Test(
    "The documents' rows take no more paths than they need, but for one",
    arguments: Reading.allCases,
    [false, true])
  func documents(reading: Reading, follow: Bool) throws {
    let catalogue = try #require(FlowLoader().load(folder: flowsFolder).catalogue)
    let program = catalogue.compiled(as: reading)
    var (paths, bound) = (0, 0)
    for flow in catalogue.flows where !flow.isOutline {
      let found = count(flow, on: program, follow: follow)
      #expect(found.paths >= found.bound, "\(flow.id)")
      paths += found.paths
      bound += found.bound
    }
    #expect(paths - bound == (reading == .meant && follow ? 1 : 0), "\(paths) for \(bound)")
  }

  @Test(
    "The rows of random catalogues take at most 1.15 times the paths that they need",
    arguments: [RandomCatalogue.Kind.usual, .timed], [false, true])
  func random(kind: RandomCatalogue.Kind, follow: Bool) throws {
    var (paths, bound) = (0, 0)
    for seed in 0..<(kind == .timed ? 5 : follow ? 1 : 2) * sampleSize("ROW_COVER", or: 1) {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed), kind: kind)
      let program = catalogue.compiled()
      for flow in catalogue.flows where !flow.isOutline {
        let found = count(flow, on: program, follow: follow)
        #expect(found.paths >= found.bound, "\(flow.id) of \(seed)")
        paths += found.paths
        bound += found.bound
      }
    }
    #expect(Double(paths) <= 1.15 * Double(bound), "\(paths) for \(bound)")
  }

  @Test("Rows that lead to each other take one path, rows that lead out take one each")
  func ladder() throws {
    let flow = """
      flow: L
      title: A ladder and a circle
      steps:
        - step: 1
          screen: First
          rows:
            a: { user: goes left, next: 2 }
            b: { user: goes right, next: 3 }
        - step: 2
          screen: Left
          rows:
            a: { user: goes on, next: 4 }
        - step: 3
          screen: Right
          rows:
            a: { user: goes on, next: 4 }
            b: { user: leaves, next: end }
        - step: 4
          screen: Circle
          rows:
            a: { user: goes around, next: 5 }
            b: { user: leaves, next: end }
        - step: 5
          screen: Beyond
          rows:
            a: { user: goes around, next: 4 }
            b: { user: waits, next: stay }
            c: { user: leaves, next: end }
      """
    let catalogue = try FlowTestSupport.catalogue(flow)
    let program = catalogue.compiled()
    let book = PathBook(
      try #require(catalogue.flow(id: "L")), on: program, by: [.rows], limit: 100)
    let paths = try #require(book.paths[.rows])
    #expect(
      paths.map { "\($0.name): \($0.rows.joined(separator: " "))" } == [
        "row-3b: 1b 3b", "row-4b: 1a 2a 4b", "row-5c: 1b 3a 4a 5a 4a 5b 5c",
      ])
    for path in paths {
      #expect(try ScriptRun.run(path.script, on: program).ending == path.end)
    }
  }

  @Test("Where few paths would have millions of rows, those that are listed are the shortest")
  func long() throws {
    let count = 3_000
    var flow = "flow: L\ntitle: A long way with an exit at every step\nsteps:\n"
    for step in 1...count {
      let next = step == count ? "end" : "\(step + 1)"
      flow += "  - { step: \(step), screen: S, rows: { a: { user: goes on, next: \(next) },"
      flow += " b: { user: leaves, next: end } } }\n"
    }
    let catalogue = try FlowTestSupport.catalogue(flow)
    let book = PathBook(
      try #require(catalogue.flow(id: "L")), on: catalogue.compiled(), by: [.rows], limit: 2)
    #expect(book.paths[.rows]?.map(\.rows) == [["1b"], ["1a", "2b"]])
    #expect(book.omissions == ["rows: 2 of \(count + 1) paths are listed"])
  }
}
