public import FlowModel
public import FlowRuntime

/// Watches a run of a machine and knows when it breaks a rule.
public struct RuleWatch: Sendable {
  /// The rule.
  public let rule: HouseRule
  private let letters: Letters
  private let monitor: Monitor
  private let program: Program
  /// The state of the sentence's automaton.
  package private(set) var state: UInt8

  /// A watch over runs of a program. Nil if the rule speaks of something that no flow has.
  public init?(_ rule: HouseRule, on program: Program) {
    let index = MomentIndex(program.catalogue)
    let resolved = ResolvedRule(rule, in: index)
    guard resolved.diagnostics.isEmpty else { return nil }
    self.init(resolved, index, program)
  }

  init(_ resolved: ResolvedRule, _ index: MomentIndex, _ program: Program) {
    rule = resolved.rule
    monitor = resolved.monitor
    letters = Letters(resolved.parts, during: resolved.during, in: index, on: program)
    self.program = program
    state = monitor.start
  }

  /// Whether the run has broken the rule.
  public var isBroken: Bool { state == Monitor.broken }

  /// Whether the rule is broken if the run ends now.
  public var isBrokenAtEnd: Bool { monitor.isBroken(atEndIn: state) }

  /// Whether something must still happen.
  var isDue: Bool { monitor.isDue(state) }

  /// A run begins, is suspended into another flow, or enters the flow that its step calls.
  public mutating func enterFlow(_ machine: Machine) {
    arrive(machine, inFlow: true, from: machine)
  }

  /// The run stands at a step to which nobody has seen it go.
  package mutating func arrive(at machine: Machine) {
    arrive(machine, inFlow: false, from: machine)
  }

  /// A row was taken.
  ///
  /// - Parameters:
  ///   - position: the position of the row in its step.
  ///   - before: the machine before the row.
  ///   - after: the machine after it.
  public mutating func take(
    _ position: Int, isPassedOver: Bool = false, before: Machine, after: Machine
  ) {
    let cell = before.block + Int32(position)
    let letter = letters.taking(Deed(cell: cell, isPassedOver: isPassedOver)) { after.facts[$0] }
    note(letter, before)
    let operation = program.tables.cells[Int(cell)].operation
    guard after.returned < 0 else { return }
    arrive(
      after, inFlow: operation == .goto || operation == .error, from: after)
  }

  private mutating func arrive(_ machine: Machine, inFlow: Bool, from before: Machine) {
    if let end = machine.end {
      var outline: Int?
      if case .outline(let id) = end { outline = program.catalogue.indexByID[id] }
      return note(letters.ending(end.description, inOutline: outline), machine)
    }
    let number = Int(program.head(of: machine.block).number)
    let flow = inFlow ? Int(program.tables.flowOfStep[number]) : nil
    if machine.isPassedOver(at: machine.block) {
      if let letter = letters.skipping(inFlow: flow, value: { machine.facts[$0] }) {
        note(letter, before)
      }
    } else {
      note(
        letters.arriving(at: machine.block, inFlow: flow) { machine.facts[$0] }, before)
    }
  }

  private mutating func note(_ letter: Monitor.Letter, _ machine: Machine) {
    var letter = letter
    if letter.contains(.subject), !letters.counts(value: { machine.facts[$0] }) {
      letter.remove(.subject)
    }
    state = monitor.next(state, letter)
  }
}
