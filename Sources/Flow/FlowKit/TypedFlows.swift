// The protocols of the types of `flowrun swift`. With them an app names rows, inputs and facts by
// cases that the compiler knows, where it would name them by strings.

/// A flow, as a type.
public protocol TypedFlow: Sendable {
  /// The id of the flow.
  static var flow: String { get }
}

/// Names that flow files give, as the cases of an enum. The raw value is the name in the files,
/// or the id of a row or step without a name.
public protocol FlowName: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {}

/// The steps of a flow.
public protocol StepName: FlowName {}

/// The rows of a flow.
public protocol RowName: FlowName {}

/// The outcomes of an action for which all steps that perform it have a row.
public protocol OutcomeName: FlowName {}

/// The answers of an action that returns values: a case for each outcome, with the values that
/// texts may show after it.
public protocol TypedAnswer: Sendable {
  /// The outcomes of all cases.
  static var outcomes: [String] { get }
  /// The names of the values of all cases.
  static var values: [String] { get }
  /// The outcome with its values.
  var answer: Answer { get }
}

/// The values that actions of an app's flows return to be shown.
public protocol ValueName: FlowName {}

/// The plain inputs of an app's flows.
public protocol InputName: FlowName {}

/// The secret inputs of an app's flows.
public protocol SecretName: FlowName {}

/// The values of a fact.
public protocol FactName: FlowName {
  /// The name of the fact.
  static var fact: String { get }
}

/// A value for every fact of an app's flows.
public protocol StartingFacts: Sendable {
  /// The values.
  var values: [any FactName] { get }
}

extension StepName {
  /// The step where a run stands. Nil if that is a step of another flow.
  public init?(_ situation: Situation) { self.init(rawValue: situation.step.qualifiedName) }
}

extension RowName {
  /// The row with the same name or, without one, the same id. Nil if it belongs to another flow.
  public init?(_ row: Row) { self.init(rawValue: row.qualifiedName) }
}

extension FactName {
  /// The value of the fact in a run.
  public init?(_ situation: Situation) {
    guard let value = situation.machine.value(of: Self.fact) else { return nil }
    self.init(rawValue: value)
  }
}

extension Situation {
  /// The value as the texts of the step show it. Nil if it is not there, or if no text of the step
  /// shows values.
  public func value(_ name: some ValueName) -> String? { values[name.rawValue] }
}

extension Handlers {
  /// The code of an action that answers with one of these outcomes.
  public typealias TypedBody<Outcome> =
    nonisolated(nonsending) @Sendable (borrowing HandlerContext) async throws -> Outcome

  /// Binds an action to code that answers with one of the cases of `Outcome`.
  public mutating func bind<Outcome: OutcomeName>(
    _ action: String, _ body: @escaping TypedBody<Outcome>
  ) {
    bind(action, outcomes: Outcome.allCases.map(\.rawValue)) { context in
      Answer(try await body(context).rawValue)
    }
  }

  /// Binds an action to code that answers with one of the cases of `Outcome` and its values.
  public mutating func bind<Outcome: TypedAnswer>(
    _ action: String, _ body: @escaping TypedBody<Outcome>
  ) {
    bind(action, outcomes: Outcome.outcomes, values: Outcome.values) { context in
      try await body(context).answer
    }
  }
}

extension HandlerContext {
  /// The text that the user last entered into this input; see ``input(_:)-(String)``.
  public func input(_ name: some InputName) -> String? { input(name.rawValue) }

  /// Takes a secret out of the run, to be used once; see ``secret(_:)-(String)``.
  public func secret(_ name: some SecretName) throws(LostSecret) -> Secret {
    try secret(name.rawValue)
  }

  /// Takes a secret that may not have been entered; see ``takeSecret(_:)-(String)``.
  public func takeSecret(_ name: some SecretName) -> Secret? { takeSecret(name.rawValue) }

  /// Gives a secret back for the next try; see ``giveBack(_:as:)-(_,String)``.
  public func giveBack(_ secret: consuming Secret, as name: some SecretName) {
    giveBack(secret, as: name.rawValue)
  }
}

extension Runner {
  /// A run at the first step of a flow.
  ///
  /// - Parameters:
  ///   - program: the program of the flows that the types were written from.
  ///   - start: the flow.
  ///   - handlers: the code of its actions, from the function `handlers` of the types.
  ///   - facts: first values of facts. Without them, each fact has the first value that its flow
  ///     declares.
  ///   - clock: the clock of timers.
  public init(
    _ program: Program, start: (some TypedFlow).Type, handlers: Handlers = Handlers(),
    facts: (any StartingFacts)? = nil, clock: any RunClock = SystemRunClock()
  ) throws(RunnerError) {
    guard let flow = program.catalogue.flow(id: start.flow) else {
      throw .cannotStart(start.flow)
    }
    var values: [String: String] = [:]
    for value in facts?.values ?? [] { values[type(of: value).fact] = value.rawValue }
    try self.init(program, start: flow, handlers: handlers, facts: values, clock: clock)
  }

  /// Takes a row of the step and continues; see ``choose(_:)-(String)``.
  @discardableResult
  public func choose(_ row: some RowName) async throws(RunnerError) -> Pause {
    try await choose(row.rawValue)
  }

  /// Sets the value of an input that is not secret.
  public func enter(_ value: String, as input: some InputName) { enter(value, as: input.rawValue) }

  /// Sets a secret input. It is wiped after the action has used it, or when the run leaves the
  /// flow.
  public func enter(secret: consuming Secret, as input: some SecretName) {
    enter(secret: secret, as: input.rawValue)
  }
}
