internal import FlowModel

/// A list of names in one line: `Info, Forgot PIN`.
enum WordList {
  /// The names. A semicolon separates them if there is one, and a comma in quotation marks does
  /// not. What goes on in small letters after a name in capitals is part of it: `Yes, continue`.
  static func names(in text: String) -> [String] {
    let mark: Character = text.contains(";") ? ";" : ","
    var names: [String] = []
    for part in parts(of: text, at: mark) {
      let name = CellText.collapsed(part)
      guard !name.isEmpty else { continue }
      if mark == ",", let last = names.last, last.first?.isUppercase == true,
        name.first?.isLowercase == true
      {
        names[names.count - 1] = "\(last), \(name)"
      } else {
        names.append(name)
      }
    }
    return names.map(StepSentence.unquoted)
  }

  private static func parts(of text: String, at mark: Character) -> [String] {
    var (parts, open) = ([""], Character?.none)
    for character in text {
      if open == nil, character == mark {
        parts.append("")
        continue
      }
      if character == open {
        open = nil
      } else if open == nil, parts[parts.count - 1].allSatisfy(\.isWhitespace) {
        open = StepSentence.quotes.first { $0.0 == character }?.1
      }
      parts[parts.count - 1].append(character)
    }
    // A quotation mark that is never closed is an apostrophe.
    return open == nil ? parts : text.split(separator: mark).map(String.init)
  }
}

extension StepDraft {
  /// Joins buttons that a row names as one: `Yes, Continue` of "User selects Yes, Continue".
  mutating func joinButtons() {
    guard buttons.count > 1 else { return }
    let labels = rows.filter { $0.kind == .user }.map { DocumentCheck.normal($0.label) }
    var joined = [buttons[0]]
    for button in buttons.dropFirst() {
      let both = "\(joined[joined.count - 1]), \(button)"
      let words = DocumentCheck.normal(both)
      if labels.contains(where: { $0.hasSuffix(words) }) {
        joined[joined.count - 1] = both
      } else {
        joined.append(button)
      }
    }
    buttons = joined
  }
}
