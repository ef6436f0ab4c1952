internal import FlowModel
internal import FlowRuntime

/// Runs a path as a walk by the numbers of its rows, as ``ScriptRun`` runs its script by their
/// names.
///
/// Where a script could do anything but take the rows one by one, it gives up, and the script has
/// to be run.
struct PathRun {
  /// How the run ended.
  private(set) var end: PathEnd?
  /// Whether a row was taken although its conditions do not hold, or another timer comes first.
  private(set) var isRefused = false
  private var walk: Walk
  private let texts: PathTexts
  private let first: Int32

  /// The machine after the last row.
  var machine: Machine { walk.machine }

  /// Nil if the script has to be run.
  init?(_ labels: some Sequence<Int32>, from start: Machine, _ texts: PathTexts) {
    self.init(from: start, texts)
    for label in labels {
      guard take(label) else { return nil }
    }
    guard finish() else { return nil }
  }

  private init(from start: Machine, _ texts: PathTexts) {
    walk = Walk(start, only: !texts.follows)
    self.texts = texts
    first = texts.follows ? 0 : texts.program.tables.firstRows[Int(start.flowIndex)]
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
    for _ in 0..<Walk.patience {
      guard !walk.isOver else { return false }
      if let position = position(of: label) { return take(at: position) }
      // The name may be another row's as well.
      guard walk.machine.position(ofRow: texts.name(of: label)) == nil else { return false }
      if let timer = callerTimer(of: label) {
        return (try? walk.perform(walk.deed(for: timer))) != nil
      }
      guard let deed = try? walk.next(.calls), (try? walk.perform(deed)) != nil else {
        return false
      }
    }
    return false
  }

  /// The timer of a calling step with this row, while the called flow waits.
  private func callerTimer(of label: Int32) -> Machine.Timer? {
    guard walk.machine.frame >= 0, texts.hasTimer(label), walk.machine.waits else { return nil }
    return walk.machine.callerTimer(ofRow: texts.name(of: label))
  }

  /// Takes a row of the current step that the path names.
  private mutating func take(at position: Int) -> Bool {
    if walk.machine.need == .passOver {
      return (try? walk.perform(.skip)) != nil && position == 0
    }
    guard let deed = try? walk.deed(for: position, anyway: true) else { return false }
    if deed.isRefused {
      isRefused = true
      let row = walk.machine.rows[position]
      guard row.after == nil || !row.isAnywhere else { return false }
    }
    return (try? walk.perform(deed)) != nil
  }

  /// What happens after the last row, until the run stands still.
  private mutating func finish() -> Bool {
    guard (try? walk.settle(.results)) != nil else { return false }
    let machine = walk.machine
    if walk.exit >= 0 {
      end = .left(row: walk.exit)
    } else if let over = machine.end {
      end = .over(over)
    } else {
      let isError = machine.step.flow.kind == .errorFlow && machine.frame >= 0
      end = .standing(block: machine.block, isError: isError)
    }
    return true
  }

  /// The position of the row with a label at the current step.
  private func position(of label: Int32) -> Int? {
    let cells = texts.program.tables.cells
    let home = walk.machine.block
    let block = Int(home)
    var place = block
    while place < cells.count, cells[place].home == home {
      if cells[place].number == first + label { return place - block }
      place += 1
    }
    guard texts.isAnywhere(label) else { return nil }
    return walk.machine.rows.firstIndex { texts.label(of: $0) == label }
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
