/// The runs of an app, as its log tells them: rows by name, in the order in which they happened.
///
/// Names are kept once, so that an event takes sixteen bytes.
package struct EventLog: Sendable {
  /// Something that was logged.
  package struct Event: Hashable, Sendable {
    /// The index of its name in ``EventLog/names``.
    package let name: Int32
    /// When, in milliseconds since 1970 or since any other time; `Int64.min` if that is unknown.
    package let at: Int64

    package init(name: Int32, at: Int64) {
      (self.name, self.at) = (name, at)
    }
  }

  /// One run of the app.
  package struct Case: Sendable {
    /// The id in the log.
    package let id: String
    /// What was logged, in order.
    package internal(set) var events: [Event] = []
    /// What is known of the run, such as its release, and of facts as `fact:platform`.
    package internal(set) var attributes: [String: String] = [:]
    /// How the run ended, in the words of the last line of a trace. Nil if the log does not say.
    package internal(set) var end: String?
    /// The first steps of the flows for which the run was suspended, before an event.
    package internal(set) var suspensions: [Int: [String]] = [:]
  }

  /// The names of rows, as they were logged.
  package private(set) var names: [String] = []
  /// The runs, in the order of their first events.
  package internal(set) var cases: [Case] = []
  private var indices: [String: Int32] = [:]
  private var caseIndices: [String: Int] = [:]
  private var values: [String: String] = [:]

  package init() {}

  /// The number of events in all runs.
  package var eventCount: Int { cases.reduce(0) { $0 + $1.events.count } }

  /// The runs of a log for which something holds.
  package func only(_ isIncluded: (Case) -> Bool) -> EventLog {
    var log = self
    log.cases.removeAll { !isIncluded($0) }
    return log
  }

  /// The index of a name.
  mutating func index(of name: String) -> Int32 {
    if let index = indices[name] { return index }
    let index = Int32(names.count)
    names.append(name)
    indices[name] = index
    return index
  }

  /// The index of the run with this id, which begins with its first event.
  mutating func index(ofCase id: String) -> Int {
    if let index = caseIndices[id] { return index }
    caseIndices[id] = cases.count
    cases.append(Case(id: id))
    return cases.count - 1
  }

  /// Adds what is known of a run. A text that many runs share is kept once.
  mutating func set(_ key: String, to value: String, ofCase index: Int) {
    let kept = values[value] ?? value
    values[value] = kept
    cases[index].attributes[values[key] ?? key] = kept
    values[key] = values[key] ?? key
  }

  /// Adds an event.
  mutating func add(_ name: String, at time: Int64?, toCase index: Int) {
    let event = Event(name: self.index(of: name), at: time ?? .min)
    cases[index].events.append(event)
  }

  /// The run has asked again for secrets, and takes its last rows back: what is left is compared
  /// with the flows.
  mutating func takeBack(_ rows: Int, ofCase index: Int) {
    let count = max(0, cases[index].events.count - max(0, rows))
    cases[index].events.removeSubrange(count...)
    cases[index].suspensions = cases[index].suspensions.filter { $0.key <= count }
  }

  /// Puts the events of each run into the order of their times, if all of them have one.
  mutating func sort() {
    for index in cases.indices {
      let events = cases[index].events
      guard cases[index].suspensions.isEmpty, events.allSatisfy({ $0.at != .min }),
        zip(events, events.dropFirst()).contains(where: { $0.at > $1.at })
      else { continue }
      // Events of one time keep the order of the log.
      cases[index].events = events.enumerated()
        .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }
  }
}
