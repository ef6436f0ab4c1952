internal import FlowModel
internal import FlowRuntime

/// The clocks that timers of a step read: when the step, its section and its flow were entered. For
/// timers that begin again when a run is resumed there are three more.
struct TimerClocks: Hashable {
  /// The numbers of the clocks in a ``Zone``; 0 for one that begins now, and -1 for one that is not
  /// needed.
  var numbers: SIMD8<Int16>
  /// The longest timer of the section and of the flow that has run out.
  var sectionDone: Int64 = 0
  var flowDone: Int64 = 0

  /// Clocks that nothing needs.
  static let none = TimerClocks(numbers: SIMD8(repeating: -1))
  /// A flow is entered now.
  static let entered = TimerClocks(numbers: SIMD8(repeating: 0))

  static func place(_ scope: Row.Scope, restarts: Bool) -> Int {
    (restarts ? 3 : 0) + Int(scope.rawValue)
  }

  mutating func enterStep() { begin(.step) }

  mutating func enterSection() {
    begin(.step)
    begin(.section)
    sectionDone = 0
  }

  /// A row was taken with this operation.
  mutating func enter(by operation: Operation) {
    switch operation.traits.begins {
    case .step: enterStep()
    case .section: enterSection()
    case .flow: self = .entered
    }
  }

  mutating func restart() {
    for place in 3..<6 where numbers[place] >= 0 { numbers[place] = 0 }
  }

  /// Whether a timer of this scope has not run out yet.
  func runs(_ timer: StepTimer) -> Bool {
    switch timer.scope {
    case .step: true
    case .section: timer.after > sectionDone
    case .flow: timer.after > flowDone
    }
  }

  mutating func note(_ timer: StepTimer) {
    switch timer.scope {
    case .step: break
    case .section: sectionDone = timer.after
    case .flow: flowDone = timer.after
    }
  }

  private mutating func begin(_ scope: Row.Scope) {
    numbers[TimerClocks.place(scope, restarts: false)] = 0
    numbers[TimerClocks.place(scope, restarts: true)] = 0
  }
}

/// Which clocks the steps of a program need.
struct NeededClocks {
  private var steps: [Int32: UInt8] = [:]
  private var sections: [Int: UInt8] = [:]
  private var flows: [Int: UInt8] = [:]
  private let program: Program
  /// More than any difference of times that decides anything.
  private(set) var limit: Int64 = 1

  init(_ model: RunModel) {
    program = model.program
    for (block, timers) in model.timers {
      for timer in timers {
        let bit = UInt8(1) << UInt8(TimerClocks.place(timer.scope, restarts: timer.restarts))
        switch timer.scope {
        case .step: steps[block, default: 0] |= bit
        case .section: sections[section(of: block), default: 0] |= bit
        case .flow: flows[flow(of: block), default: 0] |= bit
        }
        limit = max(limit, 2 * timer.after + 1)
      }
    }
  }

  /// The clocks of a step, a bit for each.
  func clocks(of block: Int32) -> UInt8 {
    (steps[block] ?? 0) | (sections[section(of: block)] ?? 0) | (flows[flow(of: block)] ?? 0)
  }

  /// Goes back to a screen. A flow or a section that was left for good begins again.
  func goBack(from block: Int32, to screen: Int32, _ clocks: inout TimerClocks) {
    clocks.enterStep()
    if flow(of: block) != flow(of: screen) {
      clocks = .entered
    } else if section(of: block) != section(of: screen) {
      clocks.enterSection()
    }
  }

  func flow(of block: Int32) -> Int {
    Int(program.tables.flowOfStep[Int(program.head(of: block).number)])
  }

  /// A number that no other section has.
  func section(of block: Int32) -> Int {
    flow(of: block) << 32 | Int(program.step(at: block).record.section)
  }
}

extension Top.Kind {
  /// The clocks of the step, the section and the flow of an entry that go on until it is removed, a
  /// bit for each.
  var clocksThatGoOn: UInt8 {
    switch self {
    case .call, .suspension: 0b111111
    // A step that has failed begins again.
    case .failure: 0b110110
    case .departure, .screen, .bottom: 0
    }
  }
}
