internal import FlowModel

/// Limits the searches of a rule that walks over the flow once per row. Only a flow with thousands
/// of steps uses it up; its later rows are not examined, so that the time stays linear.
struct SearchBudget {
  /// The most steps to be visited by the searches of one rule in one flow.
  static let mostVisits = 4_000_000

  private var left: Int
  private let cost: Int

  init(_ context: CheckContext, visits: Int = mostVisits) {
    left = visits
    cost = max(context.flow.stepCount, 1)
  }

  /// Whether one more search may be made. At least one may.
  mutating func allowsSearch() -> Bool {
    guard left > 0 else { return false }
    left -= cost
    return true
  }
}
