internal import FlowModel

/// The secrets that were entered and that no action has used yet, with how the run stood when their
/// steps asked for them: there a run goes on that has lost one of them.
///
/// What was spent is kept while an older state may still be restored, in which it is not spent.
struct AskedSecrets: Sendable {
  /// A secret that was entered.
  struct Item: Sendable {
    let name: String
    /// How many entries there were when it was spent. Nil if it was not.
    var spent: Int?
  }

  /// How a run stood when a step asked.
  struct Origin: Sendable {
    let machine: Machine
    let values: RunValues
    /// Who watches the run. Nil if that is not known.
    let rules: (any RunGuard)?
    /// How many rows of the trace stood.
    let rows: Int
  }

  /// A row at which secrets were entered.
  struct Entry: Sendable {
    var items: [Item]
    var scope: SecretScope
    /// Nil if no step of the run has asked: a parameter that was entered from outside.
    let origin: Origin?

    var isSpent: Bool { items.allSatisfy { $0.spent != nil } }
    func has(_ name: String) -> Bool { items.contains { $0.name == name && $0.spent == nil } }
  }

  /// The most entries; older ones that are spent are forgotten then.
  private static let most = 32

  private(set) var entries: [Entry]
  /// Whether a run has no secrets of its own, so that none can be lost.
  var isOff = false

  init(_ entries: [Entry] = []) { self.entries = entries }

  var isEmpty: Bool { entries.isEmpty }

  /// The entry of a secret that has this name at the current step, and the name that it has there:
  /// a called flow knows it by the name of its parameter. Nil if it was not entered, or is spent.
  func find(_ name: String, at machine: Machine) -> (place: Int, name: String)? {
    var (name, scope, frame) = (name, machine.secretScope, machine.frame)
    while true {
      if let place = entries.lastIndex(where: { $0.scope == scope && $0.has(name) }) {
        return (place, name)
      }
      guard frame >= 0 else { return nil }
      let call = machine.history[Int(frame)]
      let caller = machine.program.step(at: call.block)
      if call.kind == .call, let argument = caller.arguments.first(where: { $0.parameter == name })
      {
        name = argument.value
      }
      frame = call.frame
      scope.depth -= 1
      scope.flow = machine.program.flow(of: call.block)
    }
  }

  /// Adds secrets that were just entered. The same ones that were entered before count as spent.
  mutating func add(_ names: [String], in scope: SecretScope, _ origin: Origin?) {
    guard !isOff else { return }
    if entries.count >= AskedSecrets.most { forget() }
    spend(at: entries.count + 1) { $0.scope == scope && names.contains($1) }
    let items = names.map { Item(name: $0) }
    entries.append(Entry(items: items, scope: scope, origin: origin))
  }

  private mutating func spend(at count: Int, _ isMeant: (Entry, String) -> Bool) {
    for place in entries.indices {
      for item in entries[place].items.indices
      where entries[place].items[item].spent == nil
        && isMeant(entries[place], entries[place].items[item].name)
      {
        entries[place].items[item].spent = count
      }
    }
  }

  private mutating func changeSpent(_ change: (Int) -> Int?) {
    for place in entries.indices {
      for item in entries[place].items.indices {
        entries[place].items[item].spent = entries[place].items[item].spent.flatMap(change)
      }
    }
  }

  private mutating func forget() {
    guard let oldest = entries.firstIndex(where: \.isSpent) else { return }
    entries.remove(at: oldest)
    changeSpent { $0 > oldest ? $0 - 1 : $0 }
  }

  /// An action has used a secret.
  mutating func spend(_ name: String, at machine: Machine) {
    guard let found = find(name, at: machine) else { return }
    let scope = entries[found.place].scope
    spend(at: entries.count) { $0.scope == scope && $1 == found.name }
    prune()
  }

  /// A flow is entered from its beginning: what was entered in an earlier run of it is nothing to
  /// go back to.
  mutating func enter(_ scope: SecretScope) {
    spend(at: entries.count) { entry, _ in entry.scope == scope }
    prune()
  }

  /// A called flow has returned: what was entered there is its caller's.
  mutating func move(from callee: SecretScope, to caller: SecretScope) {
    for place in entries.indices where entries[place].scope == callee {
      entries[place].scope = caller
    }
  }

  private mutating func prune() {
    while let last = entries.last, last.isSpent { entries.removeLast() }
    let count = entries.count
    changeSpent { min($0, count) }
  }

  /// Forgets an entry and all later ones. Returns the names of their secrets.
  mutating func takeBack(to place: Int) -> Set<String> {
    let names = Set(entries[place...].flatMap { $0.items.map(\.name) })
    entries.removeSubrange(place...)
    changeSpent { $0 > place ? nil : $0 }
    return names
  }

  mutating func removeAll() { entries = [] }
}

/// Where a secret was entered: the flow, how deeply it was called, and on top of how many
/// suspensions.
struct SecretScope: Hashable, Sendable {
  var level: Int32
  var depth: Int32
  var flow: Int32
}

extension Machine {
  var secretScope: SecretScope {
    let level = history.reduce(into: Int32(0)) { if $1.kind == .suspension { $0 += 1 } }
    return SecretScope(level: level, depth: scope.depth, flow: scope.flow)
  }
}

extension Program {
  /// The index of the flow of a block's step.
  func flow(of block: Int32) -> Int32 { tables.flowOfStep[Int(head(of: block).number)] }
}

/// Why a run is back at a step that asks for secrets: an action needed what is gone, and was not
/// performed.
public struct AskedAgain: Hashable, Sendable, CustomStringConvertible {
  /// The secrets that were gone, by the names that the action's flow has for them. Never empty.
  public let secrets: [String]
  /// The action that was not performed.
  public let action: String

  /// The reason in a sentence: `card` is gone, so `payment.take` was not performed; enter it again.
  public var description: String {
    let it = secrets.count == 1 ? ("is", "it") : ("are", "them")
    return "\(Refusal.list(secrets)) \(it.0) gone, so `\(action)` was not performed; "
      + "enter \(it.1) again"
  }
}
