// The letters of the sentence's automaton, as expressions.

extension RuleEvents.Test {
  var promela: String {
    "(" + values.map { "f\(fact) == \($0)" }.joined(separator: " || ") + ")"
  }
}

extension RuleEvents.Meaning {
  var promela: String {
    var fixed = fixed
    var terms: [String] = []
    func add(_ bit: UInt8, _ any: String) {
      let all = (["(\(any))"] + (bit == 1 ? during.map(\.promela) : [])).joined(separator: " && ")
      terms.append("(\(all) -> \(bit) : 0)")
    }
    if fixed & 1 == 1, !during.isEmpty {
      fixed -= 1
      add(1, "true")
    }
    for (bit, tests) in optional { add(bit, tests.map(\.promela).joined(separator: " || ")) }
    return (["\(fixed)"] + terms).joined(separator: " + ")
  }
}
