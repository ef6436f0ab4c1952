internal import FlowEdit
internal import FlowModel

/// A step that is put between others, as a document may say it.
struct InsertedStep {
  struct Outcome {
    let letter: String
    let kind: Row.Kind
    let label: String
    let next: String
  }

  let activity: Activity
  /// What happens, without who does it.
  let label: String
  /// Where it leads. Nil if that is the step after it.
  let next: String?
  private(set) var rows: [Outcome] = []
  /// What the flow file gets.
  let value: EditValue

  /// - Parameters:
  ///   - id: the step before which it is put.
  ///   - isList: whether the steps are those of a scenario, which have no rows of the user.
  init(_ step: EditValue, before id: String, isList: Bool) throws(EditRefusal) {
    guard case .mapping(let pairs) = step,
      let kind = pairs.first(where: { Activity(rawValue: $0.key) != nil }),
      let activity = Activity(rawValue: kind.key), let label = kind.value.text
    else { throw EditRefusal("a step says what happens") }
    (self.activity, self.label) = (activity, label)
    let known = ["step", "next", "rows", kind.key]
    if let other = pairs.first(where: { !known.contains($0.key) }) {
      throw EditRefusal("give the step its `\(other.key)` when it is there")
    }
    next = step["next"]?.text.flatMap { $0 == id ? nil : $0 }
    if case .mapping(let all)? = step["rows"] {
      for pair in all {
        guard case .mapping(let fields) = pair.value, fields.count == 2,
          let next = pair.value["next"]?.text,
          let field = fields.first(where: { $0.key != "next" }), let label = field.value.text,
          let kind = Row.Kind(rawValue: field.key)
        else { throw EditRefusal("a row says what happens, and where it leads") }
        rows.append(Outcome(letter: pair.key, kind: kind, label: label, next: next))
      }
    }
    if isList, !rows.isEmpty {
      throw EditRefusal(
        "a step of a list has no rows; what the user does there is a step of its own")
    }
    let hasNext = next != nil
    value = .mapping(pairs.filter { $0.key != "next" || hasNext })
  }
}
