/// Some steps of one flow.
public struct StepSet: Sendable {
  private let flow: Flow
  private var isIn: [Bool]

  /// No step.
  public init(of flow: Flow) {
    self.flow = flow
    isIn = Array(repeating: false, count: flow.tables.steps.count)
  }

  public func contains(_ step: Step) -> Bool { isIn[step.index] }

  /// The steps, in document order.
  public var steps: [Step] { isIn.indices.lazy.filter { isIn[$0] }.map(flow.step(at:)) }

  /// Adds a step; false when it was there.
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
