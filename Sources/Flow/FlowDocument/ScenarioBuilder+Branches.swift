internal import Diagnostics
internal import FlowModel

// Alternatives that stand as bullets below their step: `- If the PIN is wrong: System shows why`.
extension ScenarioBuilder {
  /// A bullet with a condition and what happens then.
  struct Branch {
    let step: String
    let condition: String
    let then: String
    let span: Span
  }

  /// The condition and what happens then, if a bullet below a step says both.
  static func branch(_ text: String) -> (condition: String, then: String)? {
    guard let colon = text.firstIndex(of: ":"),
      let first = PlainWords.words(text).first, ScenarioWords.ifs.contains(first)
    else { return nil }
    let condition = CellText.collapsed(String(text[..<colon]))
    let then = CellText.collapsed(String(text[text.index(after: colon)...]))
    // `If the answer is "Code: 3"` has no colon between the two.
    let marks = condition.count { $0 == "\"" }
    guard condition.contains(" "), then.contains(" "), text[colon...].dropFirst().first == " ",
      marks % 2 == 0
    else { return nil }
    return (condition, then)
  }

  /// Adds the bullets as alternatives, with ids that the document does not use.
  mutating func addBranches() {
    var used = Set(extensions.map(\.id))
    for branch in branches {
      let ids = "abcdefghijklmnopqrstuvwxyz".map { "\(branch.step)\($0)" }
      guard let id = ids.first(where: { !used.contains($0) }) else {
        reporter.misplace(branch.span, "step `\(branch.step)` has no letter for it left")
        continue
      }
      used.insert(id)
      var found = ExtensionDraft(
        id: id, label: branch.condition, at: branch.step, span: branch.span)
      found.lines = [step("1", branch.then, branch.span)]
      extensions.append(found)
      reporter.assume(
        branch.span, "a condition below step `\(branch.step)` was read as the alternative `\(id)`")
    }
  }
}
