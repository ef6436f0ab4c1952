internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
internal import Markup
internal import WalletSimulator

/// Runs by script.
extension Run {
  /// Runs scripts one after the other. Several have their names above their traces, as in recorded
  /// ones.
  func play(_ scripts: [Script], in catalogue: Catalogue) async throws {
    var status: Int32 = 0
    if scripts.count > 1, options.trace == .xes {
      throw Refusal(
        "a log in XES has one run here, and there are \(scripts.count) scripts",
        help: "name the flow of one script, or take `--trace otlp`, which has a run a line")
    }
    for (place, script) in scripts.enumerated() {
      if scripts.count > 1, options.trace?.isForPrograms != true {
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
  func scripts(for flow: Flow?) throws -> [Script]? {
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
    tell(
      outcome.entries, outcome.ending, at: outcome.entries.last?.at ?? 0, outcome.openTrace,
      outcome.standing)
    guard let failure = outcome.failure else { return 0 }
    Console.current.show([failure], in: SourceFile.excerpts(from: [script.path]))
    return 1
  }

  /// Whether the trace is a full one.
  private var isFull: Bool { options.trace?.isFull ?? false }

  private func tell(
    _ entries: [TraceEntry], _ ending: String, at time: Int64, _ open: OpenTrace,
    _ standing: TraceState?
  ) {
    options.trace?.print(entries, after: nil, names: options.names)
    (options.trace ?? .text).print(
      end: ending, at: time, open, standing, entries)
  }

  /// Runs one script and prints its trace. Returns the exit status: 0, or 1 for another end.
  func play(_ script: Script, in catalogue: Catalogue) throws -> Int32 {
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
      run.entries, run.ending, at: run.machine.clock, run.openTrace,
      isFull ? TraceState(run.machine) : nil)
    try refuseMissing(run.machine.end)
    guard let expected = script.end, expected != run.ending else { return 0 }
    // The other scripts are still run.
    let refusal = Refusal(
      "`\(script.name)` ended with `\(run.ending)`, not with `\(expected)`", status: 1)
    Console.current.show(refusal)
    return refusal.status
  }
}
