@testable import FlowCheck

extension Findings {
  /// What a single check finds.
  static func of(_ context: CheckContext, check: Check) -> Findings {
    of(context, checks: Check.all.indices.filter { Check.all[$0].rule == check.rule })
  }
}
