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
  typealias Given = (name: String, isGiven: Bool)

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
  var ofSurroundings: [Given] {
    [
      ("world", options.world != nil), ("state", options.state != nil),
      ("account", options.account != nil), ("website", options.website != nil),
      ("reader", options.reader != nil),
    ]
  }

  static let noTerminal =
    "standard input is not a terminal, and has no script; run this at a terminal, or give "
    + "`--rows`, `--script` or `--by-itself`"

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
      let catalogue = try options.catalogue()
      try requireFacts(catalogue.compiled(as: options.reading))
      return try await play(scripts(for: nil) ?? [], in: catalogue)
    }
    // From here on, nothing that is typed is shown.
    if staysWithinReach, !options.byItself { Console.current.terminal?.open() }
    let catalogue = try options.catalogue(reachedFrom: staysWithinReach ? name : nil)
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
  func play(
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

  /// Refuses a `--fact` that no flow has, with another value than those that there are, or without
  /// one.
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
}
