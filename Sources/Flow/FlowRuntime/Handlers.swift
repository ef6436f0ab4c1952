/// The code behind the named actions of flow files.
public struct Handlers: Sendable {
  /// Runs where its caller runs, so that an answer that is at hand costs no change of threads; a
  /// handler that works long without waiting should go elsewhere itself.
  public typealias Body =
    nonisolated(nonsending) @Sendable (borrowing HandlerContext) async throws -> Answer

  package struct Binding: Sendable {
    package let outcomes: [String]
    package let body: Body
  }

  package private(set) var bindings: [String: Binding] = [:]

  public init() {}

  /// Binds an action. A second binding of the same name replaces the first.
  ///
  /// - Parameters:
  ///   - action: the name that flow files use: `biometrics.scan`.
  ///   - outcomes: everything that `body` may answer. Every step with the action must have a row
  ///     for each; ``Runner`` checks that before it starts.
  ///   - body: does the work. It is cancelled when the user or a timer is faster. An
  ///     ``ActionFailure`` that it throws takes the step's `error` row of that name.
  public mutating func bind(_ action: String, outcomes: [String], _ body: @escaping Body) {
    bindings[action] = Binding(outcomes: outcomes, body: body)
  }

  /// Leaves an action to the person again.
  public mutating func unbind(_ action: String) {
    bindings[action] = nil
  }

  /// The names of all bound actions, sorted.
  public var actions: [String] { bindings.keys.sorted() }

  /// What every bound action may answer, by its name.
  public var outcomes: [String: Set<String>] { bindings.mapValues { Set($0.outcomes) } }
}

/// What a handler answers: one of the outcomes it declared.
public struct Answer: ExpressibleByStringLiteral, Hashable, Sendable {
  public let outcome: String

  public init(_ outcome: String) {
    self.outcome = outcome
  }

  public init(stringLiteral outcome: String) {
    self.outcome = outcome
  }
}

/// An action could not be done: the name of an error flow, such as `No internet`.
public struct ActionFailure: Error, Hashable, Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}
