internal import FlowModel

extension Check {
  static let rowOutsideStep = Check(
    "row-outside-step", "rows under the id of another step"
  ) {
    context, findings in
    // Alternatives that are a list, `1. In step 3, ...`, have the numbers of the list.
    let numbers = context.flow.rows.filter { $0.kind == .extension && $0.occurrence == 1 }
      .map(\.id).filter { $0.allSatisfy(\.isNumber) }
    let isCounted = numbers == numbers.indices.map { String($0 + 1) }
    for step in context.flow.steps {
      let id = step.id
      let outside = context.graph.rows(of: step).filter { row in
        switch row.kind {
        case .own: false
        // `1 (2)` was made, where several have the number 1.
        // An extension meant at another step keeps the number that the document gave it.
        case .extension:
          !row.isAnywhere && context.graph.reading(of: row) == .written && !row.id.hasSuffix(")")
            && isNumbered(row.id, besides: id) && !isOfUseCase(row.id, context.flow)
            && !(isCounted && row.id.allSatisfy(\.isNumber))
        case .user, .case, .result, .event, .error: !row.isAnywhere && !follows(row.id, id)
        }
      }
      guard let first = outside.first else { continue }
      let names = Words.list(outside.map(\.reference))
      findings.add(
        at: .step(step), span: first.span,
        "\(outside.count == 1 ? "row \(names) is" : "rows \(names) are") in step `\(id)`, but "
          + "\(outside.count == 1 ? "has" : "have") the number of another step",
        help: "the rows of a step carry its number: `\(id)a`")
    }
  }

  /// Whether an extension's id begins with the number of another step. `A1` and `*a` have none, and
  /// `2-4a` has three.
  private static func isNumbered(_ row: String, besides step: String) -> Bool {
    let digits = row.prefix { $0.isNumber }
    // `2.1` may be an alternative of step 2.
    // `3a.2` may be an alternative to line `3a.1` of the same extension.
    func parent(_ id: String) -> Substring? { id.lastIndex(of: ".").map { id[..<$0] } }
    if let own = parent(row), own == parent(step), own.contains(where: \.isLetter) { return false }
    guard let first = Int(digits), first != Int(step), !follows(row, step),
      !follows(row, unpointed(step))
    else { return false }
    let rest = row.dropFirst(digits.count)
    guard rest.first == "-", let number = Int(step),
      let last = Int(rest.dropFirst().prefix { $0.isNumber })
    else { return true }
    return !(first...max(first, last)).contains(number)
  }

  /// The id of a line of an extension as documents write it, `3a2` for `3a.2`.
  private static func unpointed(_ step: String) -> String {
    step.contains(where: \.isLetter) ? step.filter { $0 != "." } : step
  }

  /// Whether an extension's id begins with the number of its use case, as `7.1` does in one whose
  /// steps are fewer.
  private static func isOfUseCase(_ row: String, _ flow: Flow) -> Bool {
    let number = row.prefix { $0.isNumber }
    return row.dropFirst(number.count).first == "." && flow.step(String(number)) == nil
  }

  /// Whether the row's id is the step's id followed by something other than a digit.
  private static func follows(_ row: String, _ step: String) -> Bool {
    guard row.utf8.starts(with: step.utf8) else { return false }
    let next = row.utf8.dropFirst(step.utf8.count).first
    return next.map { !(48...57).contains($0) && $0 != 46 } ?? true
  }
}
