import Synchronization
import Testing

/// Each rule about where rows lead, against all runs of the same random catalogues.
@Suite struct ExplorationTests {
  /// What each rule found in the chunks that are done.
  private struct Sums {
    var chunks = 0
    var complete = 0
    var agreements: [String: Agreement] = [:]
  }

  private static let chunks = 40
  private static let sums = Mutex(Sums())

  // A chunk is short, so that other tests get their turn between two.
  @Test(
    "What each rule finds in random catalogues is exactly what their runs show",
    arguments: 0..<chunks)
  func agreement(chunk: Int) throws {
    var agreements: [String: Agreement] = [:]
    var complete = 0
    for seed in stride(from: chunk, to: Sample.catalogues, by: Self.chunks) {
      let sample = try Sample(seed: seed)
      if sample.runs.isComplete { complete += 1 }
      for judge in Judge.all {
        judge.compare(sample, &agreements[judge.rule, default: Agreement()])
      }
    }
    for (rule, agreement) in agreements.sorted(by: { $0.key < $1.key }) {
      #expect(agreement.disagreements == [], "\(rule)")
    }
    let all = Self.sums.withLock { sums -> Sums? in
      sums.chunks += 1
      sums.complete += complete
      for (rule, agreement) in agreements {
        sums.agreements[rule, default: Agreement()] += agreement
      }
      return sums.chunks == Self.chunks ? sums : nil
    }
    if let all { try expectBoth(all) }
  }

  /// A rule that finds nothing, or always something, proves nothing.
  private func expectBoth(_ sums: Sums) throws {
    #expect(sums.complete > Sample.catalogues / 4)
    for judge in Judge.all {
      let sum = try #require(sums.agreements[judge.rule])
      #expect(sum.found > 0 && sum.silent > 0, "\(judge.rule): \(sum.found), \(sum.silent)")
    }
    guard Sample.isReporting else { return }
    print("\(Sample.catalogues) catalogues, \(sums.complete) complete")
    for judge in Judge.all {
      let sum = try #require(sums.agreements[judge.rule])
      print("\(judge.rule): \(sum.found) found, \(sum.silent) not")
    }
  }
}
