package import Diagnostics

// The names that rows and steps have in code, in logs and in translations. The ids belong to the
// document and change when rows are numbered again; names stay.

extension Row {
  /// The name in code: `signOut`. The own row of a step has the name of the step.
  public var name: String? { tables.optional(rareFields.name) }
  /// The name with the flow, `UC1:signOut`; of a row without a name the id, `UC1:1.3a`.
  public var qualifiedName: String { name.map { "\(flow.id):\($0)" } ?? qualified }
  /// The place of the name in the file.
  package var nameSpan: Span { rareFields.name.span }
}

extension Step {
  /// The name in code: `enterCode`.
  public var name: String? { tables.optional(rareFields.name) }
  /// The name with the flow, `UC1:enterCode`; of a step without a name the id, `UC1:1.3`.
  public var qualifiedName: String { name.map { "\(flow.id):\($0)" } ?? qualified }
  /// The place of the name in the file.
  package var nameSpan: Span { rareFields.name.span }
}

extension Flow {
  /// Whether a step, a row or an input has a name in code.
  package var hasNames: Bool {
    tables.all.stepRareFields.contains { $0.name.isPresent }
      || tables.all.rowRareFields.contains { $0.name.isPresent }
      || tables.all.inputs.contains { $0.codeName.isPresent }
  }

  /// The step with this name in code.
  package func namedStep(_ name: String) -> Step? { steps.first { $0.name == name } }
}

/// What names in code look like.
package enum CodeName {
  /// The most characters of a name.
  package static let longest = 40
  /// The same as a pattern.
  package static let pattern = "^[a-z][A-Za-z0-9]{0,39}$"

  /// Whether a text is a name: a lower case letter, then letters and digits.
  package static func isName(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, (97...122).contains(first), name.count <= longest else {
      return false
    }
    return name.allSatisfy { (97...122).contains($0 | 32) || (48...57).contains($0) }
  }
}
