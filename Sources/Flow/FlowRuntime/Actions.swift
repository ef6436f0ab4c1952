internal import FlowModel

/// The bound actions of a program, by the step that has them.
struct Actions: Sendable {
  struct Action: Sendable {
    let name: String
    let body: Handlers.Body
    let outcomes: [String]
  }

  let list: [Action]
  /// By the number of the step: the position in `list`, or -1.
  private let places: [Int32]

  /// Checks that every step with a bound action has a row for all that it may answer.
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
      // A step that only the other reading has: nothing leads to it, and nothing can be asked of it.
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

  /// The position in `list` of the action to perform at the step with that number.
  func place(ofStep number: Int32) -> Int? {
    let place = places[Int(number)]
    return place < 0 ? nil : Int(place)
  }
}
