import Files
import FlowFiles
import FlowLoader
import FlowModel
import FlowProof
import FlowRuntime
import FlowTestSupport
import Foundation
import TestSupport
import Testing

/// Writes programs and rules for SPIN, with the verdicts of the prover.
/// `tools/tests/prove-crosscheck` has SPIN judge them.
@Suite struct PromelaTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let folder = environment["FLOWPROOF_PROMELA"]
  private static let catalogues = environment["FLOWPROOF_SPIN"].flatMap(Int.init) ?? 30

  @Test(
    "The programs and rules are written for SPIN to judge", .enabled(if: folder != nil))
  func models() throws {
    let folder = try #require(Self.folder)
    var list = ""
    func write(_ name: String, _ rule: HouseRule, _ catalogue: Catalogue, _ prover: Prover) throws {
      guard rule.form != .alwaysPossible else { return }
      let result = prover.prove(rule)
      for reading in Reading.allCases {
        let verdict = try #require(result[reading])
        // For SPIN, a user who can do nothing that helps goes on, and so does not break a rule.
        if case .broken(let example) = verdict.finding, example.isStranded { continue }
        let program = catalogue.compiled(as: reading)
        let file = "\(name)-\(reading.rawValue).pml"
        try FileSystem.write(
          Array(Promela(rule, on: program).source.utf8), to: "\(folder)/\(file)")
        switch verdict.finding {
        case .broken(let example):
          list += "\(file) broken \(example.entries.count) \(example.loop)\n"
        case .holds, .neverTriggered: list += "\(file) holds 0 0\n"
        case .notProvable: break
        }
      }
    }
    func write(_ name: String, _ seed: UInt64, _ catalogue: Catalogue) throws {
      var random = SplitMix(seed: seed &+ 77)
      try write(
        "\(name)-\(seed)", RandomRule.make(&random, for: catalogue), catalogue, Prover(catalogue))
    }
    for seed in 0..<UInt64(Self.catalogues) {
      try write("random", seed, RandomCatalogue.load(seed: seed, hasLongTimers: false))
    }
    for seed in TellingCatalogues.seeds {
      try write("small", seed, TellingCatalogues.load(seed: seed))
    }
    let catalogue = try catalogue(in: flowsFolder)
    // Without contracts: SPIN knows nothing of what a server counts.
    let prover = Prover(catalogue)
    for rule in FlowLoader.rules(in: flowsFolder).rules.rules {
      try write(rule.name.text, rule, catalogue, prover)
    }
    try FileSystem.write(Array(list.utf8), to: folder + "/verdicts.txt")
  }
}
