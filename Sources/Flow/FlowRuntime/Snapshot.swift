package import FlowModel

/// A run that waits, as text: where it stands, in the names of the documents, and what it knows.
///
/// It contains plain inputs but no secrets. It knows every step it needs by its id and by its
/// content, so it can be restored on flows that have changed since. A checksum finds damage, not
/// forgery: an app that keeps snapshots where others can write adds a code of its own; see
/// ``text(authenticatedBy:)``.
public struct Snapshot: Hashable, Sendable {
  /// The version of the format.
  public static let format = 3

  package var reading: Reading
  package var step: StepMark
  /// The run's time, and when the step was entered, in milliseconds of the run's clock.
  package var clock: Int64
  package var enteredAt: Int64
  /// When the snapshot was taken, in milliseconds since 1970. 0 if that is unknown.
  package var timeOfDay: Int64
  package var returned: String?
  package var facts: [String: String]
  /// The plain inputs, by name.
  public package(set) var inputs: [String: String]
  /// The values that were returned to be shown: by how deeply the flow was called and its id, as in
  /// `0 EID5`, and by their names.
  package var values: [String: [String: String]]
  package var history: [Entry]
  /// The times of timers that run longer than a step, as ``ScopeTimes/numbers``: those of now, then
  /// those of the calls and suspensions in the history. Empty if there are none.
  package var times: [[Int64]]

  #if !hasFeature(Embedded)
    /// The secrets that were entered and not used yet: by their names, and where to ask for them.
    package var asked: [Asked] = []
    /// When the first timer runs out, in milliseconds since 1970: then somebody has to restore the
    /// run. Nil if none runs, or if the snapshot does not know when it was taken.
    public package(set) var due: Int64?
    /// What the keys of its actions are made of. Nil for a run without a name.
    package var key: ActionKey?

    /// A row at which secrets were entered.
    package struct Asked: Hashable, Sendable {
      package var secrets: [String]
      /// For each secret how many entries there were when it was used; -1 if it was not.
      package var spent: [Int64]
      /// On top of how many suspensions, how deeply called, and in which flow: `0 0 UC1`.
      package var place: String
      /// How the run stood when the step asked. Empty if no step has asked.
      package var origin: [Snapshot]
    }
  #endif

  /// The id of the current step with its flow.
  public var stepID: String { step.id }

  package struct Entry: Hashable, Sendable {
    package var kind: HistoryEntry.Kind
    package var step: StepMark

    package init(kind: HistoryEntry.Kind, step: StepMark) {
      self.kind = kind
      self.step = step
    }
  }

  /// The snapshot of a run. Nil if the run has ended.
  ///
  /// - Parameters:
  ///   - inputs: plain inputs to keep, by name.
  ///   - timeOfDay: the time now, in milliseconds since 1970. Without it, the time until the run is
  ///     restored does not count.
  public init?(_ machine: Machine, inputs: [String: String] = [:], timeOfDay: Int64 = 0) {
    self.init(machine, inputs: inputs, values: RunValues(), timeOfDay: timeOfDay)
  }

  init?(_ machine: Machine, inputs: [String: String], values: RunValues, timeOfDay: Int64) {
    guard machine.end == nil else { return nil }
    let program = machine.program
    reading = program.reading
    step = StepMark(machine.step, reading)
    clock = machine.clock
    enteredAt = machine.enteredAt
    self.timeOfDay = timeOfDay
    returned = machine.result
    facts = Dictionary(
      uniqueKeysWithValues: zip(program.facts, machine.factValues).map {
        ($0.name, $0.values[Int($1)])
      })
    self.inputs = inputs
    self.values = [:]
    for scope in values.scopes {
      let flow = program.catalogue.flows[Int(scope.flow)].id
      var named: [String: String] = [:]
      for value in scope.values { named[value.name] = value.text }
      self.values["\(scope.depth) \(flow)"] = named
    }
    history = []
    history.reserveCapacity(machine.history.count)
    for entry in machine.history {
      // Most often the last screen shown is the current one.
      let isHere = entry.block == machine.block
      let mark = isHere ? step : StepMark(program.step(at: entry.block), reading)
      history.append(Entry(kind: entry.kind, step: mark))
    }
    // Flows without timers that run longer than a step do not know when they were entered.
    let now = machine.times.first ?? ScopeTimes()
    times = [program.tables.hasLongTimers ? now.knownNumbers : now.numbers]
    for index in machine.history.indices where !machine.history[index].isScreen {
      times.append(machine.times[index + 1].numbers)
    }
    if times == [[]] { times = [] }
    #if !hasFeature(Embedded)
      if timeOfDay > 0, let timer = machine.timer {
        due = timeOfDay.later(by: timer.due.earlier(by: machine.clock))
      }
    #endif
  }
}
