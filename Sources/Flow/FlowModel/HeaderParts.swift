/// A text of the header that belongs to the document; the raw value is its key in the file.
package enum HeaderText: String, CaseIterable, Sendable {
  case outline, summary, goal, actor
}

/// A list of the header that belongs to the document; the raw value is its key in the file. In the
/// order of documents.
package enum HeaderList: String, CaseIterable, Sendable {
  case preconditions, postconditions
  case triggeredBy = "triggered by"
  case usedBy = "used by"
  case parameters, results, documentation, errors, tests, notes

  /// The heading of the list in documents, the name of one of its entries, and the entries.
  package var traits: (title: String, entry: String, entries: (HeaderRecord) -> TableRange) {
    switch self {
    case .preconditions: ("Preconditions", "precondition", \.preconditions)
    case .postconditions: ("Postconditions", "postcondition", \.postconditions)
    case .triggeredBy: ("Triggered by", "triggered by", \.triggeredBy)
    case .usedBy: ("Used by", "used by", \.usedBy)
    case .parameters: ("Parameters", "parameter", \.parameters)
    case .results: ("Possible results", "result", \.results)
    case .documentation: ("Additional documentation", "documentation", \.documentation)
    case .errors: ("Possible errors", "possible error", \.errors)
    case .tests: ("Logical test cases", "test", \.tests)
    case .notes: ("Notes", "note", \.notes)
    }
  }
}

extension Flow {
  /// A text of the header. Nil if the file does not give it.
  package subscript(_ text: HeaderText) -> String? {
    switch text {
    case .outline: outline
    case .summary: summary
    case .goal: goal
    case .actor: actor
    }
  }

  /// The entries of a list of the header.
  package subscript(_ list: HeaderList) -> [String] {
    tables.strings(list.traits.entries(tables.all.header))
  }

  /// The parts of the flow that only the file has, by name.
  package var fileProperties: [(name: String, value: String?)] {
    [("id", id), ("alias", alias), ("kind", kind.rawValue), ("slip", slip)]
  }
}
