internal import FlowModel
internal import FlowRuntime

/// What a rule speaks of, found in the flows.
enum Moment: Sendable {
  case row(Row)
  case step(Step)
  case flow(Flow)
  /// A screen, prompt or message with this name is shown.
  case shown(String)
  /// An action is performed; with an answer, the row for it is taken.
  case action(String, answer: String?)
  /// The user fills in this input.
  case enters(String)
  /// Somebody decides to take a row that only a person may take, or one that an agent may take.
  case taker(Taker)
  /// The caller gets an answer; nil for any.
  case answer(String?)
  /// The run ends; nil for any way.
  case end(String?)
  /// A fact has one of these values.
  case fact(String, values: [String])
}

/// Where moments occur: the names of the flows, each with its places.
struct MomentIndex: Sendable {
  let catalogue: Catalogue
  private(set) var shown: [String: [Step]] = [:]
  private(set) var actions: [String: [Step]] = [:]
  private(set) var inputs: [String: [Row]] = [:]
  private(set) var answers: [String: [Row]] = [:]
  /// The rows that somebody may decide to take in some reading.
  private(set) var decided: [Row] = []
  private(set) var facts: [String: Fact] = [:]
  private(set) var places: [Flow: Int] = [:]

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    for (place, flow) in catalogue.flows.enumerated() {
      places[flow] = place
      for fact in flow.facts where facts[fact.name] == nil { facts[fact.name] = fact }
      for step in flow.steps {
        if step.activity.isShown { shown[step.subject, default: []].append(step) }
        if let action = step.action { actions[action, default: []].append(step) }
      }
      for row in flow.rows {
        for name in row.enters { inputs[name, default: []].append(row) }
        if Reading.allCases.contains(where: row.isDecided) { decided.append(row) }
        if let answer = row.answer { answers[answer, default: []].append(row) }
      }
    }
  }
}
