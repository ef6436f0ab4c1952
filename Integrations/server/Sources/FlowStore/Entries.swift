public import FlowKit

/// What a user has entered for a row: plain inputs and secrets.
public struct Entries: Sendable {
  /// The plain inputs, by name.
  public var values: [String: String]
  private(set) var secrets: [String: EnteredSecret] = [:]

  /// Plain inputs.
  public init(_ values: [String: String] = [:]) { self.values = values }

  /// Adds a secret. It is wiped when these entries are gone.
  public mutating func enter(secret: consuming Secret, as name: String) {
    secrets[name] = EnteredSecret(secret)
  }

  /// A copy of a secret that was entered, for what is no run: a log in. Nil if there is none.
  public func secret(_ name: String) -> Secret? { secrets[name]?.copy() }

  /// Enters everything at a run.
  func enter(into run: isolated Runner) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { run.enter(value, as: name) }
    for (name, secret) in secrets.sorted(by: { $0.key < $1.key }) {
      run.enter(secret: secret.copy(), as: name)
    }
  }
}

/// A secret that may be entered again when the database has lost a transaction.
///
/// A class, since a secret cannot be an element of a collection.
final class EnteredSecret: Sendable {
  private let secret: Secret

  init(_ secret: consuming Secret) { self.secret = secret }

  var count: Int { secret.count }
  func copy() -> Secret { secret.duplicated() }
  func lend(_ body: (UnsafeRawBufferPointer) -> Void) { secret.withBytes { body($0) } }
}
