internal import FlowModel
internal import FlowRuntime

/// Runs a path on the machine by the numbers of its rows, as ``ScriptRun`` runs its script by their
/// names.
///
/// Where a script could do anything but take the rows one by one, it gives up, and the script has to
/// be run.
struct PathRun {
  /// The machine after the last row.
  private(set) var machine: Machine
  /// How the run ended.
  private(set) var end: PathEnd?
  /// Whether a row was taken although its conditions do not hold, or another timer comes first.
  private(set) var isRefused = false
  private let texts: PathTexts
  private let first: Int32
  private let home: Int32
  private var last: Int32 = 0

  /// The most rows that are taken between two rows of a path.
  private static let patience = 10_000

  /// Nil if the script has to be run.
  init?(_ labels: some Sequence<Int32>, from start: Machine, _ texts: PathTexts) {
    self.init(from: start, texts)
    for label in labels {
      guard take(label) else { return nil }
    }
    guard finish() else { return nil }
  }

  private init(from start: Machine, _ texts: PathTexts) {
    machine = start
    self.texts = texts
    home = texts.program.flowIndex(of: start)
    first = texts.follows ? 0 : texts.program.tables.firstRows[Int(home)]
  }

  /// How many of the rows can be taken, one after the other, as their conditions and timers say, so
  /// that the run then stands still or ends.
  static func count(_ labels: [Int32], from start: Machine, _ texts: PathTexts) -> Int {
    var run = PathRun(from: start, texts)
    var count = 0
    for label in labels {
      guard run.take(label), !run.isRefused else { break }
      count += 1
    }
    // After a row that nothing stops, the path ends earlier.
    for _ in 0..<8 where count > 0 {
      if PathRun(labels.prefix(count), from: start, texts) != nil { return count }
      count -= 1
    }
    return 0
  }

  /// Takes rows up to and including the one with the label.
  private mutating func take(_ label: Int32) -> Bool {
    for _ in 0..<PathRun.patience {
      guard end == nil else { return false }
      if let position = position(of: label) { return takeNamed(position) }
      // The name may be another row's as well.
      guard machine.position(ofRow: texts.name(of: label)) == nil else { return false }
      if let timer = callerTimer(of: label) { return takeNamed(timer) }
      guard goOn() else { return false }
    }
    return false
  }

  /// The timer of a calling step with this row, while the called flow waits.
  private func callerTimer(of label: Int32) -> Machine.Timer? {
    guard machine.frame >= 0, texts.hasTimer(label), machine.waits else { return nil }
    return machine.callerTimer(ofRow: texts.name(of: label))
  }

  /// Takes the row of a timer of a calling step. Gives up if another timer comes first.
  private mutating func takeNamed(_ timer: Machine.Timer) -> Bool {
    guard machine.timer == timer else { return false }
    machine.elapse(to: timer.due)
    machine.prepare(for: timer)
    do { last = try machine.take(timer.row).rawValue } catch { return false }
    return true
  }

  private mutating func takeNamed(_ position: Int) -> Bool {
    switch machine.need {
    case .end: return false
    case .passOver:
      guard pass(0) else { return false }
      return position == 0
    case .result:
      guard machine.resultRow == position else { return false }
      return pass(position)
    case .call, .event: break
    }
    var isEarly = false
    if machine.mayHaveTimer(machine.head.flags) {
      guard let found = elapse(position) else { return false }
      isEarly = found
    }
    if isEarly || !machine.allows(position) {
      isRefused = true
      let row = machine.rows[position]
      guard row.after == nil || !row.isAnywhere else { return false }
    }
    return pass(position)
  }

  /// Waits for the timer of a row, and says whether another one comes first. Nil if the script has to
  /// say so.
  private mutating func elapse(_ position: Int) -> Bool? {
    let row = machine.rows[position]
    if machine.timer(inPlaceOf: position) != nil { return true }
    guard row.after != nil else { return false }
    guard let timer = machine.timer(ofRow: position) else { return row.outcome == nil }
    guard row.outcome == nil || machine.timer == timer else { return false }
    let isEarly = machine.timer != timer
    machine.elapse(to: timer.due)
    if !isEarly { machine.prepare(for: timer) }
    return isEarly
  }

  /// What the run does before the next row of the path: it skips steps, takes rows for results and
  /// enters calls.
  private mutating func goOn() -> Bool {
    switch machine.need {
    case .end, .event: return false
    case .passOver: return pass(0)
    case .result: return machine.resultRow.map { pass($0) } ?? false
    case .call:
      guard texts.follows else { return false }
      do { try machine.enterCall() } catch { return false }
      return true
    }
  }

  private mutating func pass(_ position: Int) -> Bool {
    do {
      last =
        (machine.need == .passOver ? try machine.passOver() : try machine.take(position)).rawValue
    } catch { return false }
    if !texts.follows, !machine.hasEnded, texts.program.flowIndex(of: machine) != home {
      end = .left(row: last)
    }
    return true
  }

  /// What happens after the last row, until the run stands still.
  private mutating func finish() -> Bool {
    for _ in 0..<PathRun.patience {
      guard end == nil else { return true }
      switch machine.need {
      case .end: end = machine.end.map { .over($0) }
      case .call, .event:
        let isError = machine.step.flow.kind == .errorFlow && machine.frame >= 0
        end = .standing(block: machine.block, isError: isError)
      case .passOver, .result: guard goOn() else { return false }
      }
    }
    return false
  }

  /// The position of the row with a label at the current step.
  private func position(of label: Int32) -> Int? {
    let cells = texts.program.tables.cells
    let block = Int(machine.block)
    guard !machine.hasEnded else { return nil }
    var place = block
    while place < cells.count, cells[place].home == machine.block {
      if cells[place].number == first + label { return place - block }
      place += 1
    }
    guard texts.isAnywhere(label) else { return nil }
    return machine.rows.firstIndex { texts.label(of: $0) == label }
  }
}

/// How a path ends.
enum PathEnd: Sendable {
  /// The run is over.
  case over(End)
  /// The run stands at a step, maybe of an error flow.
  case standing(block: Int32, isError: Bool)
  /// The run has left its flow by this row of the program.
  case left(row: Int32)
  /// The words of a script's end.
  case told(String)
}

extension Program {
  /// The flow in which a machine stands.
  fileprivate func flowIndex(of machine: Machine) -> Int32 {
    tables.flowOfStep[Int(machine.head.number)]
  }
}
