internal import FlowModel
internal import FlowRuntime

/// A run for a host that is not written in Swift. The host performs the actions, keeps the clock
/// and asks the user; the engine says what may be done and does it. It knows no inputs, so no
/// secrets.
public struct EngineRun: Sendable {
  var walk: Walk
  var machine: Machine { walk.machine }

  init(_ walk: Walk) {
    self.walk = walk
  }

  /// Starts a run.
  ///
  /// - Parameter request: lines of a word and a value: `flow UC2.3`, and where wanted `as meant`,
  ///   `from 1.3` (a step), `clock 1000` (milliseconds), and a line `fact NAME VALUE` per fact.
  public init(_ request: String, in catalogue: inout EngineCatalogue) throws(EngineError) {
    var start = RunStart()
    for line in EngineRun.lines(of: request) {
      let (word, value) = EngineRun.halves(line)
      guard try start.read(word, value) else {
        throw EngineError("a request has no line `\(word)`")
      }
    }
    walk = try start.walk(in: &catalogue)
  }

  static func lines(of text: String) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in text.utf8 {
      if byte == 0x0A { lines.append([]) } else { lines[lines.count - 1].append(byte) }
    }
    return lines.filter { !$0.isEmpty }
  }

  /// The text before the first space or other mark, and the text after it.
  static func halves(_ bytes: [UInt8], at mark: UInt8 = 0x20) -> (name: String, value: String) {
    let end = bytes.firstIndex(of: mark) ?? bytes.count
    return (
      String(decoding: bytes[..<end], as: UTF8.self),
      String(decoding: bytes[min(end + 1, bytes.count)...], as: UTF8.self)
    )
  }

  static func reading(_ name: String) throws(EngineError) -> Reading {
    guard let reading = Reading.allCases.first(where: { $0.rawValue == name }) else {
      throw EngineError("`\(name)` is not a reading; write `written` or `meant`")
    }
    return reading
  }

  // MARK: Rows

  /// Takes a row of the current step, given by its id, and stops at its target.
  public mutating func take(_ name: String) throws(EngineError) {
    let position = try position(of: name)
    do throws(WalkError) { try walk.take(position) } catch { throw EngineError(error.description) }
  }

  /// The position of a row that can be taken, by its id.
  func position(of name: String) throws(EngineError) -> Int {
    guard let position = machine.position(ofRow: name) else {
      let rows = machine.rows.map { "`\($0.reference)`" }.joined(separator: ", ")
      throw EngineError(
        machine.end == nil
          ? "step `\(machine.step.qualified)` has no row `\(name)`; it has \(rows)"
          : "the run has ended")
    }
    if let refusal = machine.refusal(of: position) {
      throw EngineError("`\(machine.rows[position].qualified)` cannot be taken: \(refusal)")
    }
    return position
  }

  /// Takes the row for the answer of the step's action.
  public mutating func answer(_ outcome: String) throws(EngineError) {
    let step = machine.step
    guard machine.need == .event, step.action != nil else {
      throw EngineError("no action is asked at `\(step.qualified)`")
    }
    guard let position = machine.row(answering: outcome) else {
      throw EngineError("`\(step.qualified)` has no row for `\(outcome)` now")
    }
    try perform(Walk.Deed(.take(position)))
  }

  /// Goes on as far as neither a person nor an action nor a timer has to decide: into calls, out of
  /// them, and over steps that are skipped or that have one row and nothing to decide.
  ///
  /// - Parameter most: how many of these steps to take at most. Nil for all.
  public mutating func settle(_ most: Int? = nil) throws(EngineError) {
    do throws(WalkError) { try walk.settle(.waits, most: most) } catch {
      throw EngineError(error.description)
    }
  }

  /// Whether there is nothing to settle.
  public var isSettled: Bool {
    do throws(WalkError) { return try walk.next(.waits) == nil } catch { return false }
  }

  /// Lets time pass until `time`, in milliseconds of the run's clock.
  ///
  /// - Parameter isFiring: takes the rows of the timers that run out meanwhile, and settles after
  ///   each. Otherwise only the clock moves.
  public mutating func elapse(to time: Int64, isFiring: Bool) throws(EngineError) {
    do throws(WalkError) { try walk.elapse(to: time, isFiring: isFiring) } catch {
      throw EngineError(error.description)
    }
  }

  /// Puts the run into the background and starts another flow on top of it. Its row `resume` leads
  /// back.
  public mutating func suspend(into flow: String) throws(EngineError) {
    do throws(WalkError) { try walk.suspend(into: flow) } catch {
      throw EngineError(error.description)
    }
  }

  /// Takes a row by its position, without JSON.
  ///
  /// - Returns: the number of the row in the program; -1 if it cannot be taken.
  public mutating func step(_ position: Int) -> Int32 {
    guard machine.need == .event, machine.allows(position) else { return -1 }
    do throws(MachineError) { return try walk.pass(position).rawValue } catch { return -1 }
  }

  mutating func perform(_ deed: Walk.Deed) throws(EngineError) {
    do throws(WalkError) { try walk.perform(deed) } catch { throw EngineError(error.description) }
  }

  /// The taken rows, one JSON object each, like the lines of `flowrun FLOW --trace json`.
  ///
  /// - Parameter first: how many of them to leave out.
  public func trace(from first: Int) -> String { EngineRun.trace(of: walk, from: first) }

  static func trace(of walk: Walk, from first: Int = 0) -> String {
    let entries = walk.recorder.entries(walk.machine.program, from: first)
    return "[\(entries.map { $0.json }.joined(separator: ","))]"
  }
}
