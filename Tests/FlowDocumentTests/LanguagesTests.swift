import Diagnostics
import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Generated use cases in eight languages, as lists and as tables: the same flow, and the same
/// questions about it.
@Suite struct LanguagesTests {
  /// The words in which a generated use case is written.
  struct Tongue: CustomTestStringConvertible, Sendable {
    var name: String
    /// The heading of the use case.
    var heading: String
    var main: String
    var extensions: String
    /// The columns of ids, sentences, targets and actors.
    var columns: [String]
    /// The user, the system, and both as columns.
    var user: String
    var system: String
    var sides: [String]
    /// Deeds of the user; the first enters a PIN.
    var deeds: [String]
    /// Work of the system: it checks, stores and sends.
    var works: [String]
    /// A screen with a name for `%`.
    var screen: String
    /// Cases; the last one names two minutes.
    var cases: [String]
    /// "Case", and where rows lead: the end, back, another flow.
    var row: String
    var targets: [String]
    /// "Resumes at step %", "The use case ends".
    var resumes: String
    var ends: String

    var testDescription: String { name }
  }

  @Test("A list with extensions is the same flow in every language", arguments: Tongue.all)
  func lists(tongue: Tongue) throws {
    for seed in turns(4, of: 25, from: 0) {
      let plan = Plan(seed: UInt64(seed))
      let flow = try read(plan.list(in: tongue))
      let first = try read(plan.list(in: Tongue.all[0]))
      #expect(shape(flow) == shape(first), "\(plan.list(in: tongue))")
    }
  }

  @Test(
    "A table of steps with their targets, and one with a column for each side, are the same flow",
    arguments: Tongue.all)
  func steps(tongue: Tongue) throws {
    for seed in turns(4, of: 25, from: 0) {
      let plan = Plan(seed: UInt64(seed))
      for isTwo in [false, true] {
        let flow = try read(plan.steps(in: tongue, isTwo: isTwo))
        let first = try read(plan.steps(in: Tongue.all[0], isTwo: isTwo))
        #expect(shape(flow) == shape(first), "\(plan.steps(in: tongue, isTwo: isTwo))")
      }
    }
  }

  @Test("A flow table with sections and rows is the same flow", arguments: Tongue.all)
  func tables(tongue: Tongue) throws {
    for seed in turns(4, of: 25, from: 0) {
      let plan = Plan(seed: UInt64(seed))
      let flow = try read(plan.table(in: tongue))
      let first = try read(plan.table(in: Tongue.all[0]))
      #expect(shape(flow) == shape(first), "\(plan.table(in: tongue))")
      #expect(flow.steps.contains { $0.activity == .screen && $0.subject == "Nova" })
    }
  }

  @Test("The same questions are asked in every language", arguments: Tongue.all)
  func questions(tongue: Tongue) throws {
    for seed in turns(4, of: 25, from: 0) {
      let plan = Plan(seed: UInt64(seed))
      for style in [Plan.list, Plan.table] {
        let found = try keys(style(plan)(tongue))
        #expect(!found.isEmpty)
        #expect(try found == keys(style(plan)(Tongue.all[0])), "\(style(plan)(tongue))")
      }
    }
  }

  private func read(_ text: String) throws -> Flow {
    let result = DocumentImport(document(text))
    #expect(
      result.diagnostics.allSatisfy { $0.severity == .note }, "\(result.diagnostics)\n\(text)")
    return try loaded(try #require(result.flows.first, "\(text)"))
  }

  /// Ids, kinds and targets, which no language changes.
  private func shape(_ flow: Flow) -> [String] {
    flow.rows.map {
      "\($0.reference) \($0.step.id) \($0.step.activity) \($0.kind) \($0.next?.description ?? "")"
    }
  }

  /// The keys that `bind` asks for, with the ids of their rows and the timers.
  private func keys(_ text: String) throws -> [String] {
    var documents = DocumentFlows()
    documents.read(document(text))
    _ = documents.sources()
    let draft = try #require(documents.bindingDraft(of: "UC4"))
    var row = ""
    return (draft.text ?? "").split(separator: "\n").compactMap { line in
      let text = line.drop { $0 == " " }
      if line.hasPrefix("  "), !line.hasPrefix("   "), text.hasSuffix(":") {
        row = String(text)
        return nil
      }
      guard text.hasPrefix("# "), let colon = text.firstIndex(of: ":") else { return nil }
      let key = text[..<colon].dropFirst(2)
      guard ["action", "on", "if", "after", "input", "enters"].contains(key) else { return nil }
      return "\(row) \(key == "after" ? text : key)"
    }
  }
}
