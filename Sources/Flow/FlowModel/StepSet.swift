/// A set of steps of one flow.
public struct StepSet: Sendable {
  private let flow: Flow
  private var isIn: [Bool]

  /// An empty set.
  public init(of flow: Flow) {
    self.flow = flow
    isIn = Array(repeating: false, count: flow.tables.all.steps.count)
  }

  /// Whether the set contains a step.
  public func contains(_ step: Step) -> Bool { isIn[step.index] }

  /// The steps, in document order.
  public var steps: [Step] { isIn.indices.lazy.filter { isIn[$0] }.map(flow.step(at:)) }

  /// Adds a step. Returns false if the set already contained it.
  @discardableResult
  public mutating func insert(_ step: Step) -> Bool { insert(step.index) }

  mutating func insert(_ step: Int) -> Bool {
    if isIn[step] { return false }
    isIn[step] = true
    return true
  }

  /// Adds the steps of another set of the same flow.
  public mutating func formUnion(_ other: StepSet) {
    for step in isIn.indices where other.isIn[step] { isIn[step] = true }
  }
}
