/// What can be asked of every step and row of a flow without looking at it, in any reading.
///
/// A `Step` or a `Row` shares the tables of its flow, and counting who shares them takes longer
/// than a look at it. A search for a few of many finds them here, by their numbers.
package struct FlowTraits: Sendable {
  /// Traits of a step.
  package struct StepTraits: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// It shows something to the user.
    package static let shown = StepTraits(rawValue: 1)
    package static let screen = StepTraits(rawValue: 1 << 1)
    package static let call = StepTraits(rawValue: 1 << 2)
    package static let determine = StepTraits(rawValue: 1 << 3)
    package static let validate = StepTraits(rawValue: 1 << 4)
    package static let await = StepTraits(rawValue: 1 << 5)
    package static let action = StepTraits(rawValue: 1 << 6)
    package static let buttons = StepTraits(rawValue: 1 << 7)
    package static let inputs = StepTraits(rawValue: 1 << 12)
    package static let arguments = StepTraits(rawValue: 1 << 8)
    package static let unless = StepTraits(rawValue: 1 << 9)
    package static let counts = StepTraits(rawValue: 1 << 10)
    /// Nobody acts here but the system, or a flow that it calls.
    package static let silent = StepTraits(rawValue: 1 << 11)
  }

  /// Traits of a row.
  package struct RowTraits: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// It has a timer.
    package static let timer = RowTraits(rawValue: 1)
    /// It holds anywhere in a section or in the flow.
    package static let anywhere = RowTraits(rawValue: 1 << 1)
    package static let conditions = RowTraits(rawValue: 1 << 2)
    package static let entries = RowTraits(rawValue: 1 << 3)
    package static let answer = RowTraits(rawValue: 1 << 4)
    /// Its id is used a second time.
    package static let again = RowTraits(rawValue: 1 << 5)
    /// It is taken without showing anything to anybody, and without a limit by a counter.
    package static let silent = RowTraits(rawValue: 1 << 6)
  }

  /// By the index of the step.
  package let steps: [StepTraits]
  /// By the index of the row.
  package let rows: [RowTraits]
  /// The traits that some row has.
  package let ofRows: RowTraits
  /// The traits that some step has.
  package let ofSteps: StepTraits

  package init(_ flow: Flow) {
    let tables = flow.tables
    var ofSteps: StepTraits = []
    steps = tables.all.steps.map { step in
      let traits = StepTraits(step, tables)
      ofSteps.formUnion(traits)
      return traits
    }
    var ofRows: RowTraits = []
    rows = tables.all.rows.map { row in
      let traits = RowTraits(row, tables)
      ofRows.formUnion(traits)
      return traits
    }
    (self.ofSteps, self.ofRows) = (ofSteps, ofRows)
  }
}

extension FlowTraits.StepTraits {
  fileprivate init(_ step: StepRecord, _ tables: FlowTables) {
    self =
      switch step.activity {
      case .screen: .screen
      case .call: .call
      case .determine: .determine
      case .validate: .validate
      case .await: .await
      case .prompt, .notice, .execute, .system, .os, .user, .outside: []
      }
    if step.activity.isShown { insert(.shown) }
    if step.action.isPresent { insert(.action) }
    if !step.buttons.isEmpty { insert(.buttons) }
    if !step.counts.isEmpty { insert(.counts) }
    if !step.inputs.isEmpty { insert(.inputs) }
    switch step.activity {
    case .determine, .validate, .execute, .system, .os, .call:
      if step.inputs.isEmpty && step.buttons.isEmpty { insert(.silent) }
    case .screen, .prompt, .notice, .await, .user, .outside: break
    }
    guard step.rare >= 0 else { return }
    let rare = tables.rareFields(of: step)
    if !rare.arguments.isEmpty { insert(.arguments) }
    if !rare.unless.isEmpty { insert(.unless) }
  }
}

extension FlowTraits.RowTraits {
  fileprivate init(_ row: RowRecord, _ tables: FlowTables) {
    self = []
    if row.anywhere > 0 { insert(.anywhere) }
    if !row.conditions.isEmpty { insert(.conditions) }
    if row.occurrence > 1 { insert(.again) }
    let isLimited = row.conditions.range.contains {
      tables.all.facts[Int(tables.all.conditions[$0].fact)].lowerBound != nil
    }
    if row.kind != .user, !isLimited { insert(.silent) }
    guard row.rare >= 0 else { return }
    let rare = tables.rareFields(of: row)
    if rare.after > 0 { insert(.timer) }
    if !rare.enters.isEmpty { insert(.entries) }
    if rare.answer.isPresent { insert(.answer) }
    if rare.after > 0 || rare.message.isPresent || rare.does.isPresent { remove(.silent) }
  }
}

extension Step {
  /// Whether only the system acts here, or a flow that it calls.
  package var isSilent: Bool { FlowTraits.StepTraits(record, tables).contains(.silent) }
}

extension Row {
  /// Whether it is taken without showing anything to anybody, and without a limit by a counter.
  package var isSilent: Bool { FlowTraits.RowTraits(record, tables).contains(.silent) }
}
