/// The code that performs the named actions of flow files.
public struct Handlers: Sendable {
  /// The code of one action. It runs where its caller runs, so that an immediate answer needs no
  /// change of threads. A handler that computes for long should move to another executor itself.
  public typealias Body =
    nonisolated(nonsending) @Sendable (borrowing HandlerContext) async throws -> Answer

  package struct Binding: Sendable {
    package let outcomes: [String]
    package let values: [String]
    package let body: Body
  }

  package private(set) var bindings: [String: Binding] = [:] {
    didSet { checked = Actions.Checked(except: checked.decided) }
  }
  private var checked = Actions.Checked(except: [])

  /// No bindings.
  public init() {}

  /// Binds an action. A second binding of the same name replaces the first.
  ///
  /// - Parameters:
  ///   - action: the name in flow files, such as `biometrics.scan`.
  ///   - outcomes: all possible answers of `body`. Every step with the action must have a row for
  ///     each of them; ``Runner`` checks this before it starts.
  ///   - values: the names of all values that `body` may return. A step may declare these to be
  ///     shown; what it does not declare is ignored.
  ///   - body: performs the action. It is cancelled when the user or a timer comes first. If it
  ///     throws an ``ActionFailure``, the step's `error` row of that name is taken.
  public mutating func bind(
    _ action: String, outcomes: [String], values: [String] = [], _ body: @escaping Body
  ) {
    bindings[action] = Binding(outcomes: outcomes, values: values, body: body)
  }

  /// Removes the binding of an action, so that a person decides its outcome.
  public mutating func unbind(_ action: String) {
    bindings[action] = nil
    checked = Actions.Checked(except: checked.decided.union([action]))
  }

  /// The actions of a program, checked.
  func actions(of program: Program) throws(RunnerError) -> Actions {
    try checked.actions(bindings, for: program)
  }

  /// The names of all bound actions, sorted.
  public var actions: [String] { bindings.keys.sorted() }

  /// The outcomes of every bound action, by name.
  public var outcomes: [String: Set<String>] { bindings.mapValues { Set($0.outcomes) } }

  /// The values that every bound action may return, by name.
  public var values: [String: Set<String>] { bindings.mapValues { Set($0.values) } }
}

/// The answer of a handler: one of its declared outcomes, and values to be shown.
public struct Answer: ExpressibleByStringLiteral, Hashable, Sendable {
  /// The outcome.
  public let outcome: String
  /// The values, by name. No row depends on them, and they must not be secret.
  public let values: [String: String]

  /// An answer with this outcome and these values.
  public init(_ outcome: String, values: [String: String] = [:]) {
    self.outcome = outcome
    self.values = values
  }

  public init(stringLiteral outcome: String) {
    self.init(outcome)
  }
}

/// The error that a handler throws if the action fails: the name of an error flow, such as `No
/// internet`.
public struct ActionFailure: Error, Hashable, Sendable {
  /// The name of the error flow.
  public let name: String

  /// A failure that leads to the error flow called `name`.
  public init(_ name: String) {
    self.name = name
  }
}
