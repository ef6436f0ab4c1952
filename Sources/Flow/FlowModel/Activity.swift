/// The kind of a step: who acts, and how.
public enum Activity: String, Hashable, Sendable, CaseIterable {
  /// Each is written as the key of the same name.
  case screen, prompt, notice, determine, validate, execute, system, os, call, await, user, outside

  /// The keyword in the language.
  public var key: String { rawValue }

  /// Whether the step shows something to the user that stays until the user acts.
  public var isShown: Bool {
    switch self {
    case .screen, .prompt, .notice: true
    case .determine, .validate, .execute, .system, .os, .call, .await, .user, .outside: false
    }
  }

  /// Whether something other than the user decides how the step ends.
  package var isAnswered: Bool { isPassing || self == .await }

  /// Whether the system goes on at once, unless the step has an action, a timer or rows.
  package var isPassing: Bool {
    switch self {
    case .determine, .validate, .execute, .system, .os, .outside: true
    case .screen, .prompt, .notice, .call, .await, .user: false
    }
  }

  /// The sentence in the printed table.
  package func sentence(_ subject: String) -> String {
    switch self {
    case .screen: "System shows screen '\(subject)'"
    case .prompt: "System shows prompt '\(subject)'"
    case .notice: "System shows message '\(subject)'"
    case .determine: "System determines \(subject)"
    case .validate: "System validates \(subject)"
    case .execute: "System executes \(subject)"
    case .system: "System \(subject)"
    case .os: "Operating system \(subject)"
    case .call: "System executes partial flow \(subject)"
    case .await: "System waits for \(subject)"
    case .user: "User \(subject)"
    case .outside: subject
    }
  }
}
