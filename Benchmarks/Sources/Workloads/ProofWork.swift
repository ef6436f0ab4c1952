import CLimits
import Diagnostics
import Files
import FlowFiles
import FlowLoader
import FlowModel
import FlowProof

/// House rules to prove: the rules of the project's own flows on a thousand of them, and a ladder.
package struct ProofWork {
  package let catalogue: Catalogue
  package let rules: HouseRules

  /// A catalogue of at least so many flows: copies of the flows in a folder, with names of their
  /// own. Each of the rules is about another copy.
  package init(_ folder: String, flows: Int, rules: Int) throws {
    guard let first = FlowLoader().load(folder: folder).catalogue else {
      throw BenchError("the flows do not load")
    }
    let files = try first.flows.map { flow in
      SourceFile(path: flow.path, bytes: try FileSystem.read(flow.path))
    }
    let ruleFiles = FlowLoader.rules(in: folder).files
    var names: Set<String> = []
    for flow in first.flows {
      names.insert(flow.id)
      if let alias = flow.alias { names.insert(alias) }
      names.formUnion(flow.steps.compactMap { $0.action })
    }
    let copies = (flows + files.count - 1) / files.count
    var copied: [SourceFile] = []
    for copy in 0..<copies {
      for file in files { copied.append(ProofWork.renamed(file, names, "-\(copy)")) }
    }
    let result = FlowLoader().load(copied)
    guard let catalogue = result.catalogue else {
      throw BenchError(
        "the copies do not load: \(result.diagnostics.filter { $0.severity == .error }.prefix(2))")
    }
    var all = HouseRules()
    for copy in 0..<rules {
      var place = copy
      for file in ruleFiles {
        let loaded = RuleLoader().load(ProofWork.renamed(file, names, "-\(copy % copies)"))
        guard loaded.diagnostics.isEmpty else { throw BenchError("the rules do not load") }
        if loaded.rules.rules.indices.contains(place) {
          all.rules.append(loaded.rules.rules[place])
          all.contracts += loaded.rules.contracts
        }
        place -= loaded.rules.rules.count
      }
    }
    guard all.rules.count == rules else { throw BenchError("there are fewer rules") }
    self.catalogue = catalogue
    self.rules = all
  }

  /// Proves all rules. Returns the number of rules.
  package func prove() throws -> Int {
    let prover = Prover(catalogue, contracts: rules.contracts)
    for rule in rules.rules where prover.prove(rule).verdicts.count != 2 {
      throw BenchError("\(rule.name.text) is undecided: \(prover.prove(rule).diagnostics)")
    }
    return rules.rules.count
  }

  /// A file in which all these names end otherwise.
  private static func renamed(_ file: SourceFile, _ names: Set<String>, _ end: String) -> SourceFile
  {
    var text = ""
    var word = ""
    func add() {
      let bare = word.hasSuffix(".") ? String(word.dropLast()) : word
      text += names.contains(bare) ? bare + end + word.dropFirst(bare.count) : word
      word = ""
    }
    var original = String(decoding: file.bytes, as: UTF8.self)
    for name in names where name.contains(" ") { original.replace(name, with: name + end) }
    for character in original {
      if character.isLetter || character.isNumber || ".-".contains(character) {
        word.append(character)
      } else {
        add()
        text.append(character)
      }
    }
    add()
    let path = file.path.dropLast(".yaml".count) + end + ".yaml"
    return SourceFile(path: String(path), bytes: Array(text.utf8))
  }
}

/// A ladder with two ways at each rung, a rule that is about all of it, and the same graph for C.
package struct ProofLadder {
  private let prover: Prover
  private let rule: HouseRule
  private let first: [Int32]
  private let targets: [Int32]

  /// A ladder with this number of states, or up to two more.
  package init(states: Int) throws {
    var steps = ""
    let rungs = (states + 1) / 3
    for rung in 0..<rungs {
      let base = rung * 3 + 1
      steps += """
          - step: \(base)
            user: chooses
            rows:
              a: { user: goes left, next: \(base + 1) }
              b: { user: goes right, next: \(base + 2) }
          - step: \(base + 1)
            user: climbs
            next: \(base + 3)
          - step: \(base + 2)
            user: climbs
            next: \(base + 3)

        """
    }
    steps += "  - step: \(rungs * 3 + 1)\n    user: leaves\n    next: end\n"
    let text = """
      flow: L1
      kind: use case
      title: A ladder
      steps:
      \(steps)
      """
    let ruleText = """
      rules:
        - rule: not-without-a-choice
          never: L1:\(rungs * 3 + 1)
          before: [L1:1a, L1:1b]
          because: It is measured
      """
    let file = SourceFile(path: "L1.yaml", bytes: Array(text.utf8))
    let ruleFile = SourceFile(path: "rules.yaml", bytes: Array(ruleText.utf8))
    let result = FlowLoader().load([file])
    guard let catalogue = result.catalogue, let flow = catalogue.flows.first,
      let rule = RuleLoader().load(ruleFile).rules.rules.first
    else { throw BenchError("the ladder does not load: \(result.diagnostics.prefix(2))") }
    prover = Prover(catalogue)
    self.rule = rule
    var first: [Int32] = [0]
    var targets: [Int32] = []
    for step in flow.steps {
      targets += step.rows(.written).compactMap { $0.next(.written).map { Int32($0.index) } }
      first.append(Int32(targets.count))
    }
    self.first = first
    self.targets = targets
  }

  /// Searches the graph in C. Returns the number of searches.
  package func limit() throws -> Int {
    for _ in 0..<50 {
      guard limit_breadth_first(first, targets, Int32(first.count - 1)) == first.count - 1 else {
        throw BenchError("C reaches other states")
      }
    }
    return 50
  }

  /// Decides the rule in both readings. Returns the number of proofs.
  package func prove() throws -> Int {
    for _ in 0..<10 {
      let verdicts = prover.prove(rule).verdicts
      guard verdicts.map(\.name) == ["holds", "holds"] else { throw BenchError("it does not hold") }
    }
    return 10
  }
}
