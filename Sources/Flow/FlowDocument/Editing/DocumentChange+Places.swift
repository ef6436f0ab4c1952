internal import FlowEdit

// The steps of alternatives that no document says, which follow words that an edit changes.
extension DocumentChange {
  /// The ids of the alternatives whose step was guessed before and is guessed now, and was not to
  /// become another one.
  func guessedPlaces(_ now: DocumentImport.Flow, _ wanted: Wanted) -> Set<String> {
    let both = useCase.reading.guessedPlaces.intersection(now.reading.guessedPlaces)
    guard !both.isEmpty, let root = values.value(of: .file) else { return [] }
    let before = FlowValues(root)
    return both.filter { wanted.first.step(of: $0) == before.step(of: $0) }
  }
}

extension DocumentChange.Wanted {
  fileprivate var first: FlowValues {
    switch self {
    case .values(let values), .rows(let values): values[0]
    case .target(let values, _, _), .insertion(let values, _): values
    }
  }

  /// Without the steps of some alternatives.
  func withoutPlaces(of ids: Set<String>) -> Self {
    switch self {
    case .values(let values): .values(values.map { $0.withoutPlaces(of: ids) })
    case .rows(let values): .rows(values.map { $0.withoutPlaces(of: ids) })
    case .target(let values, let before, let leading):
      .target(values.withoutPlaces(of: ids), before: before.withoutPlaces(of: ids), leading)
    case .insertion(let values, let names): .insertion(values.withoutPlaces(of: ids), names)
    }
  }
}
