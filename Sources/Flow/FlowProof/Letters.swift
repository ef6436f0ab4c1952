internal import FlowModel
internal import FlowRuntime

/// What the moments of a run of a program are in the sentence of a rule.
struct Letters {
  private struct FactMoment {
    let letter: Monitor.Letter
    let fact: Int
    let mask: UInt64
  }

  /// For the head of every block, what entering the step is; for every row, what taking it is.
  private(set) var cells: [Monitor.Letter]
  /// For rows that are taken for an answer or by a decision, what that is. Nothing if the step is
  /// skipped. Empty if the sentence speaks of no such row.
  private(set) var answered: [Monitor.Letter] = []
  private var flows: [Monitor.Letter]
  private var ends: [(way: String?, letter: Monitor.Letter)] = []
  private var factMoments: [FactMoment] = []
  /// The facts that the sentence speaks of.
  private(set) var facts: Set<Int> = []
  private var during: [(fact: Int, mask: UInt64)] = []

  /// - Parameter parts: what the subject, the other and the end of the rule are.
  init(
    _ parts: [(letter: Monitor.Letter, moments: [Moment])],
    during: [(fact: String, values: [String])], in index: MomentIndex, on program: Program
  ) {
    cells = Array(repeating: [], count: program.tables.cells.count)
    flows = Array(repeating: [], count: program.catalogue.flows.count)
    for (letter, moments) in parts {
      for moment in moments { add(moment, letter, index, program) }
    }
    for (name, values) in during {
      guard let (fact, mask) = Letters.mask(name, values, program) else { continue }
      self.during.append((fact, mask))
      facts.insert(fact)
    }
  }

  static func mask(
    _ name: String, _ values: [String], _ program: Program
  ) -> (fact: Int, mask: UInt64)? {
    guard let fact = program.facts.firstIndex(where: { $0.name == name }) else { return nil }
    let all = program.facts[fact].values
    return (fact, values.compactMap(all.firstIndex).reduce(0) { $0 | 1 << UInt64($1) })
  }

  private mutating func add(
    _ moment: Moment, _ letter: Monitor.Letter, _ index: MomentIndex, _ program: Program
  ) {
    switch moment {
    case .row(let row): add(row, letter, program)
    case .step(let step): add(step, letter, program)
    case .flow(let flow): if let place = index.places[flow] { flows[place].formUnion(letter) }
    case .shown(let name): for step in index.shown[name] ?? [] { add(step, letter, program) }
    case .action(let name, let answer):
      for step in index.actions[name] ?? [] {
        guard let answer else {
          add(step, letter, program)
          continue
        }
        for row in step.rows(program.reading) where row.expectedOutcome == answer {
          addTaken(row, letter, program)
        }
      }
    case .taker(let taker):
      // A step that is passed over was decided by nobody.
      for row in index.decided.flatMap(\.copies) where row.isTaken(by: taker, program.reading) {
        addTaken(row, letter, program)
      }
    case .enters(let name): for row in index.inputs[name] ?? [] { add(row, letter, program) }
    case .answer(let code):
      let rows = code.map { index.answers[$0] ?? [] } ?? index.answers.values.flatMap { $0 }
      for row in rows { add(row, letter, program) }
    case .end(let way): ends.append((way, letter))
    case .fact(let name, let values):
      guard let (fact, mask) = Letters.mask(name, values, program) else { return }
      factMoments.append(FactMoment(letter: letter, fact: fact, mask: mask))
      facts.insert(fact)
    }
  }

  private mutating func add(_ step: Step, _ letter: Monitor.Letter, _ program: Program) {
    if let block = program.block(of: step) { cells[Int(block) - 1].formUnion(letter) }
  }

  private mutating func addTaken(_ row: Row, _ letter: Monitor.Letter, _ program: Program) {
    guard let cell = Letters.cell(of: row, program) else { return }
    if answered.isEmpty { answered = Array(repeating: [], count: cells.count) }
    answered[Int(cell)].formUnion(letter)
  }

  /// A row that holds anywhere is the same one at every step.
  private mutating func add(_ row: Row, _ letter: Monitor.Letter, _ program: Program) {
    for copy in row.copies {
      if let cell = Letters.cell(of: copy, program) { cells[Int(cell)].formUnion(letter) }
    }
  }

  /// The cell of a row. Nil if the row does not exist in the reading.
  static func cell(of row: Row, _ program: Program) -> Int32? {
    let step = row.step(program.reading)
    guard let block = program.block(of: step),
      let position = step.rows(program.reading).firstIndex(of: row)
    else { return nil }
    return block + Int32(position)
  }

  // MARK: Moments

  /// Taking a row. `value` gives the facts after the row.
  func taking(_ deed: Deed, value: (Int) -> UInt8) -> Monitor.Letter {
    guard let cell = deed.cell else { return [] }
    var letter = cells[Int(cell)]
    if deed.isPassedOver {
      letter.insert(.visit)
    } else if !answered.isEmpty {
      letter.formUnion(answered[Int(cell)])
    }
    return complete(letter, value)
  }

  /// Arriving at a step that is not skipped.
  func arriving(at block: Int32, inFlow flow: Int?, value: (Int) -> UInt8) -> Monitor.Letter {
    complete(cells[Int(block) - 1].union(entering(flow)).union(.visit), value)
  }

  /// Entering a flow whose first step is skipped.
  func skipping(inFlow flow: Int?, value: (Int) -> UInt8) -> Monitor.Letter? {
    flow.map { complete(flows[$0], value) }
  }

  /// The end of a run, in the words of a trace.
  func ending(_ way: @autoclosure () -> String, inOutline flow: Int? = nil) -> Monitor.Letter {
    var letter = entering(flow).union(.visit)
    for end in ends where end.way == nil || end.way == way() { letter.formUnion(end.letter) }
    return letter
  }

  private func entering(_ flow: Int?) -> Monitor.Letter { flow.map { flows[$0] } ?? [] }

  private func complete(_ letter: Monitor.Letter, _ value: (Int) -> UInt8) -> Monitor.Letter {
    guard !facts.isEmpty else { return letter }
    var letter = letter
    for moment in factMoments where moment.mask >> UInt64(value(moment.fact)) & 1 == 1 {
      letter.formUnion(moment.letter)
    }
    return letter
  }

  /// Whether the subject counts with these facts.
  func counts(value: (Int) -> UInt8) -> Bool {
    during.allSatisfy { $0.mask >> UInt64(value($0.fact)) & 1 == 1 }
  }

  /// Whether entering the step of a head, or taking a row, is this part of the sentence.
  func isMarked(_ cell: Int32, _ letter: Monitor.Letter) -> Bool {
    cells[Int(cell)].contains(letter) || (!answered.isEmpty && answered[Int(cell)].contains(letter))
  }

  /// Whether the sentence speaks of more than steps and rows.
  var isAboutFlowsEndsOrFacts: Bool {
    !ends.isEmpty || !factMoments.isEmpty || flows.contains { !$0.isEmpty }
  }
}
