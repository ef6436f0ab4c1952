public import FlowRuntime

/// The app under test, for ``drive(_:_:_:_:as:from:facts:until:)``.
///
/// Each function may be missing. What one throws is the failure in the report. One that talks with
/// `XCUIApplication`, or has a model on the main actor, is a class on the main actor.
public protocol DrivenApp: Sendable {
  /// Opens the app anew, for a run that stands there.
  func start(_ situation: Situation) async throws

  /// Does what the move says.
  ///
  /// - Parameter situation: where the run stands before.
  /// - Returns: the values that the app shows from now on, by name. Titles and messages of later
  ///   situations have them.
  func take(_ move: DriverMove, _ situation: Situation) async throws
    -> [String: String]

  /// Makes sure that the app is where the run is.
  func shows(_ situation: Situation) async throws
}

extension DrivenApp {
  public func start(_ situation: Situation) async throws {}

  public func take(_ move: DriverMove, _ situation: Situation) async throws
    -> [String: String]
  {
    [:]
  }

  public func shows(_ situation: Situation) async throws {}
}

/// No app: the walk is only planned.
public struct NoApp: DrivenApp {
  /// An app that does nothing and is always right.
  public init() {}
}

/// Why a walk cannot go on: a sentence in lower case, without a full stop.
public struct DriverError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) {
    self.description = description
  }
}
