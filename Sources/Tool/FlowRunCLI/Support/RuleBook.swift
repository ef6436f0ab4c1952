internal import CompiledFlows
internal import Diagnostics
internal import FlowFiles
internal import FlowLoader
internal import FlowModel

/// The house rules of a folder of flows: those below `rules`, and those of the flows themselves.
struct RuleBook {
  /// The rules, those of the files first.
  let rules: [HouseRule]
  /// The contracts of actions.
  let contracts: [Contract]
  private let ruleFiles: [SourceFile]

  /// The errors of files that cannot be read.
  let diagnostics: [Diagnostic]

  private init(_ rules: HouseRules, _ diagnostics: [Diagnostic] = [], files: [SourceFile]) {
    (self.rules, contracts) = (rules.rules, rules.contracts)
    (self.diagnostics, ruleFiles) = (diagnostics, files)
  }

  /// Refuses files that cannot be read. Compiled flows have their own
  /// rules.
  init(_ catalogue: Catalogue, in folder: @autoclosure () throws -> String) throws {
    guard !catalogue.isCompiled else {
      let found: HouseRules
      do { found = try catalogue.houseRules() } catch { throw Refusal("\(error)") }
      let paths = found.rules.filter { $0.flow == nil }.map(\.path)
      self.init(found, files: SourceFile.excerpts(from: Set(paths)))
      return
    }
    self.init(readable: catalogue, in: try folder())
    if !diagnostics.isEmpty {
      throw Refusal(diagnostics, in: ruleFiles, "the house rules cannot be read")
    }
  }

  /// The rules that can be read.
  init(readable catalogue: Catalogue, in folder: String) {
    let (read, diagnostics, files) = FlowLoader.rules(in: folder)
    var found = read
    found.rules += catalogue.flows.flatMap(\.rules)
    self.init(found, diagnostics, files: files)
  }

  /// The rules with this name; all without one.
  func rules(named name: String?) throws -> [HouseRule] {
    guard let name else { return rules }
    let chosen = rules.filter { $0.name.text == name }
    guard chosen.isEmpty else { return chosen }
    let known = rules.map(\.name.text)
    let nearest = DidYouMean.question(for: name, in: known)
    throw Refusal(
      "there is no house rule `\(name)`; \(nearest ?? "docs/house-rules.md shows how to write one")"
    )
  }

  /// The rules and contracts, to be compiled with the flows.
  var houseRules: HouseRules {
    var all = HouseRules()
    (all.rules, all.contracts) = (rules, contracts)
    return all
  }

  /// The files of the rules, for places in messages.
  func files(of catalogue: Catalogue) -> [SourceFile] {
    let inFlows = Set(rules.filter { $0.flow != nil }.map(\.path))
    return ruleFiles + SourceFile.excerpts(from: inFlows)
  }
}
