/// A set of steps of one flow.
public struct StepSet: Sendable, Hashable {
  private let flow: Flow
  private var isIn: [Bool]

  /// An empty set.
  public init(of flow: Flow) {
    self.flow = flow
    isIn = Array(repeating: false, count: flow.tables.all.steps.count)
  }

  /// The steps of a flow for which an entry of the list is true.
  package init(of flow: Flow, _ isIn: ArraySlice<Bool>) {
    self.flow = flow
    self.isIn = Array(isIn)
  }

  /// The steps of a flow for which something holds.
  package init(of flow: Flow, where isIn: (Step) -> Bool) {
    self.flow = flow
    self.isIn = flow.steps.map(isIn)
  }

  /// Whether the set contains a step.
  public func contains(_ step: Step) -> Bool { isIn[step.index] }

  /// Whether the set contains the step at an index.
  package func contains(_ index: Int) -> Bool { isIn[index] }

  /// The steps, in document order.
  public var steps: [Step] {
    var steps: [Step] = []
    for index in isIn.indices where isIn[index] { steps.append(flow.step(at: index)) }
    return steps
  }

  /// Adds a step. Returns false if the set already contained it.
  @discardableResult
  public mutating func insert(_ step: Step) -> Bool { insert(step.index) }

  @discardableResult
  package mutating func insert(_ step: Int) -> Bool {
    if isIn[step] { return false }
    isIn[step] = true
    return true
  }

  /// Removes the step at an index.
  package mutating func remove(_ step: Int) { isIn[step] = false }

  /// Adds the steps of another set of the same flow.
  public mutating func formUnion(_ other: StepSet) {
    for step in isIn.indices where other.isIn[step] { isIn[step] = true }
  }
}
