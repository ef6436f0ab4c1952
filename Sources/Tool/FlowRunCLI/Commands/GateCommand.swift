internal import Agents
internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowFolder
internal import FlowModel
internal import FlowReports
internal import Markup

struct GateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Shows what assistants may do and have done, and answers their questions.",
    discussion: """
      A file `gate.yaml` beside the folder of flows says which flows an assistant may start, \
      what performs the actions, and who may take which rows; docs/agents.md describes it. \
      `flowrun mcp` has the tools.
      """,
    subcommands: [GateCheckCommand.self, GateConfirmCommand.self, GateLogCommand.self])
}

/// The gate of the folder of flows.
struct GateOption: ParsableArguments {
  @OptionGroup var flows: FlowsOption

  func opened() throws -> Gate {
    let folder = try flows.located()
    do throws(Gate.Problem) {
      return try Gate.open(Gate.path(beside: folder), flows: folder)
    } catch {
      switch error {
      case .refused(let refusal):
        throw Refusal(refusal.reason + (refusal.next.map { "; \($0)" } ?? ""))
      case .diagnostics(let diagnostics, let file): throw Refusal(diagnostics, in: [file])
      }
    }
  }
}

struct GateCheckCommand: ParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Proves that nothing changes the world unless a person has decided it.",
    discussion: """
      Lists the rows that only a person may take, and why, and decides for all runs whether an \
      action that changes the world can come after another row. Exit status: 0 none can, 1 one \
      can, 2 the file has mistakes.
      """)

  var deed: String? { "proving" }

  @OptionGroup var gate: GateOption

  func run() throws {
    let gate = try gate.opened()
    let console = Console.current
    for (row, taker) in gate.rows.all where taker == .person {
      console.out(
        TerminalText.line("person: \(row.qualified)  \(row.text): \(gate.rows.reason(row))") + "\n")
    }
    for (row, _) in gate.rows.all where gate.rows.isLeft(row) {
      console.out("agent: \(row.qualified): \(gate.rows.reason(row))\n")
    }
    let proofs = gate.proofs
    console.out(proofs.text)
    if proofs.fails { throw ExitCode(1) }
  }
}

struct GateConfirmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: "Asks you, row by row, what assistants want to do.",
    discussion: "It needs a terminal, so that a program cannot answer for you.")

  @OptionGroup var gate: GateOption

  func run() async throws {
    let questions = GateQuestions(try gate.opened().store)
    let console = Console.current
    let open = questions.open
    if open.isEmpty { return console.out("no assistant waits for a person\n") }
    guard let terminal = console.terminal else {
      throw Refusal("`gate confirm` asks at a terminal, and there is none")
    }
    terminal.open()
    for question in open {
      console.out("an assistant wants to take \(TerminalText.line(question.words))\n")
      guard let agrees = terminal.agrees(to: "may it?") else { break }
      do throws(AgentRefusal) {
        try questions.decide(question.id, agrees ? .granted : .refused)
      } catch { console.show(Refusal(error.reason)) }
    }
  }
}

struct GateLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Shows what assistants have done, and whether it was changed.",
    discussion: """
      Each line of a log has a code that depends on all lines before it. Exit status: 0 as it was \
      written, 1 a line was changed, added or removed before the end.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, trace, lines
  }

  @Argument(help: "The number of a run, or a file of --format lines; without one, lists all.")
  var number: String?
  @Option(
    help: """
      text; trace: the rows as JSON, as `--trace json` prints them; lines: the log with its codes, \
      to be kept elsewhere, which `flowrun conform` reads.
      """)
  var format = Format.text
  @OptionGroup var gate: GateOption

  func run() throws {
    let store = try gate.opened().store
    let console = Console.current
    var broken: String?
    for run in number.map({ [$0] }) ?? store.runs {
      let log: GateLog
      do throws(AgentRefusal) { log = try GateLogCommand.log(run, in: store) } catch {
        throw Refusal(error.reason)
      }
      switch format {
      case .trace: console.out(log.trace)
      case .lines: console.out(log.texts.map { $0 + "\n" }.joined())
      case .text:
        if number == nil { console.out("\(run)  \(log.summary)\n") } else { console.out(log.text) }
      }
      if let line = log.broken {
        broken = broken ?? "line \(line) of the log of \(run) is not as it was written"
      }
    }
    if let broken { throw Refusal(broken, status: 1) }
  }

  /// The log of a run, or of a file.
  private static func log(_ name: String, in store: GateStore) throws(AgentRefusal) -> GateLog {
    guard name.hasSuffix(".jsonl"), let bytes = try? FileSystem.read(name) else {
      return try store.log(of: name)
    }
    return store.log(kept: bytes)
  }
}
