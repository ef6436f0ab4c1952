internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
internal import Markup
internal import WalletApp
internal import WalletSimulator

/// The command `flowrun FLOW`.
struct Run {
  let options: RunOptions

  /// An option by its name, and whether it is given.
  private typealias Given = (name: String, isGiven: Bool)

  /// Refuses options that would be ignored beside another one.
  private func refuse(_ others: [Given], beside option: Given) throws {
    guard option.isGiven, let other = others.first(where: \.isGiven) else { return }
    throw Refusal("`--\(other.name)` and `--\(option.name)` exclude each other")
  }

  /// The options that make a run one by script.
  private var ofScripts: [Given] {
    [("rows", options.rows != nil), ("script", options.script != nil)]
  }

  /// The options about what is around the app.
  private var ofSurroundings: [Given] {
    [
      ("world", options.world != nil), ("state", options.state != nil),
      ("account", options.account != nil), ("website", options.website != nil),
      ("reader", options.reader != nil),
    ]
  }

  private static let noTerminal =
    "standard input is not a terminal, and has no script; run this at a terminal, or give `--rows`, "
    + "`--script` or `--by-itself`"

  func run() async throws {
    let byItself = ("by-itself", options.byItself)
    try refuse(ofScripts, beside: byItself)
    // A state folder has no part in a run by hand, and does no harm there.
    try refuse(
      ofScripts + [byItself] + ofSurroundings.filter { $0.name != "state" },
      beside: ("by-hand", options.byHand))
    try refuse(ofSurroundings, beside: ("script", options.script != nil))
    let script = ofScripts.first(where: \.isGiven)
    if options.anyway, script == nil {
      throw Refusal("`--anyway` is for `--rows` and `--script`")
    }
    if options.inspect, let script {
      throw Refusal("`--\(script.name)` is over at once; `--inspect` shows a run that goes on")
    }
    guard let name = options.flow else {
      if options.from != nil { throw Refusal("`--from` needs a flow: `flowrun FLOW --from STEP`") }
      let catalogue = try options.flows.catalogue()
      try requireFacts(catalogue.compiled(as: options.reading))
      return try await play(scripts(for: nil) ?? [], in: catalogue)
    }
    // From here on, nothing that is typed is shown.
    if staysWithinReach, !options.byItself { Console.current.terminal?.open() }
    let catalogue =
      staysWithinReach
      ? try options.flows.catalogue(reachedFrom: name) : try options.flows.catalogue()
    let found = try catalogue.find(name)
    if let id = options.from, found.step(id) == nil {
      throw Refusal("`\(found.id)` has no step `\(id)` to start from")
    }
    if !options.fact.isEmpty { try requireFacts(catalogue.compiled(as: options.reading)) }
    // An error in the world is reported before a missing terminal.
    let isByHand = !options.byItself && options.rows == nil && options.script == nil
    if isByHand, Console.current.terminal == nil {
      _ = try WorldOption(options: options).outside()
    }
    if var scripts = try scripts(for: found) {
      let all = scripts.count
      scripts.removeAll { catalogue.flow(named: $0.flow) != found }
      guard !scripts.isEmpty else { throw Refusal("the script is not for `\(found.id)`") }
      if scripts.count < all {
        Console.current.err(
          "flowrun: note: \(all - scripts.count) paths of other flows are left out\n")
      }
      return try await play(scripts, in: catalogue)
    }
    let terminal = options.byItself ? nil : Console.current.terminal
    guard terminal != nil || options.byItself else {
      throw Refusal(Run.noTerminal)
    }
    let program = catalogue.compiled(as: options.reading)
    if options.byHand {
      return try await InteractiveRun(
        program: program, flow: found, options: options, terminal: terminal
      ).run()
    }
    Console.current.willHoldSecrets()
    let option = WorldOption(options: options)
    guard option.needsTemporaryFolder else {
      return try await play(found, program, terminal, option, in: try option.folder)
    }
    let temporary = try refusing { () throws(FileError) in try TemporaryFolder() }
    try await play(found, program, terminal, option, in: temporary.path)
  }

  /// Runs a flow with handlers whose store is in a folder.
  private func play(
    _ flow: Flow, _ program: Program, _ terminal: Terminal?, _ option: WorldOption,
    in folder: String
  ) async throws {
    let clock = SystemRunClock()
    let world = try await option.worldRun(in: folder, clock)
    if let terminal, let setUp = try await missingSetUp(of: flow, program.catalogue, world) {
      let agrees = await terminal.listening {
        terminal.agrees(to: "No PIN is set up; run \(setUp.id) \(setUp.title) first?")
      }
      guard let agrees else { throw ExitCode(130) }
      if agrees {
        let options = try RunOptions.parse([setUp.id, "--only"])
        try await InteractiveRun(
          program: program, flow: setUp, options: options, terminal: terminal, world: world,
          clock: clock
        ).run()
      }
    }
    try await InteractiveRun(
      program: program, flow: flow, options: options, terminal: terminal, world: world, clock: clock
    ).run()
  }

  /// The flow that sets up the PIN, if `flow` calls one that checks it, and there is none yet.
  private func missingSetUp(
    of flow: Flow, _ catalogue: Catalogue, _ world: Simulator
  ) async throws -> Flow? {
    func performs(_ action: String, _ flow: Flow) -> Bool {
      flow.steps.contains { $0.action == action }
    }
    let called = flow.steps.compactMap { $0.callee(options.reading) }
      .compactMap { catalogue.flow(named: $0) }
    guard options.from == nil, called.contains(where: { performs("account.checkPin", $0) }),
      let setUp = catalogue.flows.first(where: { performs("account.setUp", $0) }),
      try await !world.wallet.store.items().contains(.account)
    else { return nil }
    return setUp
  }

  /// Whether the run can only go where the flow leads. A script may name any flow.
  private var staysWithinReach: Bool {
    options.byItself
      || (options.script == nil && options.rows == nil && Console.current.terminal != nil)
  }

  /// Refuses a `--fact` that no flow has, with another value than those that there are, or without one.
  private func requireFacts(_ program: Program) throws {
    for entry in options.fact {
      let parts = entry.split(separator: "=", maxSplits: 1).map(\.trimmed)
      let name = parts.first ?? ""
      let values = program.facts.first { $0.name == name }?.values ?? []
      guard parts.count == 2, !parts.contains("") else {
        let ways = values.map { "`\(name)=\($0)`" }.joined(separator: " or ")
        throw Refusal(
          "`--fact \(entry)` has no value; write "
            + (values.isEmpty ? "the name of a fact and a value, `platform=android`" : ways))
      }
      guard !values.isEmpty else {
        let nearest = DidYouMean.question(for: name, in: program.facts.map(\.name))
        throw Refusal("there is no fact `\(name)`" + (nearest.map { "; \($0)" } ?? ""))
      }
      guard values.contains(parts[1]) else {
        let (first, last) = (values[0], values[values.count - 1])
        let all = values.map { "`\($0)`" }.joined(separator: ", ")
        throw Refusal(
          "the fact `\(name)` has no value `\(parts[1])`; it has "
            + (values.count > 6 ? "`\(first)` to `\(last)`" : all))
      }
    }
  }

  // MARK: Scripts

  /// Runs scripts one after the other. Several have their names above their traces, as in recorded ones.
  private func play(_ scripts: [Script], in catalogue: Catalogue) async throws {
    var status: Int32 = 0
    for (place, script) in scripts.enumerated() {
      if scripts.count > 1, options.trace?.isJSON != true {
        Console.current.out("\(place == 0 ? "" : "\n")# \(TerminalText.line(script.name))\n")
      }
      status = max(
        status,
        script.world == nil
          ? try play(script, in: catalogue) : try await playInWorld(script, in: catalogue))
    }
    if status != 0 { throw ExitCode(status) }
  }

  /// The scripts to run; Nil for a run by hand.
  private func scripts(for flow: Flow?) throws -> [Script]? {
    if options.byItself { return nil }
    if let rows = options.rows {
      let others = [("script", options.script != nil)] + ofSurroundings
      if let other = others.first(where: \.isGiven) {
        throw Refusal("`--rows` and `--\(other.name)` exclude each other")
      }
      for word in rows.split(separator: ",").map(\.trimmed) where word == "suspend" {
        throw Refusal(
          "`suspend` in `--rows` needs the flow that starts when the app returns: `suspend UC1.2`")
      }
      guard rows.contains(where: { $0 != "," && !$0.isWhitespace }) else {
        throw Refusal("`--rows` names no row; write them with commas: `1.1a,1.2b`")
      }
      let moves = try rows.split(separator: ",").map { entry -> Script.Move in
        let text = entry.trimmed
        let words = text.split { $0 == " " || $0 == ";" }
        // The id of a flow may have spaces: `No internet:1.1a`.
        let areRows = words.allSatisfy { word in word.contains { $0.isNumber || $0 == "*" } }
        guard words.count < 2 || !areRows || words[0] == "suspend" else {
          throw Refusal(
            "`--rows` takes rows with commas between them: `--rows \(words.joined(separator: ","))`"
          )
        }
        guard let move = Script.Move(written: text) else {
          throw Refusal("`\(text)` in `--rows` needs a number and a unit: `wait 90 s`")
        }
        return move
      }
      let id = flow?.id ?? ""
      return [adjusted(Script(flow: id, name: id, moves: moves))]
    }
    let input =
      try options.script.map { try SourceFile(argument: $0) } ?? SourceFile.standardInput()
    guard let file = input else { return nil }
    if options.script == nil, file.bytes.allSatisfy({ [9, 10, 13, 32].contains($0) }) {
      throw Refusal(Run.noTerminal)
    }
    let (scripts, diagnostics) = ScriptLoader(world: World.shape).load(file)
    guard diagnostics.isEmpty else { throw Refusal(diagnostics, in: [file]) }
    return scripts.map(adjusted)
  }

  /// A script, changed by the options of the command line.
  private func adjusted(_ script: Script) -> Script {
    var script = script
    if options.asMeant { script.reading = .meant }
    if options.only { script.only = true }
    if let from = options.from { script.from = from }
    script.facts += options.facts.map { (name: $0.key, value: $0.value) }
    return script
  }

  /// Runs one script with real handlers. Returns the exit status: 0, or 1 if the run took
  /// another way.
  private func playInWorld(_ script: Script, in catalogue: Catalogue) async throws -> Int32 {
    let folder = try refusing { () throws(FileError) in try TemporaryFolder() }
    let outcome = await WorldScript.run(
      script, on: catalogue.compiled(as: script.reading), folder: folder.path, isFull: isFull)
    tell(outcome.entries, outcome.ending, at: outcome.entries.last?.at ?? 0, outcome.standing)
    guard let failure = outcome.failure else { return 0 }
    Console.current.show([failure], in: SourceFile.excerpts(from: [script.path]))
    return 1
  }

  /// Whether the trace is a full one.
  private var isFull: Bool { options.trace?.isFull ?? false }

  private func tell(
    _ entries: [TraceEntry], _ ending: String, at time: Int64, _ standing: TraceState?
  ) {
    options.trace?.print(entries, after: nil)
    (options.trace ?? .text).print(
      end: ending, at: time, standing, after: entries.last)
  }

  /// Runs one script and prints its trace. Returns the exit status: 0, or 1 for another end.
  private func play(_ script: Script, in catalogue: Catalogue) throws -> Int32 {
    let run: ScriptRun
    do {
      run = try ScriptRun.run(
        script, on: catalogue.compiled(as: script.reading), anyway: options.anyway,
        isFull: isFull)
    } catch {
      var place = ""
      if let move = error.move, move < script.moves.count, case .row(let row) = script.moves[move] {
        place = "row \(move + 1), `\(row)`: "
      }
      throw Refusal("\(place)\(error)")
    }
    for entry in run.refused {
      Console.current.err(
        "flowrun: note: `\(entry.row.qualified)` was taken although no run would take it there\n")
    }
    tell(
      run.entries, run.ending, at: run.machine.clock, isFull ? TraceState(run.machine) : nil)
    try refuseMissing(run.machine.end)
    guard let expected = script.end, expected != run.ending else { return 0 }
    // The other scripts are still run.
    let refusal = Refusal(
      "`\(script.name)` ended with `\(run.ending)`, not with `\(expected)`", status: 1)
    Console.current.show(refusal)
    return refusal.status
  }
}
