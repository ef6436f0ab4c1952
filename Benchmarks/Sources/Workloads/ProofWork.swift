import Diagnostics
import Files
import FlowFiles
import FlowLoader
import FlowModel
import FlowProof

/// House rules to prove: the rules of the project's own flows on a thousand of them.
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
