internal import FlowModel

/// The bound actions of a program, by step.
struct Actions: Sendable {
  struct Action: Sendable {
    let name: String
    let body: Handlers.Body
    let outcomes: [String]
  }

  let list: [Action]
  /// For each step number, the index in `list`, or -1.
  private let places: [Int32]

  /// Checks that every step with a bound action has a row for each of its outcomes.
  init(_ handlers: Handlers, for program: Program) throws(RunnerError) {
    var list: [Action] = []
    var placeOf: [String: Int32] = [:]
    for (name, binding) in handlers.bindings.sorted(by: { $0.key < $1.key }) {
      placeOf[name] = Int32(list.count)
      list.append(Action(name: name, body: binding.body, outcomes: binding.outcomes))
    }
    var places = [Int32](repeating: -1, count: program.tables.offsets.count)
    for (number, offset) in program.tables.offsets.enumerated() {
      let flags = program.head(of: offset).flags
      guard flags & Block.hasAction != 0, flags & Block.isCall == 0 else { continue }
      let step = program.step(at: offset)
      guard let name = step.action, let place = placeOf[name] else { continue }
      let rows = step.rows(program.reading)
      // The step exists only in the other reading, so no row leads to it.
      guard !rows.isEmpty else { continue }
      let handled = Set(rows.compactMap(\.expectedOutcome))
      let missing = list[Int(place)].outcomes.filter { !handled.contains($0) }
      guard missing.isEmpty else {
        throw .unhandledOutcomes(action: name, step: step.place, outcomes: missing)
      }
      places[number] = place
    }
    self.list = list
    self.places = places
  }

  /// The index in `list` of the action of the step with this number. Nil if it has none.
  func place(ofStep number: Int32) -> Int? {
    let place = places[Int(number)]
    return place < 0 ? nil : Int(place)
  }
}
