internal import FlowModel

// Who acts, behind the title of a use case.
extension UseCaseHeading {
  /// Splits `Log in (actor: guest)` and `Log in, actor: guest` into the title and who acts. Nil for
  /// another title.
  static func actor(inTitle title: String) -> (title: String, actor: String)? {
    guard title.contains(":") else { return nil }
    let marks = title.hasSuffix(")") ? ["("] : [", ", "; ", " - ", " – ", " — "]
    for mark in marks {
      guard let found = title.ranges(of: mark).last, found.lowerBound > title.startIndex else {
        continue
      }
      let inner = title[found.upperBound...]
      guard let colon = inner.firstIndex(of: ":"), colon > inner.startIndex,
        case .text(.actor)? = HeaderLabel(String(inner[..<colon]))
      else { continue }
      var actor = CellText.collapsed(String(inner[colon...].dropFirst()))
      if mark == "(" { actor.removeLast() }
      let name = CellText.collapsed(String(title[..<found.lowerBound]))
      return name.isEmpty || actor.isEmpty ? nil : (name, actor)
    }
    // `Add a dish attore: amministratore`
    guard let colon = title.lastIndex(of: ":"),
      let space = title[..<colon].lastIndex(of: " "),
      case .text(.actor)? = HeaderLabel(String(title[space..<colon].dropFirst())),
      case let name = CellText.collapsed(String(title[..<space])),
      case let actor = CellText.collapsed(title[colon...].dropFirst().filter { $0 != "_" }),
      !name.isEmpty, !actor.isEmpty
    else { return nil }
    return (name, actor)
  }
}

extension FlowDraft {
  /// Takes who acts from the title: `Log in (actor: guest)`.
  mutating func takeActorOfTitle() {
    guard let found = UseCaseHeading.actor(inTitle: title) else { return }
    (title, texts[.actor]) = (found.title, found.actor)
  }
}
