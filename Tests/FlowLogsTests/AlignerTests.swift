import Diagnostics
import FlowFiles
import FlowLoader
import FlowLogs
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

@Suite struct AlignerTests {
  /// The recorded paths that run from the beginning of a flow and go into calls, as logs.
  private func recorded(
    dropping isDropped: (TraceEntry) -> Bool = { _ in false }
  ) throws -> [(name: String, program: Program, log: EventLog)] {
    let catalogue = try need(FlowLoader().load(folder: flowsFolder).catalogue, "catalogue")
    let programs = Reading.allCases.map { catalogue.compiled(as: $0) }
    return try ReplayBook(folder: flowsFolder + "/paths").chapters.flatMap(\.scripts)
      .filter { !$0.only && $0.from == nil }
      .compactMap { script in
        let program = try need(programs.first { $0.reading == script.reading }, "program")
        let run = try ScriptRun.run(script, on: program)
        var lines = ""
        let facts = script.facts.map { "\"\($0.name)\":\"\($0.value)\"" }.joined(separator: ",")
        for entry in run.entries where !isDropped(entry) {
          lines += entry.json.dropLast() + ",\"case\":\"1\",\"facts\":{\(facts)}}\n"
        }
        guard !lines.isEmpty else { return nil }
        lines += "{\"case\":\"1\",\"end\":\"\(run.ending)\"}\n"
        return (script.name, program, try log(lines))
      }
  }

  @Test("Every recorded path fits its flows, with its facts, timers, calls, Back and suspensions")
  func paths() throws {
    let all = try recorded()
    #expect(all.count > 100)
    for path in all {
      var aligner = Aligner(path.program, Aligner.Settings(), of: path.log)
      let alignment = aligner.align(path.log.cases[0])
      #expect(alignment?.deviations == 0, "\(path.name)")
    }
  }

  @Test("A path without the rows that the system takes still fits, and they are filled in")
  func cases() throws {
    var filled = 0
    for path in try recorded(dropping: { $0.row.kind == .case }) {
      var aligner = Aligner(path.program, Aligner.Settings(), of: path.log)
      let alignment = aligner.align(path.log.cases[0])
      #expect(alignment?.deviations == 0, "\(path.name)")
      filled += alignment?.moves.count { $0.kind == .filled } ?? 0
    }
    #expect(filled > 100)
  }

  @Test("No recorded path breaks a house rule that holds, and some break those that do not")
  func rules() throws {
    let text = try ["eid", "wallet"].map { name in
      let file = try SourceFile(readingFrom: "\(flowsFolder)/rules/\(name).yaml")
      return RuleLoader().load(file).0.rules
    }.flatMap(\.self)
    #expect(text.count > 10)
    let paths = try recorded()
    var broken: Set<String> = []
    for reading in Reading.allCases {
      var names: Set<String> = []
      for path in paths where path.program.reading == reading {
        let judge = try LogRules(text, on: path.program)
        let found = Conformance(path.log, with: path.program, Aligner.Settings(), rules: judge)
        names.formUnion(found.rules.map(\.broken.rule.rule))
      }
      let prover = Prover(try need(paths.first).program.catalogue)
      for name in names {
        let result = prover.prove(try need(text.first { $0.name.text == name }))
        let isBroken = result.verdicts.contains { verdict in
          guard case .broken = verdict.finding else { return false }
          return verdict.reading == reading
        }
        #expect(isBroken, "\(name), as \(reading.rawValue)")
      }
      broken.formUnion(names)
    }
    #expect(!broken.isEmpty)
  }

  private static let room = """
    flow: UC1
    title: Book
    sections:
      - section: 1
        title: All
        steps:
          - step: 1.1
            screen: Rooms
            buttons: [Book, Close]
            rows:
              a: { user: selects Book, next: 1.2 }
              b: { user: selects Close, next: end }
          - step: 1.2
            determine: whether the room is free
            action: room.check
            rows:
              a: { case: It is, on: free, next: 1.3 }
              b: { case: It is taken, on: taken, next: 1.4 }
          - step: 1.3
            screen: Booked
            buttons: [Done]
            rows:
              a: { user: selects Done, next: end }
          - step: 1.4
            prompt: Taken
            buttons: [Again]
            rows:
              a: { user: selects Again, next: 1.1 }
    """

  /// The conformance of runs that are given by the letters of their rows.
  private func conformance(
    _ runs: [String], _ settings: Aligner.Settings = Aligner.Settings()
  ) throws -> Conformance {
    var text = ""
    for (index, run) in runs.enumerated() {
      for row in run.split(separator: " ") {
        text += "{\"case\":\"\(index)\",\"row\":\"UC1:\(row)\",\"release\":\"\(index % 2)\"}\n"
      }
    }
    let program = try catalogue(Self.room).compiled(as: .written)
    return Conformance(try log(text), with: program, settings, by: "release")
  }

  @Test(
    "A deviation is said in the words of the document",
    arguments: [
      (
        "1.1a 1.2b 1.3a", Deviation.Kind.extra,
        "after `UC1:1.2b` the app went to `UC1:1.3` (`1.3a User selects Done`); the table says "
          + "`UC1:1.4`"
      ),
      (
        "1.1a 1.2b 1.1a 1.3a", .missing,
        "after `UC1:1.2b` the table says `UC1:1.4a User selects Again`; the log does not have it"
      ),
      (
        "1.1a 9.9", .unknown,
        "after `UC1:1.1a` the log has `UC1:9.9`, which no flow has"
      ),
      (
        "1.1a 1.3a 1.3a", .extra,
        "after `UC1:1.3a` the app went to `UC1:1.3` (`1.3a User selects Done`); the table says "
          + "that the run is over"
      ),
    ])
  func words(run: String, kind: Deviation.Kind, text: String) throws {
    let found = try conformance([run]).findings
    #expect(found.map(\.deviation.text) == [text])
    #expect(found.map(\.deviation.kind) == [kind])
  }

  @Test("With all rows needed, what the system takes is missed; a complete run must end")
  func settings() throws {
    var settings = Aligner.Settings()
    #expect(try conformance(["1.1a 1.3a", "1.1a"]).fitting == 2)
    settings.isComplete = true
    #expect(try conformance(["1.1a 1.3a", "1.1a"], settings).fitting == 1)
    settings.needsAllRows = true
    #expect(try conformance(["1.1a 1.3a", "1.1a"], settings).fitting == 0)
  }

  @Test("A search that comes to its limit is not decided, and does not fit")
  func limit() throws {
    var settings = Aligner.Settings()
    settings.limit = 3
    let found = try conformance(["1.1a 1.2b 1.4a 1.1a 1.2a 1.3a"], settings)
    #expect(found.undecided == 1)
    #expect(found.fitting == 0)
  }

  @Test(
    "The funnel counts the runs that take a row, also filled in, and those that leave at a step")
  func funnel() throws {
    let found = try conformance(["1.1a 1.3a", "1.1a 1.2b 1.4a 1.1b", "1.1a 1.2b", "1.1b"])
    let flow = try need(found.flows.first, "flow")
    let all = found.funnels[0]
    func taken(_ id: String, _ funnel: Funnel) throws -> Int {
      funnel.taken(try need(flow.row(id), "row"))
    }
    #expect(
      try ["1.1a", "1.1b", "1.2a", "1.2b", "1.3a"].map { try taken($0, all) } == [3, 2, 1, 2, 1])
    #expect(all.filled(try need(flow.row("1.2a"), "row")) == 1)
    #expect(all.arrivals(try need(flow.row("1.1a"), "row")) == 5)
    #expect(all.left(try need(flow.step("1.4"), "step")) == 1)
    #expect(found.funnels.map(\.group) == ["", "0", "1"])
    #expect(found.funnels.map(\.runs) == [4, 2, 2])
    #expect(try taken("1.1b", found.funnels[2]) == 2)
  }
}
