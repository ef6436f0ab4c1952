package import CompiledFlows
package import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
package import FlowModel

/// The house rules of flows: those below `rules` in their folder, and those of the flows
/// themselves.
package struct HouseRuleBook: Sendable {
  /// The rules, those of the files first, and the contracts of actions.
  package let houseRules: HouseRules
  /// What keeps files from being read.
  package let diagnostics: [Diagnostic]
  /// The files below `rules`.
  package let files: [SourceFile]

  /// The rules.
  package var rules: [HouseRule] { houseRules.rules }
  /// The contracts of actions.
  package var contracts: [Contract] { houseRules.contracts }

  /// The rules of the flows themselves.
  package init(of catalogue: Catalogue) {
    var all = HouseRules()
    all.rules = catalogue.flows.flatMap(\.rules)
    (houseRules, diagnostics, files) = (all, [], [])
  }

  /// The rules of compiled flows, which have no folder.
  package init(compiled catalogue: Catalogue) throws(CompiledFlowsError) {
    houseRules = try catalogue.houseRules()
    diagnostics = []
    let paths = Set(houseRules.rules.filter { $0.flow == nil }.map(\.path))
    files = paths.compactMap { try? SourceFile(readingFrom: $0) }
  }

  /// The rules that can be read.
  ///
  /// - Parameter open: the files that are open in an editor, by path.
  package init(_ catalogue: Catalogue, in folder: String, open: [String: SourceFile] = [:]) {
    let (found, diagnostics, files) = FlowLoader.rules(in: folder, open: open)
    var all = found
    all.rules += catalogue.flows.flatMap(\.rules)
    (houseRules, self.diagnostics, self.files) = (all, diagnostics, files)
  }

  /// The files of all rules, for places in messages.
  package var allFiles: [SourceFile] {
    let inFlows = Set(rules.filter { $0.flow != nil }.map(\.path))
    return files + inFlows.sorted().compactMap { try? SourceFile(readingFrom: $0) }
  }
}
