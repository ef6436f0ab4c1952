internal import FlowModel
internal import FlowRuntime
internal import JSON

/// What a server needs beside what a page needs: a run as text, and why a choice is refused.
extension EngineRun {
  /// The run as a snapshot: one line of JSON, as ``Snapshot/json`` writes it. The host keeps the
  /// inputs, so there are none in it.
  public var snapshot: String {
    get throws(EngineError) {
      guard let snapshot = Snapshot(machine) else { throw EngineError("the run has ended") }
      return snapshot.json
    }
  }

  /// A run that continues from a snapshot, also on newer flows. A step that was renumbered is found
  /// again; if the step or a calling step has changed, the run is refused with what has changed.
  /// The trace begins anew.
  public init(
    restoring text: String, in catalogue: inout EngineCatalogue
  ) throws(EngineError) {
    do throws(SnapshotError) {
      let snapshot = try Snapshot(json: text)
      walk = Walk(try snapshot.machine(on: catalogue.program(as: snapshot.reading)))
    } catch {
      throw EngineError(error.description)
    }
  }

  /// Takes the row of the timer that runs out first, at `time`, or when it is due if that is later.
  public mutating func expire(at time: Int64) throws(EngineError) {
    guard let timer = machine.timer else {
      throw EngineError("no timer runs at `\(machine.step.qualified)`")
    }
    walk.machine.elapse(to: time)
    try perform(Walk.Deed(.take(timer.row), waitingFor: timer))
  }

  /// Checks that a person may take a row now.
  ///
  /// - Parameter request: lines of a word and a value: `row 1.3a`, `working` while the step's
  ///   action runs, `entered INPUT` for what the user has entered now, `kept INPUT` for what was
  ///   entered before. INPUT is a name, its number of bytes, `digits` if all of them are digits,
  ///   and `secret` if it was entered as a secret. Of a secret that is `sealed`, the host knows no
  ///   more than that.
  /// - Returns: the row with its flow.
  public func choice(_ request: String) throws(EngineError) -> String {
    var name = ""
    var isWorking = false
    var entered: [String: [String]] = [:]
    var news: [String] = []
    for line in EngineRun.lines(of: request) {
      let (word, value) = EngineRun.halves(line)
      switch word {
      case "row": name = value
      case "working": isWorking = true
      case "entered", "kept":
        let words = value.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        guard let input = words.first else { throw EngineError("an input has no name") }
        entered[input] = words
        if word == "entered" { news.append(input) }
      default: throw EngineError("a request has no line `\(word)`")
      }
    }
    let row = machine.rows[try position(of: name)]
    func refused(_ reason: String) -> EngineError {
      EngineError("`\(row.qualified)` cannot be taken: \(reason)")
    }
    if isWorking, row.kind != .user || row.outcome != nil {
      throw refused(Refusal.working.description)
    }
    let inputs = machine.step.inputs
    let parameters = machine.step.flow.parameters
    for name in news where !inputs.contains(where: { $0.name == name }) {
      guard parameters.contains(name) else {
        throw refused(Refusal.unknown(name, has: inputs.map { $0.name }).description)
      }
    }
    for input in inputs where row.enters.contains(input.name) {
      let words = entered[input.name]
      if let refusal = input.refusal(of: words.map { EngineRun.entered($0, as: input) }) {
        throw refused(refusal.description)
      }
    }
    return row.qualified
  }

  private static func entered(_ words: [String], as input: Input) -> EnteredInput {
    // Whoever opens it checks the rest.
    if words.contains("sealed") { return EnteredInput(input) }
    return EnteredInput(
      count: words.count > 1 ? Int(words[1]) ?? 0 : 0, isDigits: words.contains("digits"),
      isSecret: words.contains("secret"))
  }
}

extension EngineCatalogue {
  /// The steps with an action that exist in a reading, each with the outcomes that have a row.
  public func actions(_ reading: String) throws(EngineError) -> String {
    let reading = try EngineRun.reading(reading)
    var steps: [JSONValue] = []
    for flow in catalogue.flows {
      for step in flow.steps {
        guard let action = step.action else { continue }
        let rows = step.rows(reading)
        guard !rows.isEmpty else { continue }
        var outcomes: [String] = []
        for row in rows {
          guard let outcome = row.expectedOutcome, !outcomes.contains(outcome) else { continue }
          outcomes.append(outcome)
        }
        steps.append(
          .object([
            "step": .string(step.qualified), "action": .string(action),
            "outcomes": .strings(outcomes), "values": .strings(Array(step.values)),
          ]))
      }
    }
    return JSONValue.array(steps).text
  }
}
