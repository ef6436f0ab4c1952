extension Handlers {
  /// All bindings, as a file for `flowrun check --handlers FILE`: a line for each action with its
  /// outcomes and the names of its values, `card.read: read; expires, surname`. Sorted.
  public var list: String {
    let (outcomes, values) = (outcomes, values)
    func names(_ names: Set<String>?) -> String { (names ?? []).sorted().joined(separator: ", ") }
    return actions.map { action in
      let returned = names(values[action])
      return "\(action): \(names(outcomes[action]))" + (returned.isEmpty ? "" : "; \(returned)")
        + "\n"
    }.joined()
  }
}
