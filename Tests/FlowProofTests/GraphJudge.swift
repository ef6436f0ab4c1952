import FlowModel
import FlowProof
import Testing

/// Compares what is proved of runs that never end, and of what stays possible, with the graph of
/// all runs where that is small enough to be whole.
struct GraphJudge {
  let isTimed: Bool
  private(set) var possible = 0
  private(set) var impossible = 0
  private var loops = 0
  private var loopless = 0
  private var traps = 0

  init(isTimed: Bool) { self.isTimed = isTimed }

  /// Whether every kind of verdict was compared, other than that something is always possible,
  /// which is rare.
  var hasSeenMost: Bool { [impossible, loops, loopless].allSatisfy { $0 > 2 } }

  /// What was compared.
  var summary: String {
    "\(isTimed ? "timers" : "usual"): always possible \(possible) times, not \(impossible) times; "
      + "\(loops) loops, none \(loopless) times; \(traps) traps"
  }

  mutating func compare(_ finding: Verdict.Finding, with runs: Enumeration, _ about: String) {
    guard runs.isWhole else { return }
    switch runs.form {
    case .alwaysPossible: comparePossible(finding, runs.graph.stranded, about)
    case .eventually, .exactlyOnce:
      if runs.found == nil { compareLoops(finding, runs.graph, about) }
    case .never, .neverBefore, .neverAfter, .onlyBetween, .justBefore, .justAfter, .atMost,
      .neverBoth:
      break
    }
  }

  private mutating func comparePossible(
    _ finding: Verdict.Finding, _ stranded: Int?, _ about: String
  ) {
    switch finding {
    case .broken(let example):
      guard example.isConfirmed else { return }
      impossible += 1
      #expect(stranded != nil, "\(about): it is always possible")
      if !isTimed { #expect(example.isShortest) }
      if let stranded, example.isShortest {
        #expect(example.entries.count == stranded, "\(about): not the shortest run")
      }
    case .holds, .neverTriggered:
      possible += 1
      #expect(stranded == nil, "\(about): not after \(stranded ?? 0) rows")
    case .notProvable: break
    }
  }

  private mutating func compareLoops(
    _ finding: Verdict.Finding, _ graph: RunGraph, _ about: String
  ) {
    let hasLoop = graph.hasLoop(withUsers: false)
    switch finding {
    case .broken(let example):
      guard example.isConfirmed else { return }
      if example.isStranded {
        traps += 1
        #expect(graph.hasTrap, "\(about): it can still happen")
      }
      guard example.loop > 0 else { return }
      loops += 1
      #expect(hasLoop, "\(about): nothing repeats")
    case .holds(let ifUserGoesOn):
      loopless += 1
      #expect(!graph.hasTrap, "\(about): it can never happen")
      #expect(!hasLoop, "\(about): something repeats")
      if !isTimed {
        #expect(ifUserGoesOn == graph.hasLoop(withUsers: true), "\(about): if the user goes on")
      }
    case .neverTriggered: #expect(!hasLoop, "\(about): something repeats")
    case .notProvable: break
    }
  }
}

extension CounterExample {
  /// Whether it shows that something cannot happen any more, at a place from which runs may go on.
  var isStranded: Bool { why.hasSuffix("cannot happen any more") }
}
