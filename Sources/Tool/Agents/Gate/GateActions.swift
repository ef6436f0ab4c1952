internal import ChildProcesses
internal import FlowModel
internal import FlowRuntime
internal import JSON
internal import LoopbackHTTP

// The handlers of a gate: each action that the gate's file binds is performed by a command, a tool
// of another server, or a program that runs already.
extension Gate {
  /// How long an action may take.
  private static let patience = Duration.seconds(60)

  /// The handlers.
  ///
  /// - Parameter consent: whether a person, or a row that the file leaves to the agent, has decided
  ///   last. Without it no action is performed that changes the world.
  func handlers(_ run: String, consent: Bool) -> Handlers {
    var handlers = Handlers()
    for (action, handler) in file.handlers {
      let steps = catalogue.flows.flatMap(\.steps).filter { $0.action == action }
      guard let first = steps.first else { continue }
      let outcomes = steps.dropFirst().reduce(Gate.outcomes(of: first, file)) {
        $0.intersection(Gate.outcomes(of: $1, file))
      }
      let values = Set(steps.flatMap(\.values))
      let vault = file.vault
      handlers.bind(action, outcomes: outcomes.sorted(), values: values.sorted()) { context in
        guard consent || !handler.changes else { throw Unasked() }
        let request = Gate.request(action, context, vault, run)
        return try await Gate.perform(handler, request, outcomes)
      }
    }
    return handlers
  }

  /// No person was asked before an action that changes the world.
  struct Unasked: Error, CustomStringConvertible {
    var description: String { "it changes the world, and no person has decided it" }
  }

  /// Why an action has no answer. What was printed is not in it, since that may be anything.
  struct Unanswered: Error, CustomStringConvertible {
    let description: String
  }

  private static func outcomes(of step: Step, _ file: GateFile) -> Set<String> {
    Set(
      step.rows(file.reading).filter { $0.kind != .error }.compactMap(\.expectedOutcome))
  }

  /// What performs an action is told. A secret is named by the reference of the vault, with which
  /// the performer finds it.
  private static func request(
    _ action: String, _ context: borrowing HandlerContext, _ vault: [String: String], _ run: String
  ) -> ActionRequest {
    let step = context.step
    var request = ActionRequest(action: action, step: step.qualified, run: run)
    for (parameter, name) in step.arguments {
      if let reference = vault[name] ?? vault[parameter] {
        request.secrets.append((parameter, .string(reference)))
      } else if let value = context.input(name) {
        request.inputs.append((parameter, .string(value)))
      }
    }
    return request
  }

  /// Has an action performed. The first line of the answer is the outcome, or `error NAME`; each
  /// further one `NAME=VALUE` is a value that the step may show.
  private static func perform(
    _ handler: GateFile.Handler, _ request: ActionRequest, _ outcomes: Set<String>
  ) async throws -> Answer {
    let lines: [String]
    switch handler.kind {
    case .command(let words): lines = try await run(words, request)
    case .host(let host, let path): lines = try await ask(host, path, request)
    case .server(let words, let tool):
      lines = try await ServerCall(words, tool, request).answer(within: patience)
    }
    let outcome = lines.first ?? ""
    if outcome.hasPrefix("error ") { throw ActionFailure(String(outcome.dropFirst(6))) }
    guard outcomes.contains(outcome) else {
      throw Unanswered(description: "its handler answered something that the step has no row for")
    }
    var values: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let sign = line.firstIndex(of: "=") else { continue }
      values[String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    return Answer(outcome, values: values)
  }

  /// A program that gets the request as a line of standard input.
  private static func run(_ words: [String], _ request: ActionRequest) async throws -> [String] {
    let child = ChildProcess(
      words[0], Array(words.dropFirst()), input: request.line, deadline: patience)
    let result: ChildProcess.Result
    do throws(ChildProcess.Failure) { result = try await child.run() } catch {
      throw Unanswered(
        description: error == .notFound
          ? "there is no program `\(words[0])`" : "its command did not answer")
    }
    guard result.status == .exited(0) else {
      throw Unanswered(description: "its command ended with an error")
    }
    return ActionRequest.lines(result.output)
  }

  /// A program on this machine that runs already: the request is the body of a POST.
  private static func ask(
    _ host: HTTPClient.Host, _ path: String, _ request: ActionRequest
  ) async throws -> [String] {
    let (seconds, _) = patience.components
    let client = HTTPClient(patience: seconds * 1_000)
    let response: HTTPResponse
    do throws(HTTPFailure) {
      response = try await client.send(
        HTTPRequest(
          "POST", path, headers: ["content-type": "application/json"], body: request.line),
        to: host)
    } catch { throw Unanswered(description: "its host did not answer: \(error)") }
    guard response.status == 200 else {
      throw Unanswered(description: "its host answered with status \(response.status)")
    }
    return ActionRequest.lines(response.body)
  }
}

/// What the performer of an action is told.
struct ActionRequest: Sendable {
  let action: String
  let step: String
  let run: String
  var inputs: [(String, JSONValue)] = []
  /// The references of the vault, by the names of parameters.
  var secrets: [(String, JSONValue)] = []

  /// One line of JSON.
  var line: [UInt8] {
    let request = JSONValue.object(members: [
      ("action", .string(action)), ("step", .string(step)), ("run", .string(run)),
      ("inputs", .object(members: inputs)), ("secrets", .object(members: secrets)),
    ])
    return Array((request.text + "\n").utf8)
  }

  /// The lines of an answer.
  static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}
