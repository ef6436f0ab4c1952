// Lines that say nothing of the flow: pictures, and links to other documents.
extension DocumentReader {
  /// Whether a line is a picture that stands above the first step or line, or is called like a part
  /// of a use case: `![Sequence](...)`.
  func isLoosePicture(_ text: String, _ raw: String) -> Bool {
    if isNavigation(raw) { return true }
    guard raw.hasPrefix("!["), raw.hasSuffix(")"), raw.count(where: { $0 == "]" }) == 1,
      !text.isEmpty
    else { return false }
    switch state {
    case .main: return scenario.steps.isEmpty
    case .extensions: return scenario.extensions.last?.lines.isEmpty ?? true
    case .list, .text, .title, .id, .ending, .related, .overview, .flow, .stories, nil:
      return HeaderLabel(text) != nil
    }
  }

  /// Whether the last line stands behind a rule, and only leads to another document: `Back to
  /// [all](index.md)`.
  private func isNavigation(_ raw: String) -> Bool {
    guard raw.contains("]("), raw.utf8.count < 120, raw.first?.isNumber == false,
      case .extensions? = state, !lines[(index + 1)...].contains(where: { !$0.isBlank }),
      let above = lines[..<index].last(where: { !$0.isBlank })?.fragment.text
    else { return false }
    return above.count > 2 && above.allSatisfy { "-_*".contains($0) }
  }
}
