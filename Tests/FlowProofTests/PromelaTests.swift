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

/// Writes programs and rules for SPIN, with the verdicts of the prover. `tools/prove-crosscheck` has SPIN
/// judge them.
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
      for verdict in prover.prove(rule).verdicts {
        let program = catalogue.compiled(as: verdict.reading)
        let file = "\(name)-\(verdict.reading.rawValue).pml"
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
    for seed in 0..<Self.catalogues {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed), hasLongTimers: false)
      var random = SplitMix(seed: UInt64(seed) &+ 77)
      try write(
        "random-\(seed)", RandomRule.make(&random, for: catalogue), catalogue, Prover(catalogue))
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
