import FlowModel
import FlowRuntime
import FlowTestSupport
import Foundation
import Testing

@testable import FlowCheck

/// What the check knows of where rows lead, against exhaustive exploration of random catalogues.
///
/// `tools/prove-crosscheck` takes 2,000 of them, with more states: FLOWCHECK_CATALOGUES, FLOWCHECK_STATES.
@Suite struct ExplorationTests {
  /// A random catalogue, what the check says about it, and what its runs do.
  private struct Sample: Sendable {
    let seed: Int
    let checked: CheckedCatalogue
    /// The steps that runs come to.
    let steps: Set<Step>
    /// The steps at which some run goes back to a screen.
    var goingBack: Set<Step> = []
    /// Whether all runs were followed.
    let isComplete: Bool

    init(seed: Int) throws {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed), hasLongTimers: false)
      let runs = Exploration(
        catalogue.compiled(as: .written), from: catalogue.flows.compactMap(\.firstStep),
        most: ExplorationTests.most)
      self.seed = seed
      checked = CheckedCatalogue(catalogue, as: .written, bindings: nil)
      steps = runs.steps
      isComplete = runs.isComplete
      for machine in runs.machines where machine.end == nil && machine.returned < 0 {
        for (position, row) in machine.rows.enumerated()
        where row.target(.written)?.kind == .back {
          var next = machine
          guard (try? next.take(position)) != nil, next.end == nil else { continue }
          goingBack.insert(machine.step)
        }
      }
    }
  }

  static func number(_ name: String, or usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? usual
  }

  static let catalogues = number("FLOWCHECK_CATALOGUES", or: 300)
  private static let most = number("FLOWCHECK_STATES", or: 400)
  private static let samples = Result { try (0..<catalogues).map { try Sample(seed: $0) } }

  @Test("Exactly those steps are unreachable to which no run comes")
  func reach() throws {
    for sample in try Self.samples.get() {
      let reached = Set(sample.checked.reached.flatMap(\.steps))
      #expect(
        sample.steps.isSubset(of: reached),
        "seed \(sample.seed): a run comes to an unreachable step")
      guard sample.isComplete else { continue }
      #expect(
        reached.subtracting(sample.steps).map(\.qualified).sorted() == [],
        "seed \(sample.seed): no run comes there")
    }
  }

  @Test("Back is said to end the run exactly where it always does")
  func back() throws {
    for sample in try Self.samples.get() {
      let checked = sample.checked
      let afterScreen = Set(checked.afterScreen.flatMap(\.steps))
      for step in sample.goingBack {
        #expect(
          afterScreen.contains(step),
          "seed \(sample.seed): Back finds a screen at \(step.qualified)")
      }
      guard sample.isComplete else { continue }
      for graph in checked.graph.graphs {
        for row in graph.leavings where graph.target(of: row)?.kind == .back {
          let step = graph.step(of: row)
          guard afterScreen.contains(step) else { continue }
          #expect(
            sample.goingBack.contains(step),
            "seed \(sample.seed): Back never finds a screen at \(row.qualified)")
        }
      }
    }
  }

  // WaysOut does not tell the entries of a flow apart, so it may miss a trap: only what it reports is
  // compared.
  @Test("From a step that is said to have no way out no run leaves its flow")
  func ways() throws {
    for sample in try Self.samples.get() {
      let checked = sample.checked
      let catalogue = checked.graph.catalogue
      let program = catalogue.compiled(as: .written)
      for place in catalogue.flows.indices where !catalogue.flows[place].isOutline {
        let context = CheckContext(place, in: checked)
        let ways = WaysOut(context).steps
        let runs = Exploration(
          program, from: context.entries, home: context.flow, most: 150)
        let leads = runs.leading { runs.hasLeft[$0] }
        var out: Set<Step> = []
        for (number, machine) in runs.machines.enumerated() where leads[number] {
          out.insert(machine.step)
        }
        for step in context.steps where !ways.contains(step) {
          #expect(!out.contains(step), "seed \(sample.seed): a run leaves from \(step.qualified)")
        }
      }
    }
  }
}
