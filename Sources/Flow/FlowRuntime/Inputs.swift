internal import FlowModel
internal import Secrets
internal import Synchronization

/// What the user has entered during a run: plain values, and secrets to be used once.
///
/// Only the handler that was admitted last can read them. A handler that was overtaken by the user
/// or a timer may go on for a while, and must not take what is entered for another step.
///
/// A class, because a secret can be in one place only and two sides access it (decision 0002).
final class Inputs: Sendable {
  /// A secret that nobody took, what is known of it, and the name with which it was entered.
  private struct Kept {
    let slot: SecretSlot
    let entered: EnteredInput
    let name: String
  }

  private struct Content {
    var values: [String: String] = [:]
    var secrets: [String: Kept] = [:]
    /// What was entered since the last choice where no step or flow asks for it.
    var unknown: Set<String> = []
    /// What has to be secret and was entered as plain text since the last choice.
    var exposed: Set<String> = []
    /// The handler that was admitted last.
    var reader = 0

    func entered(_ name: String) -> EnteredInput? {
      if exposed.contains(name) { return EnteredInput([], isSecret: false) }
      return secrets[name]?.entered ?? values[name].map { EnteredInput($0.utf8, isSecret: false) }
    }

    mutating func note(_ name: String, at step: Step) {
      guard !step.inputs.contains(where: { $0.name == name }) else { return }
      if !step.flow.parameters.contains(name) { unknown.insert(name) }
    }

    mutating func forgetUnknown() {
      for name in unknown {
        values[name] = nil
        secrets[name] = nil
      }
      unknown = []
    }
  }

  private let content = Mutex(Content())

  /// The plain values that some step has asked for, for a snapshot.
  var values: [String: String] {
    get {
      content.withLock { content in content.values.filter { !content.unknown.contains($0.key) } }
    }
    set { content.withLock { $0.values = newValue } }
  }

  /// Keeps a plain value that was entered at a step. Of a value that has to be secret, it only
  /// keeps that it was entered.
  func set(_ name: String, _ value: String, at step: Step) {
    let isSecret = step.inputs.contains { $0.name == name && $0.isSecret }
    content.withLock {
      $0.note(name, at: step)
      if isSecret { $0.exposed.insert(name) } else { $0.values[name] = value }
    }
  }

  func set(_ name: String, secret: consuming Secret, at step: Step) {
    let entered = secret.withBytes { EnteredInput($0, isSecret: true) }
    let slot = SecretSlot(secret)
    content.withLock {
      $0.note(name, at: step)
      $0.exposed.remove(name)
      $0.secrets[name] = Kept(slot: slot, entered: entered, name: name)
    }
  }

  /// Why a row of the step cannot be taken with what was entered. Nil if it can.
  ///
  /// A value stays for the next screen that asks for it; a secret, until it is taken.
  func refusal(of row: Row, at step: Step) -> Refusal? {
    let inputs = step.inputs
    return content.withLock { content in
      let unknown = content.unknown.min()
      content.forgetUnknown()
      defer { content.exposed = [] }
      if let unknown { return .unknown(unknown, has: inputs.map(\.name)) }
      for input in inputs where row.enters.contains(input.name) {
        if let refusal = input.refusal(of: content.entered(input.name)) { return refusal }
      }
      return nil
    }
  }

  /// Forgets what no step or flow asks for: what was entered for a row that is refused anyway, so
  /// that it does not stand in the way of the next one.
  func forgetUnknown() { content.withLock { $0.forgetUnknown() } }

  /// Shuts out all handlers that were admitted before.
  ///
  /// - Returns: the number with which a new handler reads.
  @discardableResult
  func admit() -> Int {
    content.withLock {
      $0.reader += 1
      return $0.reader
    }
  }

  func value(_ name: String, for reader: Int) -> String? {
    content.withLock { $0.reader == reader ? $0.values[name] : nil }
  }

  func takeSecret(_ name: String, for reader: Int) -> Secret? {
    let slot = content.withLock {
      $0.reader == reader ? $0.secrets.removeValue(forKey: name) : nil
    }
    return slot?.slot.take()
  }

  /// Keeps a secret again that a handler took. It is wiped if the handler was shut out meanwhile.
  func giveBack(_ secret: consuming Secret, as name: String, for reader: Int) {
    let entered = secret.withBytes { EnteredInput($0, isSecret: true) }
    let slot = SecretSlot(secret)
    content.withLock {
      guard $0.reader == reader, $0.secrets[name] == nil else { return }
      $0.secrets[name] = Kept(slot: slot, entered: entered, name: name)
    }
  }

  /// Lends all secrets that nobody took, in the order of their names.
  func lendSecrets(_ body: (KeptSecret.Name, borrowing Secret) -> Void) {
    content.withLock { content in
      for (name, kept) in content.secrets.sorted(by: { $0.key < $1.key }) {
        kept.slot.lend { body(KeptSecret.Name(now: name, entered: kept.name), $0) }
      }
    }
  }

  /// Keeps a secret of a run that was restored.
  func keep(_ secret: consuming Secret, as name: KeptSecret.Name) {
    let entered = secret.withBytes { EnteredInput($0, isSecret: true) }
    let slot = SecretSlot(secret)
    content.withLock {
      $0.secrets[name.now] = Kept(slot: slot, entered: entered, name: name.entered)
    }
  }

  /// Moves the values that a caller passes to parameters with other names.
  func rename(_ arguments: [(parameter: String, value: String)]) {
    for (parameter, name) in arguments where parameter != name {
      content.withLock { content in
        if let value = content.values[name] { content.values[parameter] = value }
        if let secret = content.secrets.removeValue(forKey: name) {
          content.secrets[parameter] = secret
        }
      }
    }
  }

  /// Whether there is a secret that nobody took.
  func hasSecret(_ name: String) -> Bool { content.withLock { $0.secrets[name] != nil } }

  /// Wipes those of some secrets that nobody took, by the names with which they were entered.
  func wipeSecrets(_ names: Set<String>) {
    content.withLock { content in
      for (key, kept) in content.secrets where names.contains(key) || names.contains(kept.name) {
        content.secrets[key] = nil
      }
    }
  }

  /// Wipes the secrets that nobody took.
  func wipeSecrets() {
    content.withLock { $0.secrets.removeAll() }
  }
}
