internal import ChildProcesses
internal import FlowModel
internal import FlowRuntime
internal import JSON

// The handlers of a gate: each action that the gate's file binds is performed by its command.
extension Gate {
  /// How long a command may take.
  private static let patience = Duration.seconds(60)

  /// The handlers.
  ///
  /// - Parameter consent: whether a person, or a row that the file leaves to the agent, has decided
  ///   last. Without it no action is performed that changes the world.
  func handlers(_ run: String, consent: Bool) -> Handlers {
    var handlers = Handlers()
    for (action, command) in file.commands {
      let steps = catalogue.flows.flatMap(\.steps).filter { $0.action == action }
      guard let first = steps.first else { continue }
      let outcomes = steps.dropFirst().reduce(Gate.outcomes(of: first, file)) {
        $0.intersection(Gate.outcomes(of: $1, file))
      }
      let values = Set(steps.flatMap(\.values))
      let vault = file.vault
      handlers.bind(action, outcomes: outcomes.sorted(), values: values.sorted()) { context in
        guard consent || !command.changes else { throw Unasked() }
        let request = Gate.request(action, context, vault, run)
        return try await Gate.perform(command, request, outcomes)
      }
    }
    return handlers
  }

  /// No person was asked before an action that changes the world.
  struct Unasked: Error, CustomStringConvertible {
    var description: String { "it changes the world, and no person has decided it" }
  }

  /// Why a command has no answer. What it has printed is not in it, since that may be anything.
  struct Unanswered: Error, CustomStringConvertible {
    let description: String
  }

  private static func outcomes(of step: Step, _ file: GateFile) -> Set<String> {
    Set(
      step.rows(file.reading).filter { $0.kind != .error }.compactMap(\.expectedOutcome))
  }

  /// What a command is told: one line of JSON. A secret is named by the reference of the vault,
  /// with which the command finds it.
  private static func request(
    _ action: String, _ context: borrowing HandlerContext, _ vault: [String: String], _ run: String
  ) -> [UInt8] {
    let step = context.step
    var inputs: [(String, JSONValue)] = []
    var secrets: [(String, JSONValue)] = []
    for (parameter, name) in step.arguments {
      if let reference = vault[name] ?? vault[parameter] {
        secrets.append((parameter, .string(reference)))
      } else if let value = context.input(name) {
        inputs.append((parameter, .string(value)))
      }
    }
    let request = JSONValue.object(members: [
      ("action", .string(action)), ("step", .string(step.qualified)), ("run", .string(run)),
      ("inputs", .object(members: inputs)), ("secrets", .object(members: secrets)),
    ])
    return Array((request.text + "\n").utf8)
  }

  /// Runs a command. Its first line is the outcome, or `error NAME`; each further one `NAME=VALUE`
  /// is a value that the step may show.
  private static func perform(
    _ command: GateFile.Command, _ request: [UInt8], _ outcomes: Set<String>
  ) async throws -> Answer {
    let child = ChildProcess(
      command.words[0], Array(command.words.dropFirst()), input: request, deadline: patience)
    let result: ChildProcess.Result
    do throws(ChildProcess.Failure) { result = try await child.run() } catch {
      throw Unanswered(
        description: error == .notFound
          ? "there is no program `\(command.words[0])`" : "its command did not answer")
    }
    guard result.status == .exited(0) else {
      throw Unanswered(description: "its command ended with an error")
    }
    let lines = String(decoding: result.output, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let outcome = lines.first.map(String.init) ?? ""
    if outcome.hasPrefix("error ") { throw ActionFailure(String(outcome.dropFirst(6))) }
    guard outcomes.contains(outcome) else {
      throw Unanswered(description: "its command answered something that the step has no row for")
    }
    var values: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let sign = line.firstIndex(of: "=") else { continue }
      values[String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    return Answer(outcome, values: values)
  }
}
