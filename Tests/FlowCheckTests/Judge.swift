/// Compares one rule with runs on the machine. It must not use the check for what it expects.
struct Judge: Sendable {
  /// The name of the rule.
  let rule: String
  let compare: @Sendable (Sample, inout Agreement) -> Void

  init(_ rule: String, _ compare: @escaping @Sendable (Sample, inout Agreement) -> Void) {
    self.rule = rule
    self.compare = compare
  }

  static let all: [Judge] = [
    .unreachableStep, .unreachableFlow, .deadEnd, .rowNeverTaken, .selfLoop, .backWithoutScreen,
    .systemLoop,
    .noWayOut, .secretAlive,
    .abandonedCaller, .timerAtCall, .counterNeverReset, .resultUnhandled, .resultNotReturned,
    .resultNeverReturned,
  ]
}
