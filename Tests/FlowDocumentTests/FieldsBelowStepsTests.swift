import FlowDocument
import FlowModel
import TestSupport
import Testing

/// What a screen shows, as bullets below its step: `- Name: required`. Their words may be headings
/// elsewhere.
@Suite struct FieldsBelowStepsTests {
  private static let names = [
    "Name", "Title", "Number", "ID", "Use case", "Actor", "User", "Users", "Date", "Status", "Goal",
    "Priority", "Description", "Summary", "Notes", "Type", "Address", "Email", "Version", "Author",
    "Level", "Scope", "Owner", "Frequency", "Requirements", "Result", "Trigger", "Precondition",
    "Condition", "Stakeholders", "Related", "Overview", "Nombre", "Titel", "Nom", "Nome", "Naam",
    "Nimi", "name", "**Name**",
  ]

  @Test("A field below a step changes no step, and begins no use case", arguments: 0..<40)
  func fields(place: Int) throws {
    try #require(Self.names.count == 40)
    let name = Self.names[place]
    let tongues = LanguagesTests.Tongue.all
    for number in turns(2, of: tongues.count, from: place) {
      let tongue = tongues[number]
      var random = SplitMix(seed: UInt64(place * 8 + number))
      let plan = Plan(seed: UInt64(random.next(1_000)))
      let text = plan.list(in: tongue)
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      // Two headings are above the steps, with an empty line after each.
      let step = 4 + random.next(plan.steps.count)
      let mark = random.pick(["- ", "* "])
      lines.insert("   \(mark)\(name): required", at: step + 1)
      let (old, new) = (flows(text), flows(lines.joined(separator: "\n")))
      #expect(new == old, "\(lines.joined(separator: "\n"))")
    }
  }

  private func flows(_ text: String) -> [[String]] {
    DocumentImport(document(text)).flows.map { flow in
      let rows = flow.loaded?.rows ?? []
      return [flow.id]
        + rows.map { "\($0.step.activity) \($0.step.subject) \($0.text)" }
    }
  }
}
