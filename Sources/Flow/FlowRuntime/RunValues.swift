internal import FlowModel

/// The values that actions have returned in a run. They belong to a flow at its depth of calls, so
/// that Back into a flow that a `goto` has left finds them, and a flow that calls itself does not
/// change those of its caller.
package struct RunValues: Hashable, Sendable {
  package struct Scope: Hashable, Sendable {
    package let flow: Int32
    package let depth: Int32
    package var values: [ShownValue]

    package init(flow: Int32, depth: Int32, values: [ShownValue] = []) {
      self.flow = flow
      self.depth = depth
      self.values = values
    }
  }

  package private(set) var scopes: [Scope]

  package init(_ scopes: [Scope] = []) { self.scopes = scopes }

  package var isEmpty: Bool { scopes.isEmpty }

  private func place(_ scope: Scope) -> Int? {
    scopes.firstIndex { $0.flow == scope.flow && $0.depth == scope.depth }
  }

  /// The values of the flow that the machine is in.
  package func values(at machine: Machine) -> [ShownValue] { values(in: machine.scope) }

  package func values(in scope: Scope) -> [ShownValue] {
    place(scope).map { scopes[$0].values } ?? []
  }

  /// Keeps what a step declares of what its action has returned.
  package mutating func keep(at machine: Machine, _ returned: (String) -> String?) {
    set(
      machine.step.values.map { ShownValue(name: $0, text: ShownText.cut(returned($0) ?? "")) },
      in: machine.scope)
  }

  private mutating func set(_ values: [ShownValue], in scope: Scope) {
    guard !values.isEmpty else { return }
    let place = place(scope) ?? scopes.count
    if place == scopes.count { scopes.append(scope) }
    for value in values {
      scopes[place].values.removeAll { $0.name == value.name }
      scopes[place].values.append(value)
    }
  }

  private mutating func remove(_ scope: Scope) -> [ShownValue] {
    guard let place = place(scope) else { return [] }
    return scopes.remove(at: place).values
  }

  /// Passes values to the flow that a step has called, as its parameters.
  package mutating func enter(_ machine: Machine, from caller: Machine) {
    let known = values(at: caller)
    let arguments = caller.step.arguments
    _ = remove(machine.scope)
    var passed: [ShownValue] = []
    for parameter in machine.step.flow.parameters {
      let name = arguments.first { $0.parameter == parameter }?.value ?? parameter
      guard let value = known.first(where: { $0.name == name }) else { continue }
      passed.append(ShownValue(name: parameter, text: value.text))
    }
    set(passed, in: machine.scope)
  }

  /// Takes over what a called flow returns with its result; the rest of its values are forgotten.
  package mutating func giveBack(to machine: Machine) {
    let tables = machine.program.tables
    let callee = tables.rareFields[Int(machine.head.number)].callee
    guard callee >= 0 else { return }
    var scope = machine.scope
    scope = Scope(
      flow: tables.flowOfStep[Int(machine.program.head(of: callee).number)], depth: scope.depth + 1)
    let gone = remove(scope)
    keep(at: machine) { name in gone.first { $0.name == name }?.text }
  }
}

extension Machine {
  /// The flow of the current step, and how deeply it was called.
  package var scope: RunValues.Scope {
    RunValues.Scope(
      flow: program.tables.flowOfStep[Int(head.number)], depth: Int32(truncatingIfNeeded: depth))
  }
}
