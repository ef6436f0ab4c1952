// The properties of steps and rows in flow files besides sentences and targets, in words. Empty
// values mean that nothing is said.

package typealias Property = (name: String, value: String)

extension Step {
  /// The properties of the step that documents have, too.
  package var documentProperties: [Property] {
    let inputs = inputs.map { input in
      "\(input.isSecret ? "secret " : "")\(input.name) (\(input.length.lowerBound)-"
        + "\(input.length.upperBound)\(input.isDigits ? " digits" : ""))"
    }
    return [
      ("the message", quoted(message.map(ShownText.read))), ("the note", quoted(note)),
      ("the loading message", quoted(loading.map(ShownText.read))), ("the buttons", list(buttons)),
      ("the items", list(items.map(ShownText.read))),
      ("the inputs", inputs.joined(separator: ", ")),
      ("the duration", takes.map { "\(seconds($0.lowerBound))-\(seconds($0.upperBound)) s" } ?? ""),
      ("the setting “cancelable”", isCancelable.map { $0 ? "yes" : "no" } ?? ""),
    ]
  }

  /// The properties that only the file has.
  package var fileProperties: [Property] {
    [
      ("the name", name ?? ""), ("the action", action ?? ""),
      (
        "the names of inputs",
        pairs(inputs.compactMap { input in input.codeName.map { (input.name, $0) } })
      ),
      ("what is handed over", pairs(arguments.map { ($0.parameter, $0.value) })),
      ("who takes its rows", taker?.rawValue ?? ""),
      ("the values", list(values)), ("the trace", isTraced ? "with its values" : ""),
      ("the count", pairs(counts.map { ($0.fact.name, $0.outcome ?? "") })),
      ("what passes it over", words(unless)),
      ("the call that is meant", meantCall ?? ""), ("the slip", quoted(slip)),
      ("the reason", quoted(why)),
    ]
  }
}

extension Row {
  /// The properties of the row that documents have, too.
  package var documentProperties: [Property] {
    [
      ("the timer", after.map { "\(seconds($0)) s" } ?? ""),
      ("the side effect", quoted(does)), ("the message", quoted(message.map(ShownText.read))),
      ("the answer", answer ?? ""),
    ]
  }

  /// The properties that only the file has.
  package var fileProperties: [Property] {
    let changes = changes.map { change in
      switch change.kind {
      case .set(let value): "\(change.fact.name) to \(value)"
      case .reset: "\(change.fact.name) back"
      case .count: "\(change.fact.name) up"
      }
    }
    return [
      ("the name", kind == .own ? "" : name ?? ""),
      ("the outcome", quoted(record.outcome.isPresent ? outcome : nil)),
      ("the condition", words(conditions)),
      ("who takes it", ownTaker?.rawValue ?? ""),
      ("a timer that restarts", restarts ? "yes" : ""),
      ("the inputs", enters.joined(separator: ", ")),
      ("what it sets", changes.joined(separator: ", ")),
      ("the slip", quoted(slip)), ("the id that is meant", meantID ?? ""),
      ("the reason", quoted(why)),
    ]
  }
}

private func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "" }
private func list(_ texts: [String]) -> String { texts.map(quoted).joined(separator: ", ") }
private func seconds(_ milliseconds: some BinaryInteger) -> String {
  "\(Double(milliseconds) / 1_000)"
}
private func pairs(_ pairs: [(String, String)]) -> String {
  pairs.map { "\($0): \($1)" }.joined(separator: ", ")
}
private func words(_ conditions: [Condition]) -> String {
  conditions.map { "\($0.fact.name) \($0.values.joined(separator: "/"))" }
    .joined(separator: " and ")
}
