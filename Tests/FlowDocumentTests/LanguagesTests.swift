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
    for seed in 0..<25 {
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
    for seed in 0..<25 {
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
    for seed in 0..<25 {
      let plan = Plan(seed: UInt64(seed))
      let flow = try read(plan.table(in: tongue))
      let first = try read(plan.table(in: Tongue.all[0]))
      #expect(shape(flow) == shape(first), "\(plan.table(in: tongue))")
      #expect(flow.steps.contains { $0.activity == .screen && $0.subject == "Nova" })
    }
  }

  @Test("The same questions are asked in every language", arguments: Tongue.all)
  func questions(tongue: Tongue) throws {
    for seed in 0..<25 {
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

/// A use case without words.
private struct Plan {
  private var steps: [(isUser: Bool, word: Int)] = []
  private var extensions: [(step: Int, word: Int, target: Int?)] = []

  init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for place in 0..<(3 + random.next(4)) {
      let isUser = place == 0 || random.next(2) == 0
      steps.append((isUser, place == 0 ? 0 : random.next(3)))
    }
    for place in 1...steps.count where random.next(2) == 0 {
      extensions.append((place, random.next(4), random.next(2) == 0 ? nil : 1 + random.next(2)))
    }
  }

  private func sentence(_ step: (isUser: Bool, word: Int), _ tongue: LanguagesTests.Tongue)
    -> String
  {
    step.isUser
      ? "\(tongue.user) \(tongue.deeds[step.word])" : "\(tongue.system) \(tongue.works[step.word])"
  }

  func list(in tongue: LanguagesTests.Tongue) -> String {
    var text = "# \(tongue.heading) UC4: Test\n\n## \(tongue.main)\n\n"
    for (index, step) in steps.enumerated() {
      text += "\(index + 1). \(sentence(step, tongue)).\n"
    }
    return text + self.extensions(tongue)
  }

  private func extensions(_ tongue: LanguagesTests.Tongue) -> String {
    guard !extensions.isEmpty else { return "" }
    var text = "\n## \(tongue.extensions)\n\n"
    for found in extensions {
      let end = found.target.map { tongue.resumes.replacing("%", with: "\($0)") } ?? tongue.ends
      text += "\(found.step)a. \(tongue.cases[found.word])\n   1. \(end).\n"
    }
    return text
  }

  func steps(in tongue: LanguagesTests.Tongue, isTwo: Bool) -> String {
    var text = "# \(tongue.heading) UC4: Test\n\n## \(tongue.main)\n\n"
    let columns = isTwo ? [tongue.columns[0]] + tongue.sides : Array(tongue.columns.prefix(3))
    text += "| \(columns.joined(separator: " | ")) |\n|---|---|---|\n"
    for (index, step) in steps.enumerated() {
      let words = step.isUser ? tongue.deeds[step.word] : tongue.works[step.word]
      let cells =
        isTwo
        ? (step.isUser ? [words, ""] : ["", words])
        : [sentence(step, tongue), index + 1 < steps.count ? "\(index + 2)" : tongue.targets[0]]
      text += "| \(index + 1) | \(cells.joined(separator: " | ")) |\n"
    }
    return text + (isTwo ? extensions(tongue) : "")
  }

  func table(in tongue: LanguagesTests.Tongue) -> String {
    var text = "# \(tongue.heading) UC4: Test\n\n"
    text += "| \(tongue.columns.prefix(3).joined(separator: " | ")) |\n|---|---|---|\n"
    text += "| **1** | **Test** | |\n"
    text += "| 1.1 | \(tongue.system) \(tongue.screen.replacing("%", with: "Nova")) | |\n"
    for (index, step) in steps.enumerated() where step.isUser {
      let letter = "abcdefgh".dropFirst(index).prefix(1)
      let target = ["1.2", tongue.targets[1], tongue.targets[2]][step.word]
      text += "| 1.1\(letter) | \(sentence(step, tongue)) | \(target) |\n"
    }
    text += "| 1.2 | \(tongue.system) \(tongue.works[0]) | |\n"
    for (index, word) in tongue.cases.enumerated() {
      let target = ["1.1", tongue.targets[0], tongue.targets[1], tongue.targets[2]][index]
      let letter = "abcd".dropFirst(index).prefix(1)
      text += "| 1.2\(letter) | \(tongue.row): \(word) | \(target) |\n"
    }
    return text
  }
}
