internal import Diagnostics
internal import FlowModel
internal import Synchronization

/// The bound actions of a program, by step.
struct Actions: Sendable {
  // Whole bindings: a function that is an element of an array is called through two more functions.
  private(set) var bindings: [Handlers.Binding] = []
  /// For each step number, the index in `bindings`, or -1.
  private var places: [Int32]

  /// Checks that every step with a bound action has a row for each of its outcomes, and that no
  /// binding is for a misspelt action.
  fileprivate init(
    _ bindings: [String: Handlers.Binding], except decided: Set<String>, for program: Program
  ) throws(RunnerError) {
    var placeOf: [String: Int32] = [:]
    var unbound: [String] = []
    places = [Int32](repeating: -1, count: program.tables.offsets.count)
    for (number, offset) in program.tables.offsets.enumerated() {
      let flags = program.head(of: offset).flags
      guard flags & Block.hasAction != 0, flags & Block.isCall == 0 else { continue }
      let step = program.step(at: offset)
      guard let name = step.action else { continue }
      guard let binding = bindings[name] else {
        if !decided.contains(name) { unbound.append(name) }
        continue
      }
      placeOf[name] = placeOf[name] ?? -1
      let rows = step.rows(program.reading)
      // The step exists only in the other reading, so no row leads to it.
      guard !rows.isEmpty else { continue }
      let handled = Set(rows.compactMap(\.expectedOutcome))
      let missing = binding.outcomes.filter { !handled.contains($0) }
      guard missing.isEmpty else {
        throw .unhandledOutcomes(action: name, step: step.place, outcomes: missing)
      }
      for value in step.values where !binding.values.contains(value) {
        throw .unreturnedValue(
          value, action: name, step: step.place,
          nearest: DidYouMean.nearest(to: value, in: binding.values))
      }
      if placeOf[name] == -1 {
        placeOf[name] = Int32(self.bindings.count)
        self.bindings.append(binding)
      }
      places[number] = placeOf[name] ?? -1
    }
    guard !unbound.isEmpty else { return }
    for name in bindings.keys.sorted() where placeOf[name] == nil {
      // Bindings for flows that are not loaded are fine.
      let alike = unbound.filter { Actions.areAlike(name, $0) }
      if let nearest = DidYouMean.nearest(to: name, in: alike) {
        throw .unknownAction(name, nearest: nearest)
      }
    }
  }

  /// Whether one name may be the other one with a slip: each of its words is near that of the other
  /// one. `token.create` is no slip of `order.create`, though most of their letters are the same:
  /// the run would not start for an action that somebody has named well.
  private static func areAlike(_ one: String, _ other: String) -> Bool {
    let (words, others) = (one.split(separator: "."), other.split(separator: "."))
    return words.count != others.count
      || zip(words, others).allSatisfy { word, other in
        DidYouMean.nearest(to: String(word), in: [String(other)]) != nil
      }
  }

  /// The index in `bindings` of the action of the step with this number. Nil if it has none.
  func place(ofStep number: Int32) -> Int? {
    let place = places[Int(number)]
    return place < 0 ? nil : Int(place)
  }

  /// The actions of the program for which handlers were last checked. All copies of the handlers
  /// share it, so that a thousand runs check them once.
  ///
  /// A class, since copies share it (decision 0002).
  final class Checked: Sendable {
    /// The actions that a person decides. No other name is a misspelling of theirs.
    let decided: Set<String>
    private let last = Mutex<(program: Program, actions: Actions)?>(nil)

    init(except decided: Set<String>) {
      self.decided = decided
    }

    func actions(
      _ bindings: [String: Handlers.Binding], for program: Program
    ) throws(RunnerError) -> Actions {
      if let actions = last.withLock({ $0?.program === program ? $0?.actions : nil }) {
        return actions
      }
      let actions = try Actions(bindings, except: decided, for: program)
      last.withLock { $0 = (program, actions) }
      return actions
    }
  }
}
