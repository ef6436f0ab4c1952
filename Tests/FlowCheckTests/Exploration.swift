import FlowModel
import FlowRuntime

/// Everything that runs of a program can come to, whether or not conditions matter, taken on the
/// machine row by row, with its whole stack. A calling step may also take any of its rows at once.
///
/// It knows nothing of the check. Runs with more than `depth` entries on the stack are not
/// followed.
struct Exploration {
  /// How a run goes on from one machine to another.
  struct Move {
    let from: Int
    let to: Int
    /// The position of the row that is taken. Nil if the run enters the flow that the step calls.
    let position: Int?
  }

  /// A step with the rows that it has in the reading.
  struct Place {
    let step: Step
    let rows: [Row]
    let targets: [Target.Kind?]
    /// The results and outcomes for which the rows are taken, as numbers of the program.
    let outcomes: [Int32]
    let isCall: Bool
    let mayBeSkipped: Bool
  }

  private static let depth = 8
  private let program: Program
  /// The flow in which runs stay: one that leaves it for good is at its end.
  private let home: Flow?
  private let mayTake: (Machine, Place, _ isSkip: Bool) -> Bool
  /// Whether conditions matter, so that machines with other facts are others.
  private let heedsFacts: Bool
  private(set) var machines: [Machine] = []
  private(set) var moves: [Move] = []
  /// Whether the run has left its flow for good there.
  private(set) var hasLeft: [Bool] = []
  /// Whether the run was not followed from there.
  private(set) var isCut: [Bool] = []
  /// Whether all runs were followed, up to the depth.
  private(set) var isComplete = true
  /// The places of steps, by their blocks.
  private var places: [Place?]
  /// The numbers of the machines by their hashes, in a table with open addressing: dictionaries
  /// take most of the time in a build for tests.
  private var slots: [Int32]
  private var hashes: [UInt64] = []

  init(_ program: Program, from starts: [Step], home: Flow? = nil, most: Int) {
    self.init(program, from: starts.compactMap { program.start(at: $0) }, home: home, most: most)
  }

  /// - Parameter mayTake: whether a run may go on from a machine by a row, or by skipping the step.
  init(
    _ program: Program, from starts: [Machine], home: Flow? = nil, most: Int,
    heedsFacts: Bool = false,
    mayTake: @escaping (Machine, Place, _ isSkip: Bool) -> Bool = { _, _, _ in true }
  ) {
    self.program = program
    self.home = home
    self.mayTake = mayTake
    self.heedsFacts = heedsFacts
    places = Array(repeating: nil, count: program.tables.cells.count + 1)
    var size = 64
    while size < most * 4 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for machine in starts {
      let isOut = home.map { machine.step.flow != $0 && machine.callers.isEmpty } ?? false
      _ = number(of: machine, hasLeft: isOut)
    }
    var next = 0
    while next < machines.count {
      guard machines.count < most else {
        isComplete = false
        for number in next..<machines.count where !self.hasLeft[number] { isCut[number] = true }
        return
      }
      expand(next)
      next += 1
    }
  }

  /// The steps at which runs are.
  var steps: Set<Step> { Set(standing.map { place(of: $0).step }) }

  /// For each step at which runs are, one machine there.
  private var standing: [Int] {
    var isSeen = Array(repeating: false, count: places.count)
    return machines.indices.filter { number in
      let block = Int(machines[number].block)
      guard !machines[number].hasEnded, !isSeen[block] else { return false }
      isSeen[block] = true
      return true
    }
  }

  /// The place where a machine is.
  func place(of number: Int) -> Place {
    places[Int(machines[number].block)] ?? Exploration.place(of: machines[number], in: program)
  }

  /// The row of a move. Nil if the run enters the flow that the step calls.
  func row(of move: Move) -> Row? { move.position.map { place(of: move.from).rows[$0] } }

  /// The kind of the row's target.
  func target(of move: Move) -> Target.Kind? {
    move.position.flatMap { place(of: move.from).targets[$0] }
  }

  /// The machines from which one can be reached that satisfies a condition.
  func leading(to isGoal: (Int) -> Bool) -> [Bool] {
    var before: [[Int]] = Array(repeating: [], count: machines.count)
    for move in moves { before[move.to].append(move.from) }
    var leads = machines.indices.map(isGoal)
    var waiting = machines.indices.filter { leads[$0] }
    while let machine = waiting.popLast() {
      for from in before[machine] where !leads[from] {
        leads[from] = true
        waiting.append(from)
      }
    }
    return leads
  }

  private static func place(of machine: Machine, in program: Program) -> Place {
    let step = machine.step
    let rows = step.rows(program.reading)
    return Place(
      step: step, rows: rows, targets: rows.map { $0.targetKind(program.reading) },
      outcomes: rows.map { $0.expectedOutcome.flatMap(program.outcome)?.symbol ?? -1 },
      isCall: step.activity == .call, mayBeSkipped: !step.unless.isEmpty)
  }

  private func hash(_ machine: Machine) -> UInt64 {
    func mixed(_ hash: UInt64, _ value: Int32) -> UInt64 {
      let product = (hash ^ UInt64(UInt32(bitPattern: value))) &* 0x9E37_79B9_7F4A_7C15
      return product ^ product >> 29
    }
    var hash = mixed(mixed(UInt64(machine.endKind.rawValue), machine.block), machine.returned)
    var entry = machine.hasEnded ? machine.history.endIndex : 0
    while entry < machine.history.endIndex {
      hash = mixed(mixed(hash, machine.history[entry].block), machine.history[entry].frame)
      entry += 1
    }
    if heedsFacts { for value in machine.factValues { hash = mixed(hash, Int32(value)) } }
    return hash
  }

  private func isSame(_ a: Machine, _ b: Machine) -> Bool {
    guard a.block == b.block, a.returned == b.returned, a.endKind == b.endKind,
      a.endArgument == b.endArgument
    else { return false }
    if heedsFacts, a.factValues != b.factValues { return false }
    // What lies below a run that has ended does not matter.
    if a.hasEnded { return true }
    guard a.history.endIndex == b.history.endIndex else { return false }
    var entry = 0
    while entry < a.history.endIndex {
      guard a.history[entry] == b.history[entry] else { return false }
      entry += 1
    }
    return true
  }

  private mutating func number(of machine: Machine, hasLeft: Bool) -> Int {
    let hash = self.hash(machine)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let known = Int(slots[slot])
      if hashes[known] == hash, isSame(machines[known], machine) { return known }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(machines.count)
    hashes.append(hash)
    machines.append(machine)
    self.hasLeft.append(hasLeft || machine.hasEnded)
    isCut.append(false)
    let block = Int(machine.block)
    if places[block] == nil { places[block] = Exploration.place(of: machine, in: program) }
    return machines.count - 1
  }

  private mutating func expand(_ number: Int) {
    let machine = machines[number]
    guard !hasLeft[number], let place = places[Int(machine.block)] else { return }
    guard machine.history.endIndex <= Self.depth else {
      isCut[number] = true
      return
    }
    let isSkipped = heedsFacts && machine.need == .passOver
    let isFree = mayTake(machine, place, false) && !isSkipped
    for position in place.rows.indices
    where isFree && (machine.returned < 0 || place.outcomes[position] == machine.returned)
      && (!heedsFacts || machine.allows(position))
    {
      var next = machine
      if (try? next.take(position)) != nil { add(next, after: number, position) }
    }
    guard machine.returned < 0 else { return }
    if place.mayBeSkipped, !place.rows.isEmpty, !heedsFacts || isSkipped,
      mayTake(machine, place, true)
    {
      var next = machine
      if (try? next.passOver()) != nil { add(next, after: number, 0) }
    }
    guard place.isCall, isFree else { return }
    var next = machine
    if (try? next.enterCall()) != nil { add(next, after: number, nil) }
  }

  /// - Parameter position: the row that was taken.
  private mutating func add(_ next: Machine, after number: Int, _ position: Int?) {
    var hasLeft = false
    if let home, let position, let place = places[Int(machines[number].block)],
      place.targets[position] == .goto
    {
      // In a called flow a `goto`, even to its own flow, leaves all callers for good.
      hasLeft =
        place.step.flow != home || next.step.flow != home || !machines[number].callers.isEmpty
    }
    let to = self.number(of: next, hasLeft: hasLeft)
    moves.append(Move(from: number, to: to, position: position))
  }
}
