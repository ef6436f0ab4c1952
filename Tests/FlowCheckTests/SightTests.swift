import FlowLoader
import FlowModel
import FlowTestSupport
import FlowTesting
import TestSupport
import Testing

@testable import FlowCheck

/// What checks look at, since a check that sees no difference is not run again.
@Suite struct SightTests {
  private static func identities(_ context: CheckContext, _ check: Int) -> Set<Findings.Identity> {
    Findings.of(context, checks: [check]) { _ in true }.identities
  }

  /// Catalogues in which every row that leads to a step of its flow is meant to lead to another one.
  private func catalogues() throws -> [Catalogue] {
    let documents = try catalogue(in: flowsFolder)
    let mutants = documents.mutants
    return [documents]
      + stride(from: 0, to: mutants.count, by: 97).map { documents.with(mutants[$0]) }
      + (try (0..<12).map { try RandomCatalogue.load(seed: UInt64($0), hasLongTimers: true) })
  }

  @Test("A check that looks neither at targets nor at reach finds the same with one row retargeted")
  func exceptions() throws {
    var count = 0
    for catalogue in try catalogues() {
      for reading in Reading.allCases {
        let checked = CheckedCatalogue(catalogue, as: reading, bindings: nil)
        for (place, flow) in catalogue.flows.enumerated() where flow.hasSameRows {
          let whole = CheckContext(place, in: checked)
          let arrivals = checked.arrivalSteps(at: flow)
          for row in flow.rows where row.meantSpan != nil {
            count += 1
            let other = CheckContext(whole, except: .row(row), arrivals: arrivals, isSimple: true)
            let full = CheckContext(whole, except: .row(row), arrivals: arrivals, isSimple: false)
            #expect(other.reached == full.reached)
            let sight: Check.Sight =
              other.reached == whole.reached ? .targets : [.targets, .reached]
            for check in Check.all.indices {
              let expected = Self.identities(full, check)
              #expect(Self.identities(other, check) == expected, "\(row) \(Check.all[check].rule)")
              if !Check.all[check].sees(sight) {
                #expect(
                  Self.identities(whole, check) == expected, "\(row) \(Check.all[check].rule)")
              }
            }
          }
        }
      }
    }
    #expect(count > 100)
  }

  @Test(
    "A secret is alive as before if a row leads elsewhere at a step that its ways do not come to")
  func secrets() throws {
    var (same, other) = (0, 0)
    for seed in 0..<1_500 {
      let catalogue = try catalogue(of: [Self.flowWithSecrets(seed)])
      let checked = CheckedCatalogue(catalogue, as: .meant, bindings: nil)
      for (place, flow) in catalogue.flows.enumerated() where flow.hasSameRows {
        let whole = CheckContext(place, in: checked)
        let arrivals = checked.arrivalSteps(at: flow)
        guard let steps = Check.stepsOfSecrets(whole) else { continue }
        let expected = Self.identities(whole, Self.secretAlive)
        for row in flow.rows where row.meantSpan != nil {
          let changed = CheckContext(whole, except: .row(row), arrivals: arrivals, isSimple: true)
          guard changed.reached == whole.reached else { continue }
          let found = Self.identities(changed, Self.secretAlive)
          if steps.contains(whole.graph.step(of: row)) {
            if found != expected { other += 1 }
          } else {
            #expect(found == expected, "flow \(seed), row \(row.qualified)")
            if !expected.isEmpty { same += 1 }
          }
        }
      }
    }
    // Among them are rows that change what is found, and rows that may not.
    #expect(same > 500 && other > 100, "\(same) \(other)")
  }

  /// A flow of seven steps with rows that are meant to lead elsewhere. Most ask for a PIN or use it; a few lead
  /// back or out.
  private static func flowWithSecrets(_ seed: Int) -> String {
    var random = SplitMix(seed: UInt64(seed))
    func target() -> String {
      let place = random.next(20)
      return place == 0 ? "end" : place < 3 ? "back" : "1.\(1 + place % 7)"
    }
    func row(_ text: String, _ letter: String = "a") -> String {
      "        \(letter): { \(text), next: \(target()), meant: \(target()), why: A slip }\n"
    }
    return (1...7).reduce("flow: F0\ntitle: T\nsections:\n- section: 1\n  title: S\n  steps:\n") {
      text, step in
      let first = text + "    - step: 1.\(step)\n"
      switch random.next(5) {
      case 0, 1:
        return first + "      prompt: P\n      input: { pin: { secret: yes } }\n      rows:\n"
          + row("user: enters, enters: pin")
      case 2:
        return first
          + "      system: S\n      action: a.use\n      with: { pin: pin }\n      rows:\n"
          + row("case: good, on: good") + row("case: bad, on: bad", "b")
      case 3:
        return first + "      screen: A\n      rows:\n" + row("user: goes")
          + row("user: leaves", "b")
      default: return first + "      system: S\n      rows:\n" + row("case: only")
      }
    }
  }

  private static let secretAlive =
    Check.seeingTargets.first { !Check.seeingTargetsButSecrets.contains($0) } ?? -1

  @Test("A check that looks at nothing else finds the same as written and as meant")
  func readings() throws {
    for catalogue in try catalogues() {
      let written = CheckedCatalogue(catalogue, as: .written, bindings: nil)
      let meant = CheckedCatalogue(catalogue, as: .meant, bindings: nil)
      for (place, flow) in catalogue.flows.enumerated() where flow.hasSameRows {
        let (first, second) = (CheckContext(place, in: written), CheckContext(place, in: meant))
        var sight: Check.Sight = [.targets, .others]
        if first.reached != second.reached { sight.insert(.reached) }
        for check in Check.all.indices where !Check.all[check].sees(sight) {
          #expect(
            Self.identities(first, check) == Self.identities(second, check),
            "\(flow.id) \(Check.all[check].rule)")
        }
      }
    }
  }

  @Test(
    "A rule that searches once per row stops after a number of visited steps, not before one search"
  )
  func budget() throws {
    let flow = try catalogue(
      "flow: A\ntitle: A\nsteps:\n  - step: 1\n    system: works\n    next: end\n")
    let context = CheckContext(0, in: CheckedCatalogue(flow, as: .written, bindings: nil))
    var budget = SearchBudget(context, visits: 2)
    let answers = (1...3).map { _ in budget.allowsSearch() }
    #expect(answers == [true, true, false])
  }
}
