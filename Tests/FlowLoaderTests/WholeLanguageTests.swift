import Diagnostics
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@testable import FlowLoader

/// The random flows with every key of the language.
@Suite struct WholeLanguageTests {
  @Test("The random flows have every key of every kind of mapping")
  func everyKey() {
    var found: Set<String> = []
    for seed in 0..<80 as Range<UInt64> {
      for tree in RandomCatalogue.trees(seed: seed) {
        for (kind, _, node) in tree.nodes {
          for key in node.keys { found.insert("\(kind ?? "-") \(key)") }
        }
      }
    }
    let mappings = [
      FlowReader.flow.mapping, FlowReader.section.mapping, FlowReader.step.mapping,
      FlowReader.line.mapping, FlowReader.extension.mapping, FlowReader.row.mapping,
      FlowReader.input.mapping, TreeReader.rule.mapping,
    ]
    let all = mappings.flatMap { mapping in
      mapping.keys.map { "\(mapping.kind.word) \($0.word)" }
    }
    let missing = all.filter { !found.contains($0) }
    #expect(all.count > 100)
    #expect(missing.isEmpty)
  }

  @Test("The random flows load without an error, and are the same for a seed")
  func load() throws {
    for seed in 0..<80 as Range<UInt64> {
      #expect(throws: Never.self, "seed \(seed)") {
        try RandomCatalogue.load(seed: seed, flows: 6, kind: .everything)
      }
    }
    let (first, again) = (RandomCatalogue.trees(seed: 7), RandomCatalogue.trees(seed: 7))
    #expect(first == again)
    #expect(first != RandomCatalogue.trees(seed: 8))
  }
}
