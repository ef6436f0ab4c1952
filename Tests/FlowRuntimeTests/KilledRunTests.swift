import FlowModel
import FlowRuntime
import FlowTestSupport
import Secrets
import Synchronization
import TestSupport
import Testing

/// Runs that are killed again and again are the same runs without kills, in which every secret was
/// entered once: no action has less than it would have, and no fact differs.
@Suite struct KilledRunTests {
  private static let flows: [(catalogue: Catalogue, flow: String)] = {
    let catalogues = [flowsFolder, projectFolder + "/Examples/Hotel/Flows"].compactMap {
      try? catalogue(in: $0)
    }
    return catalogues.flatMap { catalogue in
      catalogue.flows.filter { !$0.isOutline && !$0.steps.isEmpty }.map { (catalogue, $0.id) }
    }
  }()

  @Test(
    "Our flows, killed after their rows and in their actions, ask again and count nothing",
    arguments: flows.indices, 0..<sampleSize("KILLED_RUNS", or: 6))
  func killed(_ index: Int, _ seed: Int) async throws {
    let (catalogue, id) = KilledRunTests.flows[index]
    let program = catalogue.compiled(as: seed % 2 == 0 ? .written : .meant)
    try await compare(try need(catalogue.flow(id: id)), program, seed: seed)
  }

  @Test(
    "Random flows, killed as often, are the same runs too",
    arguments: 0..<sampleSize("KILLED_CATALOGUES", or: 8))
  func random(_ seed: Int) async throws {
    let catalogue = try RandomCatalogue.load(seed: UInt64(seed), kind: .everything)
    for flow in catalogue.flows where !flow.isOutline && flow.firstStep != nil {
      try await compare(flow, catalogue.compiled(as: .written), seed: seed)
    }
  }

  private func compare(_ flow: Flow, _ program: Program, seed: Int) async throws {
    let killed = try KilledRun(flow, program, seed: UInt64(seed) + 1)
    guard try await killed.drive() else { return }
    let twin = try KilledRun(flow, program, seed: 0)
    await twin.repeatRows(of: killed)
    #expect(twin.rows.map(\.row) == killed.rows.map(\.row))
    #expect(twin.rows.map(\.given) == killed.rows.map(\.given), "\(killed.rows)")
    #expect(
      TraceState(await twin.runner.state).facts.map(\.value)
        == TraceState(await killed.runner.state).facts.map(\.value))
  }
}

/// A run with handlers that answer at random and note which secrets they were given.
private final class KilledRun {
  /// A row that stands.
  struct Taken {
    let row: String
    /// The secrets that its action was given.
    let given: [String]?
  }

  private let desk: Desk
  private let program: Program
  private let handlers: Handlers
  private(set) var runner: Runner
  private(set) var rows: [Taken] = []
  private var random: SplitMix
  /// How the run stood where somebody chose, and how many rows stood.
  private var states: [(state: TraceState, rows: Int)] = []
  private var told = 0

  init(_ flow: Flow, _ program: Program, seed: UInt64) throws {
    self.program = program
    random = SplitMix(seed: seed)
    desk = Desk(seed: seed)
    handlers = desk.handlers(program, seed)
    runner = try Runner(program, start: flow, handlers: handlers, clock: ManualRunClock())
  }

  /// Takes rows at random, and is killed at random. Returns whether the run can be repeated: not if
  /// it goes round by itself, or cannot go on.
  func drive() async throws -> Bool {
    for _ in 0..<40 {
      let isKilled: Bool
      do {
        _ = try await runner.run()
        await note()
        isKilled = random.next(3) == 0
      } catch {
        switch error {
        case .loop, .unhandledResult: return false
        default: break
        }
        await note()
        desk.noted.withLock { $0 = [] }
        isKilled = true
      }
      if isKilled {
        guard let text = await runner.snapshot?.json else { return true }
        await runner.giveUp()
        runner = try Runner(
          restoring: Snapshot(json: text), on: program, handlers: handlers,
          clock: ManualRunClock())
        told = 0
        continue
      }
      let situation = await runner.situation
      let choices = situation.choices.filter(\.isEnabled)
      guard situation.end == nil, !choices.isEmpty else { return true }
      states.append((TraceState(situation.machine), rows.count))
      await choose(choices[random.next(choices.count)].row)
    }
    return true
  }

  /// Takes the rows of another run, without being killed.
  func repeatRows(of other: KilledRun) async {
    let answers = other.rows.filter { $0.given != nil }.map(\.row)
    desk.script.withLock { $0 = answers }
    for _ in 0...other.rows.count {
      var isStuck = false
      do { _ = try await runner.run() } catch { isStuck = true }
      await note()
      guard !isStuck, rows.count < other.rows.count else { return }
      let name = other.rows[rows.count].row
      let choice = await runner.situation.choices.first { $0.row.qualified == name }
      guard let choice else { return }
      await choose(choice.row)
    }
  }

  private func choose(_ row: Row) async {
    for input in await runner.situation.inputs where row.enters.contains(input.name) {
      let text = String(repeating: "1", count: max(1, input.length.lowerBound))
      if input.isSecret {
        await runner.enter(secret: secret(text), as: input.name)
      } else {
        await runner.enter(text, as: input.name)
      }
    }
    do { _ = try await runner.choose(row.qualified) } catch {}
  }

  /// Notes what has happened. A run that has asked again is where it was before.
  private func note() async {
    let trace = await runner.trace
    let actions = handlers.actions
    for entry in trace.dropFirst(told) {
      let isAnswer =
        actions.contains(entry.step.action ?? "") && !entry.isPassedOver
        && entry.row.expectedOutcome != nil
      let given = isAnswer ? desk.noted.withLock { $0.isEmpty ? nil : $0.removeFirst() } : nil
      rows.append(Taken(row: entry.row.qualified, given: given))
    }
    told = trace.count
    guard !(await runner.openTrace.returns.isEmpty) else { return }
    let now = TraceState(await runner.state)
    guard let place = states.lastIndex(where: { $0.state == now }) else {
      Issue.record("the run went back to where it never was: \(await runner.state.step)")
      return
    }
    rows.removeLast(rows.count - states[place].rows)
    states.removeSubrange(place...)
  }
}

/// Performs every action that the user cannot come before.
private final class Desk: Sendable {
  private struct Killed: Error {}

  /// The secrets that the actions were given that have answered.
  let noted = Mutex<[[String]]>([])
  /// The rows for the answers of actions. Without it they answer at random, and fail.
  let script = Mutex<[String]>([])
  private let random: Mutex<SplitMix>

  init(seed: UInt64) { random = Mutex(SplitMix(seed: seed)) }

  /// Takes secrets. Returns the names of those that were there.
  private static func taken(
    _ names: [String], from context: borrowing HandlerContext
  ) -> [String] {
    var given: [String] = []
    for name in names {
      let secret = context.takeSecret(name)
      let isThere = secret != nil
      if isThere { given.append(name) }
    }
    return given
  }

  func handlers(_ program: Program, _ seed: UInt64) -> Handlers {
    var steps: [String: [Step]] = [:]
    for step in program.catalogue.flows.flatMap(\.steps) where step.activity != .call {
      if let action = step.action { steps[action, default: []].append(step) }
    }
    var handlers = Handlers()
    for (action, steps) in steps.sorted(by: { $0.key < $1.key }) {
      let all = steps.map { $0.rows(program.reading) }
      guard !all.joined().contains(where: { $0.kind == .user || $0.after != nil }) else { continue }
      let outcomes = Set(all[0].compactMap(\.expectedOutcome)).filter { outcome in
        all.allSatisfy { $0.contains { $0.expectedOutcome == outcome } }
      }.sorted()
      guard !outcomes.isEmpty else { continue }
      handlers.bind(action, outcomes: outcomes, values: steps.flatMap(\.values)) { context in
        let step = context.step
        let given = Desk.taken(step.arguments.map(\.value), from: context)
        let scripted = self.script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let scripted {
          self.noted.withLock { $0.append(given) }
          let row = step.rows(program.reading).first { $0.qualified == scripted }
          return Answer(row?.expectedOutcome ?? "")
        }
        let number = self.random.withLock { $0.next(1_000) }
        // A run that only repeats another one goes no further than that.
        if seed == 0 || number % 3 == 0 { throw Killed() }
        self.noted.withLock { $0.append(given) }
        return Answer(outcomes[number % outcomes.count])
      }
    }
    return handlers
  }
}
