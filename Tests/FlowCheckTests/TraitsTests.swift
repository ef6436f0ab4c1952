import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// What traits say of steps and rows, against the steps and rows themselves.
@Suite struct TraitsTests {
  private static func catalogues() throws -> [Catalogue] {
    let random = try (0..<6).map { try RandomCatalogue.load(seed: $0, hasLongTimers: true) }
    return try [catalogue(in: flowsFolder)] + random
  }

  @Test("A trait of a step or row is what it says of itself")
  func traits() throws {
    var found: (steps: FlowTraits.StepTraits, rows: FlowTraits.RowTraits) = ([], [])
    for flow in try Self.catalogues().flatMap(\.flows) {
      let traits = FlowTraits(flow)
      found.steps.formUnion(traits.ofSteps)
      found.rows.formUnion(traits.ofRows)
      for (step, traits) in zip(flow.steps, traits.steps) {
        let said: [(FlowTraits.StepTraits, Bool)] = [
          (.shown, step.activity.isShown), (.screen, step.activity == .screen),
          (.call, step.activity == .call), (.determine, step.activity == .determine),
          (.validate, step.activity == .validate), (.await, step.activity == .await),
          (.action, step.action != nil), (.buttons, !step.buttons.isEmpty),
          (.arguments, !step.arguments.isEmpty), (.unless, !step.unless.isEmpty),
          (.counts, !step.counts.isEmpty), (.inputs, !step.inputs.isEmpty),
        ]
        for (trait, isSo) in said {
          #expect(traits.contains(trait) == isSo, "\(step), trait \(trait.rawValue)")
        }
      }
      for (row, traits) in zip(flow.rowsOfSteps, traits.rows) {
        let isSilent =
          row.kind != .user && row.after == nil && row.does == nil && row.message == nil
          && !row.conditions.contains { $0.fact.isCounter }
        let said: [(FlowTraits.RowTraits, Bool)] = [
          (.timer, row.after != nil), (.anywhere, row.isAnywhere),
          (.conditions, !row.conditions.isEmpty), (.entries, !row.enters.isEmpty),
          (.answer, row.answer != nil), (.again, row.reference != row.id), (.silent, isSilent),
        ]
        for (trait, isSo) in said {
          #expect(traits.contains(trait) == isSo, "\(row), trait \(trait.rawValue)")
        }
      }
    }
    #expect(found.steps.rawValue == 0b1_1111_1111_1111)
    #expect(found.rows.rawValue == 0b111_1111)
  }

  @Test("No step with two rows for one outcome is passed over, and few others are looked at")
  func outcomes() throws {
    var (several, needless) = (0, 0)
    for catalogue in try Self.catalogues() {
      for flow in catalogue.flows {
        for reading in Reading.allCases {
          let graph = FlowGraph(flow, as: reading)
          for step in flow.steps {
            let outcomes = graph.rows(of: step).compactMap(\.expectedOutcome)
            let isTwice = Set(outcomes).count < outcomes.count
            let mayBe = graph.mayRepeatOutcome(ofStep: step.index)
            #expect(!isTwice || mayBe, "\(step)")
            if isTwice { several += 1 } else if mayBe { needless += 1 }
          }
        }
      }
    }
    #expect(several > 20)
    #expect(needless < several)
  }
}
