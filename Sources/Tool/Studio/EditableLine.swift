internal import FlowEdit
internal import FlowModel
internal import JSON

// A line of the table as the page gets it, to be changed.
extension YAMLText {
  /// The place of a line of the table: a row, a step, a section, an extension, or the header.
  func place(ofLine id: String) -> EditPlace? {
    let wanted: [EditPlace] =
      id.isEmpty ? [.file] : [.row(id), .step(id), .extension(id), .section(id)]
    let all = places
    return wanted.first(where: all.contains)
  }

  /// What a new step may be, as the table prints it.
  private static let activities = JSONValue.array(
    Activity.allCases.map { activity in
      .object(members: [
        ("key", .string(activity.key)), ("words", .string(activity.sentence("…"))),
        ("isShown", .bool(activity.isShown)),
      ])
    })

  /// What a new row may be. An alternative of a scenario is a case.
  private static func rowKinds(ofScenario isScenario: Bool) -> JSONValue {
    let kinds = Row.Kind.allCases.filter { !$0.prefix.isEmpty && (!isScenario || $0 == .case) }
    return .array(
      kinds.map { kind in
        .object(members: [("key", .string(kind.key)), ("words", .string(kind.prefix))])
      })
  }

  private static func newKey(_ key: String, _ shape: EditShape) -> JSONValue {
    .object(members: [("key", .string(key)), ("shape", .string(shape.rawValue))])
  }

  /// The keys of a line with values that the page can change, in the order of the file; the keys
  /// that it may get; and for a step with rows the letter of a new one.
  ///
  /// - Parameter isInDocument: whether the flow stands in a document, whose order stays.
  func line(_ id: String, inDocument isInDocument: Bool = false) -> JSONValue? {
    place(ofLine: id).flatMap { line(at: $0, inDocument: isInDocument) }
  }

  func line(at place: EditPlace, inDocument isInDocument: Bool = false) -> JSONValue? {
    guard case .mapping(let pairs) = value(of: place) else { return nil }
    let structure = [
      "step", "section", "line", "extension", "flow", "rows", "steps", "lines", "rule",
    ]
    let keys = pairs.compactMap { pair -> JSONValue? in
      let isOfInputs = pair.value.shape(of: pair.key) == .inputs
      guard !structure.contains(pair.key), let value = pair.value.json(depth: isOfInputs ? 2 : 1)
      else { return nil }
      return .object([
        "key": .string(pair.key), "value": value,
        "shape": pair.value.shape(of: pair.key).map { .string($0.rawValue) },
      ])
    }
    let all = siblings(of: place)
    var members: [(String, JSONValue)] = [
      ("place", .string(place.description)), ("keys", .array(keys)),
      ("newKeys", .array(newKeys(of: place).map(YAMLText.newKey))),
      ("activities", YAMLText.activities),
      (
        "rowKinds",
        YAMLText.rowKinds(ofScenario: isInDocument && !pairs.contains { $0.key == "rows" })
      ),
      ("isFirst", .bool(isInDocument || all.first == place)),
      ("isLast", .bool(isInDocument || all.last == place)),
      ("isInDocument", .bool(isInDocument)),
    ]
    if place == .file { members.append(("names", .array(names(in: pairs)))) }
    if let section = section(of: place) {
      members.append(("section", .string(section.description)))
    }
    if let letter = newRow(of: place, pairs, inDocument: isInDocument) {
      members.append(("newRow", .string(letter)))
    }
    return .object(members: members)
  }

  /// The letter of a new row of a step; in the scenario of a document of a new alternative. Nil if
  /// it gets none.
  private func newRow(
    of place: EditPlace, _ pairs: [EditValue.Pair], inDocument isInDocument: Bool
  ) -> String? {
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    if case .mapping(let rows) = pairs.first(where: { $0.key == "rows" })?.value {
      return letters.first { letter in !rows.contains { $0.key == letter } }
    }
    guard isInDocument, case .step(let id) = place, section(of: place) == .file else { return nil }
    let all = places
    return letters.first { !all.contains(.extension(id + $0)) }
  }

  /// What of a flow's header can get another name: the flow, its facts and its results.
  private func names(in pairs: [EditValue.Pair]) -> [JSONValue] {
    func value(_ key: String) -> EditValue? { pairs.first { $0.key == key }?.value }
    var names: [(kind: String, name: String)] = []
    if let flow = value("flow")?.text { names.append(("flow", flow)) }
    if case .mapping(let facts)? = value("facts") { names += facts.map { ("fact", $0.key) } }
    if case .list(let results)? = value("results") {
      names += results.compactMap { result in result.text.map { ("result", $0) } }
    }
    return names.map {
      .object(members: [("kind", .string($0.kind)), ("name", .string($0.name))])
    }
  }
}

extension EditValue {
  /// As the page gets it. Nil for a value of another shape than those that the page changes: a
  /// text, a list of texts, or a mapping of these; for `input`, a mapping of such mappings.
  ///
  /// - Parameters:
  ///   - depth: how many mappings may be in each other.
  ///   - isInner: whether it is a value of such a mapping, which may be empty.
  func json(depth: Int, isInner: Bool = false) -> JSONValue? {
    switch self {
    case .text(let text): return .string(text)
    case .list(let items):
      let texts = items.compactMap(\.text)
      return texts.count == items.count ? .strings(texts) : nil
    case .mapping(let pairs):
      guard depth > 0, isInner || !pairs.isEmpty else { return nil }
      let members = pairs.compactMap { pair in
        pair.value.json(depth: depth - 1, isInner: true).map { (pair.key, $0) }
      }
      return members.count == pairs.count ? .object(members: members) : nil
    }
  }
}
