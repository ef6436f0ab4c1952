internal import FlowModel

/// Which inputs of some flows are plain and which are secrets. A parameter is what its callers
/// pass; if that is a value, it is not an input.
struct InputKinds {
  private(set) var plain: [String] = []
  private(set) var secret: [String] = []

  private struct Kinds: OptionSet {
    let rawValue: UInt8
    static let plain = Kinds(rawValue: 1)
    static let secret = Kinds(rawValue: 2)
    static let value = Kinds(rawValue: 4)
    static let both: Kinds = [.plain, .secret]
  }

  /// The inputs and parameters, in document order.
  init(_ flows: [Flow], as reading: Reading) {
    var kinds: [[String: Kinds]] = flows.map { flow in
      var kinds: [String: Kinds] = [:]
      for input in flow.steps.flatMap(\.inputs) {
        kinds[input.name, default: []].insert(input.isSecret ? .secret : .plain)
      }
      for value in flow.steps.flatMap(\.values) { kinds[value, default: []].insert(.value) }
      return kinds
    }
    let indices = Dictionary(flows.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let calls = flows.enumerated().flatMap { index, flow in
      flow.steps.flatMap { step -> [(caller: Int, flow: Int, parameter: String, value: String)] in
        guard let callee = step.callee(reading).flatMap({ indices[$0] }) else { return [] }
        return step.arguments.map { (index, callee, $0.parameter, $0.value) }
      }
    }
    // A parameter may be passed on, so this is repeated until nothing changes.
    var changes = true
    while changes {
      changes = false
      for call in calls {
        let passed = kinds[call.caller][call.value] ?? []
        let known = kinds[call.flow][call.parameter] ?? []
        if !known.isSuperset(of: passed) {
          kinds[call.flow][call.parameter] = known.union(passed)
          changes = true
        }
      }
    }
    var (plainSeen, secretSeen): (Set<String>, Set<String>) = ([], [])
    for (index, flow) in flows.enumerated() {
      for name in flow.parameters + flow.steps.flatMap({ $0.inputs.map(\.name) }) {
        let found = kinds[index][name] ?? .both
        if found.contains(.plain), plainSeen.insert(name).inserted { plain.append(name) }
        if found.contains(.secret), secretSeen.insert(name).inserted { secret.append(name) }
      }
    }
  }
}
