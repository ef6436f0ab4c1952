internal import FlowModel
internal import FlowRuntime

/// What a page asks for: how a run starts, and what was decided since.
struct CourseRequest {
  /// A decision, with the values that it brings.
  struct Move {
    var move: Script.Move
    var values: [(name: String, text: String)] = []

    /// The move as a request names it.
    var text: String {
      switch move {
      case .row(let row): row
      case .suspend(let flow): "suspend \(flow)"
      case .wait(let time): "wait \(time)"
      }
    }
  }

  private(set) var start = RunStart()
  var moves: [Move] = []
  /// How many steps happen by themselves after the last move. Nil for all.
  private(set) var steps: Int?
  /// The step where a run stands whose rows these are, as it reports them; empty if it is over. Nil
  /// for the moves of a person.
  private(set) var stands: String?

  /// Reads lines of a word and a value: those of a start, and `only yes`, `move MOVE`, `value
  /// NAME=TEXT` of the move before, `steps 3`, `stands STEP`.
  init(_ text: String) throws(EngineError) {
    for line in EngineRun.lines(of: text) {
      let (word, value) = EngineRun.halves(line)
      switch word {
      case "only": start.only = value == "yes"
      case "steps":
        guard let count = Int(value), count >= 0 else {
          throw EngineError("`\(value)` is not a number of steps")
        }
        steps = min(count, Walk.patience)
      case "stands": stands = value
      case "move": moves.append(Move(move: try CourseRequest.move(value)))
      case "value":
        let (name, text) = EngineRun.halves(Array(value.utf8), at: UInt8(ascii: "="))
        guard !moves.isEmpty else { throw EngineError("a value needs a move before it") }
        moves[moves.count - 1].values.append((name, text))
      default:
        guard try start.read(word, value) else {
          throw EngineError("a request has no line `\(word)`")
        }
      }
    }
  }

  /// A row, `suspend FLOW`, or `wait MILLISECONDS`.
  private static func move(_ text: String) throws(EngineError) -> Script.Move {
    let (word, rest) = EngineRun.halves(Array(text.utf8))
    switch word {
    case "suspend" where !rest.isEmpty: return .suspend(rest)
    case "wait" where !rest.isEmpty: return .wait(try RunStart.time(rest))
    default: return .row(text)
    }
  }
}
