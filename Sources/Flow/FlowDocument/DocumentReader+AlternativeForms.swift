internal import Diagnostics
internal import FlowModel

/// The part of an alternative's own form that is read: `**ID:** 1.1` below `### Alternative flow:
/// Pay: Card refused`.
enum AlternativeFormPart: Equatable {
  /// Its lines, below `**Alternative flow:**`.
  case lines
  /// Another one, with its name.
  case other(String)
}

// Alternatives with forms of their own.
extension DocumentReader {
  /// Takes a line of the form of an alternative, which begins below its heading. False for another
  /// line.
  mutating func takeAlternativeForm(_ text: String, _ line: DocumentLine) -> Bool {
    let raw = line.fragment.text
    if raw.hasPrefix("#") {
      alternativeForm = nil
      return false
    }
    guard case .extensions? = state, !scenario.extensions.isEmpty else { return false }
    let label = DocumentReader.boldLabel(text, raw)
    if alternativeForm == nil {
      guard let above = lines[..<index].lastIndex(where: { !$0.isBlank }),
        lines[above].fragment.text.hasPrefix("#"),
        ScenarioBuilder.headsAlternative(CellText(lines[above].fragment.text).whole),
        // Others are read without: `**Trigger:** ...` above `**Flow:**`.
        let label, HeaderLabel(label.name)?.isID ?? false
      else { return false }
    }
    if let (name, value) = label {
      switch HeaderLabel(name) {
      case .extensions?, .main?, .flow?: alternativeForm = .lines
      case .text(.summary)?:
        alternativeForm = .other(name)
        scenario.describeOpen(value)
      default:
        alternativeForm = .other(name)
        keepOfForm(name, value, line)
      }
      return true
    }
    switch alternativeForm {
    case .other(let name)?:
      keepOfForm(name, text, line)
      return true
    case .lines?, nil: return false
    }
  }

  private mutating func keepOfForm(_ name: String, _ text: String, _ line: DocumentLine) {
    guard let open = scenario.extensions.last, !ScenarioWords.saysNothing(text), !text.isEmpty,
      HeaderLabel(name).map({ !$0.isID }) ?? true
    else { return }
    let words = ScenarioBuilder.numbered(text)?.rest ?? text
    add(["\(open.id): \(name): \(words)"], to: .list(.documentation), .line, line.fragment.span)
  }

  /// Splits `**Description:** The card is refused` into the name and the text.
  private static func boldLabel(_ text: String, _ raw: String) -> (name: String, value: String)? {
    guard raw.hasPrefix("**"), let colon = text.prefix(40).firstIndex(of: ":") else { return nil }
    return (
      CellText.collapsed(String(text[..<colon])),
      CellText.collapsed(String(text[colon...].dropFirst()))
    )
  }
}
