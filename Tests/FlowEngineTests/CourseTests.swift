import CompiledFlows
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

@testable import FlowEngine

/// A page keeps a walk as a script. The script has to be the same run.
@Suite struct CourseTests {
  /// How many random catalogues of each kind; `COURSE_CATALOGUES=100` for more.
  private static let count = sampleSize("COURSE_CATALOGUES", or: 5)

  private func course(
    _ moves: [Script.Move], flow: String, as reading: Reading = .written, _ texts: String...
  ) throws -> Course {
    let program = try catalogue(of: texts).compiled(as: reading)
    let start = try Walk(flow, from: nil, facts: [], clock: 0, only: false, on: program)
    return Course(start, moves.map { CourseRequest.Move(move: $0) }, steps: nil)
  }

  @Test("Rows that are taken before the app is left stand before that in the script")
  func suspension() throws {
    let course = try course(
      [.row("PF1:1a"), .suspend("UC2"), .row("PF1:1a")], flow: "UC2",
      """
      flow: UC2
      title: Buy
      steps:
        - step: 1
          call: PF1
          rows:
            a: { result: Paid, next: 2 }
        - step: 2
          screen: Thanks
          rows:
            a: { user: goes on, next: end }
      """,
      """
      flow: PF1
      kind: partial flow
      title: Pay
      results: [Paid]
      steps:
        - step: 1
          screen: Pay
          rows:
            a: { user: pays, next: result Paid }
      """)
    #expect(course.broken == nil)
    // In the called flow the id alone would be the row of the call.
    #expect(
      course.script.map(\.text) == ["PF1:1a", "1a", "suspend UC2", "PF1:1a", "1a"])
    #expect(course.scriptEnding == "waiting UC2:2")
  }

  @Test("A row has a name as meant, and keeps its key whatever is refused")
  func names() throws {
    let flow = """
      flow: A
      title: A slip of the pen
      facts: { is open: [no, yes] }
      steps:
        - step: 1
          screen: Menu
          rows:
            a: { user: opens it, if: { is open: yes }, next: end }
            b: { user: closes it, meant id: 1c, why: A slip, next: 2 }
        - step: 2
          screen: Closed
          rows:
            a: { user: goes on, next: end }
      """
    let course = try course([.row("1c")], flow: "A", as: .meant, flow)
    #expect(course.script == [.row("1b")])
    #expect(try self.course([.row("1c")], flow: "A", flow).broken?.index == 0)
    let rows = try self.course([], flow: "A", flow).walk.machine.rows
    #expect(Course.keys(of: rows) == ["a", "b"])
  }

  @Test(
    "A number of steps that is none is refused, and a large one is limited",
    arguments: ["-1", "-9223372036854775808", "9223372036854775808", "many", ""])
  func steps(_ text: String) throws {
    #expect(
      refusal { () throws(EngineError) in _ = try CourseRequest("flow A\nsteps \(text)") } != nil)
    #expect(try CourseRequest("flow A\nsteps \(Int32.max)").steps == Walk.patience)
  }

  @Test("The script of a random walk is the same run: over our flows")
  func ourFlows() throws {
    let flows = try catalogue(in: projectFolder + "/Flows")
    var walks = RandomWalks(seed: 1)
    for _ in 0..<200 { try walks.compare(flows) }
    walks.expectAgreement()
  }

  @Test(
    "The script of a random walk is the same run: over random flows",
    arguments: [RandomCatalogue.Kind.usual, .rich, .timed, .small, .everything])
  func randomFlows(kind: RandomCatalogue.Kind) throws {
    for seed in 0..<CourseTests.count {
      let flows = try RandomCatalogue.load(seed: UInt64(seed), kind: kind)
      var walks = RandomWalks(seed: UInt64(seed))
      for _ in 0..<12 { try walks.compare(flows) }
      walks.expectAgreement()
    }
  }
}

/// Random walks, as a person makes them who clicks on everything.
private struct RandomWalks {
  private var random: SplitMix
  private var differences: [String] = []
  private var rows = 0

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  func expectAgreement() {
    #expect(differences.isEmpty, "\(differences.prefix(3).joined(separator: "\n"))")
    #expect(rows > 0)
  }

  mutating func compare(_ flows: Catalogue) throws {
    let reading = random.pick(Reading.allCases)
    let program = flows.compiled(as: reading)
    let flow = random.pick(flows.flows.filter { $0.firstStep != nil })
    let from = random.next(3) == 0 ? random.pick(flow.steps.map { $0 }).id : nil
    let facts = flow.facts.filter { _ in random.next(4) == 0 }.map {
      (name: $0.name, value: random.pick($0.values))
    }
    let clock = random.next(4) == 0 ? Int64(random.next(9_000)) : 0
    let only = random.next(5) == 0
    let start = try Walk(
      flow.id, from: from, facts: facts, clock: clock, only: only, on: program)
    var moves: [CourseRequest.Move] = []
    for _ in 0..<(1 + random.next(9)) {
      let course = Course(start, moves, steps: nil)
      guard !course.isOver, course.stuck == nil, let move = self.move(at: course, flows) else {
        break
      }
      moves.append(CourseRequest.Move(move: move))
      let next = Course(start, moves, steps: nil)
      if next.broken != nil { moves.removeLast() }
    }
    let course = Course(start, moves, steps: nil)
    var script = Script(
      flow: flow.id, reading: reading, from: from, only: only, facts: facts,
      moves: course.script.map { Script.Move(written: $0.text) ?? .row("") })
    script.clock = clock
    rows += course.script.count
    var got: [String] = []
    do throws(ScriptError) {
      let run = try ScriptRun.run(script, on: program)
      got = run.entries.map(\.json) + ["end: \(run.ending)"]
    } catch {
      got = ["refused: \(error)"]
    }
    let end = course.scriptEnding.map { "end: \($0)" } ?? got.last ?? ""
    let wanted = course.walk.recorder.entries(program).map(\.json) + [end]
    if course.scriptEnding == nil {
      if got.count != 1 || !got[0].hasPrefix("refused") { differences.append("keeps no end") }
    } else if got != wanted {
      differences.append(
        """
        \(flow.id) as \(reading) from \(from ?? "-") only \(only) facts \(facts)
        moves \(moves.map(\.text))
        script \(script.moves.map(\.text))
        \(got)
        \(wanted)
        """)
    }
  }

  /// Something that a person may do.
  private mutating func move(at course: Course, _ flows: Catalogue) -> Script.Move? {
    let machine = course.walk.machine
    switch random.next(10) {
    case 0: return .wait(Int64(random.next(5_000)))
    case 1:
      let rest = machine.timer?.due.earlier(by: machine.clock) ?? 10_000
      return .wait(rest + Int64(random.next(3)) - 1 + (random.next(2) == 0 ? 20_000 : 0))
    case 2: return .suspend(random.pick(flows.flows.map { $0 }).id)
    case 3:
      guard let call = course.openCalls.randomElement(using: &random) else { return .wait(1) }
      let rows = call.machine.rows.indices.filter { call.skips(with: $0) }
      return rows.isEmpty ? .wait(1) : .row(name(of: call.machine.rows[random.pick(rows)]))
    case 4:
      guard let timer = machine.timer else { return .wait(1_000) }
      return .row(machine.row(of: timer).qualified)
    default:
      let rows = machine.rows.indices.filter {
        if case .never = machine.access(to: $0) { return false }
        return true
      }
      return rows.isEmpty ? nil : .row(name(of: machine.rows[random.pick(rows)]))
    }
  }

  private mutating func name(of row: Row) -> String {
    random.pick([row.qualified, row.qualified, row.reference, row.meantID ?? row.qualified])
  }
}
