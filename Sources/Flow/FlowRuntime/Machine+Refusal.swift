public import FlowModel

/// Why rows cannot be taken. Pure, so that every user of a machine gives the same reasons.
extension Machine {
  /// Why a row of the current step cannot be taken at the machine's time. Nil if it can.
  ///
  /// - Parameters:
  ///   - position: the position of the row in ``rows``.
  ///   - isWorking: whether the step's action is running. Its answer then decides, or the user.
  public func refusal(of position: Int, isWorking: Bool = false) -> Refusal? {
    let rows = rows
    guard !hasEnded, rows.indices.contains(position) else { return .ended }
    let row = rows[position]
    if isWorking, row.kind != .user || row.outcome != nil { return .working }
    switch access(to: position) {
    case .now: return nil
    // An answer of its action needs no time.
    case .when(let timer):
      let isEarly = clock < timer.due && row.outcome == nil
      return isEarly ? .early(timer.due.earlier(by: clock)) : nil
    case .never(let obstacle): return refusal(obstacle, of: position)
    }
  }

  /// The values of the facts for which the row's conditions do not hold: `platform is ios`.
  func unmetValues(of position: Int) -> String {
    let tables = program.tables
    var row = Int(head.target)
    while Int(tables.outcomes[row].row) != position { row += 1 }
    var place = Int(tables.outcomes[row].conditions)
    var values: [String] = []
    while true {
      let condition = tables.conditions[place]
      let value = facts[Int(condition.fact)]
      if !condition.holds(value) {
        let fact = program.facts[Int(condition.fact)]
        // A counter that the row's outcome would increase.
        let seen = condition.counts && value < condition.last ? value + 1 : value
        values.append("\(fact.name) is \(fact.values[Int(seen)])")
      }
      if condition.isLast { return values.joined(separator: " and ") }
      place += 1
    }
  }
}

/// What is known of an entered input without its value.
public struct EnteredInput: Hashable, Sendable {
  /// The number of bytes.
  public let count: Int
  /// Whether all of them are digits.
  public let isDigits: Bool
  /// Whether it was entered as a secret.
  public let isSecret: Bool

  /// The description of a value of which only this is known.
  package init(count: Int, isDigits: Bool, isSecret: Bool) {
    self.count = count
    self.isDigits = isDigits
    self.isSecret = isSecret
  }

  /// A secret that the input accepts.
  package init(_ input: Input) {
    self.init(count: input.length.lowerBound, isDigits: true, isSecret: true)
  }

  /// The description of a value.
  public init(_ bytes: some Sequence<UInt8>, isSecret: Bool) {
    var count = 0
    var isDigits = true
    for byte in bytes {
      count += 1
      if !(48...57).contains(byte) { isDigits = false }
    }
    self.count = count
    self.isDigits = isDigits
    self.isSecret = isSecret
  }
}

extension Input {
  /// Why what was entered is refused; nil stands for nothing. Nil if it is accepted.
  public func refusal(of entered: EnteredInput?) -> Refusal? {
    guard let entered else { return .missing(name, needs: requirement) }
    if isSecret, !entered.isSecret { return .notSecret(name) }
    guard length.contains(entered.count), entered.isDigits || !isDigits else {
      return .wrong(name, needs: requirement)
    }
    return nil
  }
}
