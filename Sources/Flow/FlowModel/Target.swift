/// Where a row leads. `next`, `meant` and the printed table share this grammar.
public enum Target: Hashable, Sendable, CustomStringConvertible {
  /// A step of this flow, by its id.
  case step(String)
  /// The first step of a section of this flow, by the section's id.
  case section(String)
  /// Another flow, without return: its beginning, or one of its steps or rows.
  case goto(flow: String, at: String?)
  /// The previous screen.
  case back
  /// The state at the suspension.
  case resume
  /// The end of the run.
  case end
  /// The same step again.
  case stay
  /// The row of the caller that handles this result.
  case result(String)
  /// The error flow with this name.
  case error(String)

  /// The target in the words of the language.
  public var description: String {
    switch self {
    case .step(let id), .section(let id): id
    case .goto(let flow, nil): "goto \(flow)"
    case .goto(let flow, let place?): "goto \(flow):\(place)"
    case .back: "back"
    case .resume: "resume"
    case .end: "end"
    case .stay: "stay"
    case .result(let name): "result \(name)"
    case .error(let name): "error \(name)"
    }
  }
}

extension FlowTables {
  package func target(_ record: TargetRecord) -> Target {
    switch record.kind {
    case .step: .step(string(record.name))
    case .section: .section(string(record.name))
    case .goto: .goto(flow: string(record.name), at: optional(record.place))
    case .back: .back
    case .resume: .resume
    case .end: .end
    case .stay: .stay
    case .result: .result(string(record.name))
    case .error: .error(string(record.name))
    }
  }
}
