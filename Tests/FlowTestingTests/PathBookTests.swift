import Diagnostics
import Files
import FlowFiles
import FlowLoader
import FlowModel
import FlowReports
import FlowRuntime
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

@Suite struct PathBookTests {
  private let catalogue: Catalogue

  init() throws {
    catalogue = try #require(FlowLoader().load(folder: flowsFolder).catalogue)
  }

  @Test(
    "Every path of every flow runs to the end that it names", arguments: Reading.allCases,
    [false, true])
  func pathsRun(reading: Reading, follow: Bool) throws {
    let program = catalogue.compiled(as: reading)
    var count = 0
    for flow in catalogue.flows where !flow.isOutline {
      let book = PathBook(flow, on: program, follow: follow, limit: 40)
      #expect(!book.omissions.contains { $0.contains("cannot be run") })
      let text = "flow: \(flow.id)\npaths:\n\(book.scripts())"
      let (scripts, found) = ScriptLoader().load(
        SourceFile("s.yaml", text: text))
      #expect(found.isEmpty, "\(flow.id): \(found)")
      for script in scripts {
        #expect(script.only != follow)
        let run = try ScriptRun.run(script, on: program)
        #expect(run.ending == script.end, "\(flow.id) \(script.name)")
        count += 1
      }
    }
    #expect(count > 200)
  }

  @Test(
    "The paths by rows take every row that is not listed as unreached", arguments: Reading.allCases)
  func pathsByRows(reading: Reading) throws {
    let program = catalogue.compiled(as: reading)
    for flow in catalogue.flows where !flow.isOutline {
      let book = PathBook(flow, on: program, by: [.rows], limit: 10_000)
      var coverage = Coverage()
      for path in book.paths[.rows] ?? [] {
        coverage.add(try ScriptRun.run(path.script, on: program).entries)
      }
      #expect(
        coverage.missing(in: flow, as: reading).map(\.reference) == book.unreached.map(\.reference))
      // Only what cannot be reached otherwise has a path that enters at a step.
      let entered = (book.paths[.rows] ?? []).filter { $0.from != nil }.compactMap(\.rows.last)
      #expect(Set(entered).isSubset(of: Set(book.needEntry.map(\.reference))), "\(flow.id)")
    }
  }

  @Test("A row with a timer is in the book where no other timer comes first")
  func timers() throws {
    let flow = """
      flow: B
      title: Book a seat
      anywhere:
        '*b': { event: A day has passed, after: 24 h, next: 2 }
      sections:
        - section: 1
          title: Choose
          anywhere:
            '*d': { event: Ten minutes have passed, after: 10 min, next: 2 }
          steps:
            - step: 1.1
              screen: Seats
              rows:
                a: { user: selects a seat, next: 1.2 }
                b: { event: Five minutes have passed, after: 5 min, next: 1.2 }
                c: { event: Twenty minutes have passed, after: 20 min, next: 2 }
            - step: 1.2
              screen: Pay
              rows:
                a: { user: pays, next: end }
        - section: 2
          title: Over
          steps:
            - step: 2.1
              screen: Too late
              rows:
                a: { user: closes it, next: end }
      """
    let catalogue = try FlowTestSupport.catalogue(flow)
    let program = catalogue.compiled()
    let book = PathBook(
      try #require(catalogue.flow(id: "B")), on: program, by: [.rows, .timers], limit: 100)
    #expect(book.omissions == [])
    var coverage = Coverage()
    for path in book.paths[.rows] ?? [] {
      coverage.add(try ScriptRun.run(path.script, on: program).entries)
    }
    #expect(
      coverage.missing(in: try #require(catalogue.flow(id: "B")), as: .written).map(\.reference)
        == ["1.1c"])
  }

  @Test("The rows that a flow's slips make unreachable are named")
  func slips() throws {
    let flow = try #require(catalogue.flow(id: "UC2.3"))
    let written = PathBook(flow, on: catalogue.compiled(), by: [.rows])
    #expect(written.needFacts.map(\.reference) == ["1.2c", "3.1a", "3.1b"])
    #expect(written.needEntry.map(\.reference) == ["5.1a", "5.2a"])
    let meant = PathBook(flow, on: catalogue.compiled(as: .meant), by: [.rows])
    #expect(meant.needFacts.isEmpty && meant.needEntry.isEmpty && meant.unreached.isEmpty)
  }

  @Test("The fifth failure is reached by failing five times")
  func fifthFailure() throws {
    let flow = try #require(catalogue.flow(id: "UC2.3"))
    let book = PathBook(flow, on: catalogue.compiled(as: .meant), by: [.times])
    let path = try #require(book.paths[.times]?.first { $0.name == "time-1.2e-failures-5" })
    #expect(
      path.rows == ["1.1a", "1.2d", "4.1b", "1.2d", "4.1b", "1.2d", "4.1b", "1.2d", "4.1b", "1.2e"])
    #expect(path.script.facts.map(\.value) == ["android"])
  }

  @Test("A path keeps its name when other rows change")
  func stableNames() throws {
    let flow = try #require(catalogue.flow(id: "UC2.1"))
    let names = PathBook(flow, on: catalogue.compiled(), by: [.rows]).paths[.rows]?.map(\.name)
    let path = flowsFolder + "/wallet/UC2.1-setup-remote-pin.yaml"
    let source = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let shorter = source.replacing(
      "          c: { user: selects Info, next: goto UC9.2 }\n", with: "")
    #expect(shorter != source)
    let changed = try #require(
      FlowLoader().load([SourceFile(path, text: shorter)]).flows.first)
    #expect(changed.rows.count < flow.rows.count)
    let kept = Set((names ?? []).filter { !$0.hasSuffix("c") })
    let states = Set(changed.rows.map { "row-\($0.reference)" })
    #expect(kept.isSubset(of: states))
  }

  @Test("Paths beyond the limit are reported as left out")
  func limit() throws {
    let flow = try #require(catalogue.flow(id: "PF2.8"))
    let book = PathBook(flow, on: catalogue.compiled(), by: [.simple], limit: 5)
    #expect(book.paths[.simple]?.count == 5)
    #expect(book.omissions == ["simple: 5 of \(book.totals[.simple] ?? 0) paths are listed"])
    #expect(book.text().contains("left out: simple: 5 of"))
  }
}
