public import FlowModel
public import FlowRuntime

/// What the runs that begin with a flow can do, in terms that any engine has: places, rows, guards,
/// assignments, and one stack for calls, Back and Resume.
///
/// It is read from the compiled program, and all formats are written from it, so that a flow has
/// one meaning. It contains every flow that a run can come to.
public struct ExportModel: Sendable {
  package let program: Program
  /// The flow with which runs begin.
  package let flow: Flow
  /// The flows that a run can come to, the first one first, then in the order of the catalogue.
  package private(set) var flows: [Flow] = []
  /// The facts of these flows.
  package private(set) var facts: [ExportFact] = []
  /// The steps of these flows, in document order.
  package private(set) var places: [ExportPlace] = []
  private var placesOfFlow: [Flow: [ExportPlace]] = [:]

  /// The runs that begin with a flow. Nil if the flow is not yet written.
  ///
  /// - Parameter tops: flows that may be put on top of a run that is suspended, besides those that
  ///   a run can come to.
  public init?(_ flow: Flow, in program: Program, tops: [Flow] = []) {
    guard let first = flow.firstStep, program.block(of: first) != nil else { return nil }
    self.flow = flow
    self.program = program
    var reached = Set([flow] + tops)
    var waiting = Array(reached)
    while let next = waiting.popLast() {
      let places = next.steps.compactMap { program.exported($0) }
      for other in places.flatMap(\.others) where reached.insert(other).inserted {
        waiting.append(other)
      }
      placesOfFlow[next] = places
    }
    flows = [flow] + program.catalogue.flows.filter { $0 != flow && reached.contains($0) }
    places = flows.flatMap { placesOfFlow[$0] ?? [] }
    facts = program.facts.enumerated().compactMap { number, domain in
      let declared = flows.lazy.flatMap(\.facts).first { $0.name == domain.name }
      return declared.map {
        ExportFact(
          number: number, name: domain.name, values: domain.values, isCounter: $0.isCounter)
      }
    }
  }

  /// The reading.
  package var reading: Reading { program.reading }

  /// The fact with this number in the program.
  package func fact(_ number: Int) -> ExportFact? { facts.first { $0.number == number } }

  /// The places of a flow.
  package func places(of flow: Flow) -> [ExportPlace] { placesOfFlow[flow] ?? [] }

  /// The place of a step. Nil for a step of another flow.
  package func place(of step: Step) -> ExportPlace? {
    guard let places = placesOfFlow[step.flow], step.index < places.count else { return nil }
    return places[step.index]
  }
}

/// A fact of an exported flow.
package struct ExportFact: Hashable, Sendable {
  /// The number in the program.
  package let number: Int
  /// The name.
  package let name: String
  /// The values in order. A run starts with the first one.
  package let values: [String]
  /// Whether the values are whole numbers that follow each other.
  package let isCounter: Bool
}
