internal import FlowModel
internal import FlowRuntime

/// How a run starts, as the lines of a request say it.
struct RunStart {
  private var flow = ""
  private var from: String?
  private var reading = Reading.written
  private var clock: Int64 = 0
  private var facts: [(name: String, value: String)] = []
  /// Whether the run ends when it leaves its flow.
  var only = false

  /// Reads a line of a word and a value. Returns false if it is of something else.
  mutating func read(_ word: String, _ value: String) throws(EngineError) -> Bool {
    switch word {
    case "flow": flow = value
    case "from": from = value
    case "as": reading = try EngineRun.reading(value)
    case "fact": facts.append(EngineRun.halves(Array(value.utf8)))
    case "clock": clock = try RunStart.time(value)
    default: return false
    }
    return true
  }

  static func time(_ text: String) throws(EngineError) -> Int64 {
    guard let time = Int64(text), time >= 0 else { throw EngineError("`\(text)` is not a time") }
    return time
  }

  /// The run at its start.
  func walk(in catalogue: inout EngineCatalogue) throws(EngineError) -> Walk {
    let program = catalogue.program(as: reading)
    do throws(WalkError) {
      return try Walk(flow, from: from, facts: facts, clock: clock, only: only, on: program)
    } catch {
      throw EngineError(error.description)
    }
  }
}
