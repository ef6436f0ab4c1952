// Labels of the parts of an alternative.
extension DocumentReader {
  /// Whether a line is a label of the open alternative, which has no lines yet: `**Trigger:** There
  /// is no card (step 2)`, `**Flow:**`.
  private func isOfAlternative(_ text: String, _ labels: Set<String>) -> Bool {
    guard case .extensions? = state, let open = scenario.extensions.last, open.lines.isEmpty,
      let colon = text.firstIndex(of: ":")
    else { return false }
    return labels.contains(PlainWords.folded(String(text[..<colon])))
  }

  func isConditionOfAlternative(_ text: String) -> Bool {
    isOfAlternative(text, ScenarioWords.conditionLabels)
  }

  /// Whether a line stands above the lines of the open alternative.
  func isFlowOfAlternative(_ text: String) -> Bool {
    text.hasSuffix(":") && isOfAlternative(text, ScenarioWords.flowLabels)
  }
}
