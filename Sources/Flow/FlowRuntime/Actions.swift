internal import FlowModel

/// The bound actions of a program, by step.
struct Actions: Sendable {
  private(set) var bodies: [Handlers.Body] = []
  /// For each step number, the index in `bodies`, or -1.
  private var places: [Int32]

  /// Checks that every step with a bound action has a row for each of its outcomes.
  init(_ handlers: Handlers, for program: Program) throws(RunnerError) {
    var placeOf: [String: Int32] = [:]
    places = [Int32](repeating: -1, count: program.tables.offsets.count)
    for (number, offset) in program.tables.offsets.enumerated() {
      let flags = program.head(of: offset).flags
      guard flags & Block.hasAction != 0, flags & Block.isCall == 0 else { continue }
      let step = program.step(at: offset)
      guard let name = step.action, let binding = handlers.bindings[name] else { continue }
      let rows = step.rows(program.reading)
      // The step exists only in the other reading, so no row leads to it.
      guard !rows.isEmpty else { continue }
      let handled = Set(rows.compactMap(\.expectedOutcome))
      let missing = binding.outcomes.filter { !handled.contains($0) }
      guard missing.isEmpty else {
        throw .unhandledOutcomes(action: name, step: step.place, outcomes: missing)
      }
      places[number] = placeOf[name] ?? Int32(bodies.count)
      if placeOf.updateValue(places[number], forKey: name) == nil { bodies.append(binding.body) }
    }
  }

  /// The index in `bodies` of the action of the step with this number. Nil if it has none.
  func place(ofStep number: Int32) -> Int? {
    let place = places[Int(number)]
    return place < 0 ? nil : Int(place)
  }
}
