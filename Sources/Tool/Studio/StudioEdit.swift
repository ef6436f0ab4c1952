internal import Diagnostics
internal import FlowEdit
package import JSON

/// A change of the files that somebody made in the page.
struct StudioChange: Sendable {
  /// What was changed, for the list of changes.
  let words: String
  let edit: FlowEdit
}

/// What the page asks to be changed.
package struct StudioEdit {
  /// What is done. Each is a few operations of `FlowEdit`, for one flow.
  private enum Deed {
    case operations([EditOperation])
    /// A new step before another one, with renumbering.
    case insert(EditValue, before: String)
    /// A new step at the end of a section.
    case append(EditValue, to: EditPlace)
    /// A new step at the end of the section, to which a row leads.
    case lead(EditPlace, key: String, to: EditValue)
    /// One place up or down in its list.
    case shift(EditPlace, isUp: Bool)
    /// A new flow, beside this one.
    case create(id: String, title: String)
    /// New flows from a document, beside this one.
    case read(SourceFile)
  }

  /// The flow that is changed, or beside whose file new ones are written. Empty for a house rule.
  let flow: String
  let place: EditPlace
  /// The keys of the line with their values as the page has shown them. Nil if it does not say.
  let seen: JSONValue?
  let words: String
  /// Whether it is only asked what it would change.
  package let isTrial: Bool
  private let deed: Deed

  /// - Parameter json: `flow`, `place` (`row 1.3a`), `trial`, the `keys` of the line as it was
  ///   `seen`, and `do`:
  ///   - `set` with `key` and `value`, or with several in `values`: a text, a list of texts, or an
  ///     object of these; an empty one removes the key;
  ///   - `add` with `id`, `key`, `text` and `next`: a row; `fact` with `name` and `values`;
  ///   - `remove`; `up`; `down`; `accept` what is meant; `rename` with `to`,
  ///     for the file with `kind` (`flow`, `fact`, `result`) and `name`;
  ///   - `insert`, `append` and `lead` with `step`, an object: a step before the place, at the end
  ///     of it, or at the end of its section, to which `key` of the place leads then;
  ///   - `split` with `id` and `title`; `create` with `id` and `title`; `read` with `text`.
  package init?(_ json: JSONValue) {
    guard let flow = json["flow"]?.string, let name = json["place"]?.string,
      let place = EditPlace(name)
    else { return nil }
    let at = "\(flow)\(place == .file ? "" : " \(name)")".drop { $0 == " " }
    guard let (deed, words) = StudioEdit.deed(json, place) else { return nil }
    (self.flow, self.place, seen) = (flow, place, json["seen"])
    self.deed = deed
    self.words = "\(at): \(words)"
    isTrial = json["trial"]?.bool ?? false
  }

  /// New flows from the use cases of a document, beside a flow.
  init(reading document: SourceFile, beside flow: String) {
    (self.flow, place, seen) = (flow, .file, nil)
    deed = .read(document)
    words = "flows read from \(document.path)"
    isTrial = false
  }

  private static func deed(_ json: JSONValue, _ place: EditPlace) -> (Deed, String)? {
    func text(_ key: String) -> String? { json[key]?.string }
    switch json["do"]?.string {
    case "set":
      let members = json["values"]?.members ?? []
      let given =
        members.map { ($0.key, EditValue($0.value)) }
        + (text("key").map { [($0, json["value"].flatMap(EditValue.init))] } ?? [])
      let values = given.compactMap { key, value in value.map { (key, $0) } }
      guard !values.isEmpty, values.count == given.count else { return nil }
      let operations = values.map { key, value -> EditOperation in
        value.isEmpty ? .unset(place, key: key) : .set(place, key: key, value)
      }
      let words = values.map { key, value in
        value.isEmpty ? "\(key) removed" : "\(key) “\(value.words)”"
      }
      return (.operations(operations), words.joined(separator: ", "))
    case "add":
      guard let id = text("id"), let key = text("key"), let words = text("text"),
        let next = text("next")
      else { return nil }
      let row: EditValue = .mapping([.init(key, .text(words)), .init("next", .text(next))])
      return (
        .operations([.add(.pair(id, row), to: "rows", of: place, before: nil)]), "row \(id) added"
      )
    case "fact":
      guard let name = text("name"), let values = json["values"].flatMap(EditValue.init) else {
        return nil
      }
      return (
        .operations([.add(.pair(name, values), to: "facts", of: .file, before: nil)]),
        "fact \(name) added"
      )
    case "remove": return (.operations([.remove(place)]), "removed")
    case "up": return (.shift(place, isUp: true), "moved up")
    case "down": return (.shift(place, isUp: false), "moved down")
    case "accept": return (.operations([.accept(place)]), "what is meant is written")
    case "rename":
      guard let new = text("to"), let renaming = renaming(json, place, to: new) else { return nil }
      return (.operations([renaming]), "\(text("name").map { "\($0) " } ?? "")is now \(new)")
    case "split":
      guard case .step(let step) = place, let id = text("id"), let title = text("title") else {
        return nil
      }
      return (.operations([.split(before: step, id: id, title: title)]), "section \(id) begins")
    case "extract":
      guard case .section(let section) = place, let id = text("id") else { return nil }
      return (
        .operations([.extract(section: section, as: id)]), "section \(section) is the flow \(id)"
      )
    case "insert":
      guard case .step(let id) = place, let step = json["step"].flatMap(EditValue.init) else {
        return nil
      }
      return (.insert(step, before: id), "step inserted before it")
    case "append":
      return json["step"].flatMap(EditValue.init).map {
        (.append($0, to: place), "step added")
      }
    case "lead":
      guard let step = json["step"].flatMap(EditValue.init), let key = text("key") else {
        return nil
      }
      return (.lead(place, key: key, to: step), "leads to a new step")
    case "create":
      guard let id = text("id"), let title = text("title") else { return nil }
      return (.create(id: id, title: title), "flow \(id) added")
    case "read":
      return text("text").map {
        (.read(SourceFile(path: "the text", bytes: Array($0.utf8))), "flows read from a text")
      }
    default: return nil
    }
  }

  /// Another id for a step, section or row; another name for the flow, or for one of its facts or
  /// results.
  private static func renaming(
    _ json: JSONValue, _ place: EditPlace, to new: String
  ) -> EditOperation? {
    guard place == .file else { return .rename(place, to: new) }
    guard let flow = json["flow"]?.string else { return nil }
    let name = json["name"]?.string
    switch (json["kind"]?.string ?? "flow", name) {
    case ("flow", _): return .renameName(.flow(flow), to: new)
    case ("fact", let name?): return .renameName(.fact(name), to: new)
    case ("result", let name?): return .renameName(.result(flow: flow, name: name), to: new)
    default: return nil
    }
  }

  /// Whether it gives something another id or name and changes nothing else.
  var isRenaming: Bool {
    guard case .operations(let operations) = deed else { return false }
    switch operations.first {
    case .rename?, .renameName?: return true
    default: return false
    }
  }

  /// The change of the files, and what there is to be said about it.
  ///
  /// - Parameter path: the path of the flow's file.
  func edit(
    of flows: EditableFlows, in path: String
  ) throws(EditRefusal) -> (edit: FlowEdit, notes: [String]) {
    if case .read(let document) = deed {
      return try NewFlow.read(document, beside: path, in: flows)
    }
    return (try written(flows, in: path), [])
  }

  private func written(
    _ flows: EditableFlows, in path: String
  ) throws(EditRefusal) -> FlowEdit {
    switch deed {
    case .operations(let operations): return try flows.edit(operations, in: path, of: flow)
    case .insert(let step, let before):
      return try flows.edit(inserting: step, before: before, in: path, of: flow)
    case .append(let step, let place):
      return try flows.edit(
        [try adding(step, to: place, flows, path).add], in: path, of: flow)
    case .lead(let place, let key, let step):
      guard let file = flows.text(of: flow, in: path),
        let section = try YAMLText(file).section(of: place)
      else {
        throw EditRefusal("a new step belongs into a section")
      }
      let new = try adding(step, to: section, flows, path)
      return try flows.edit(
        [new.add, .set(place, key: key, .text(new.id))], in: path, of: flow)
    case .shift(let place, let isUp):
      guard let file = flows.text(of: flow, in: path) else { throw flows.missing(path) }
      let all = try YAMLText(file).siblings(of: place)
      guard let index = all.firstIndex(of: place), isUp ? index > 0 : index + 1 < all.count else {
        throw EditRefusal("\(place) is the \(isUp ? "first" : "last") of its list")
      }
      let before = isUp ? all[index - 1] : index + 2 < all.count ? all[index + 2] : nil
      return try flows.edit(.move(place, before: before), in: path, of: flow)
    case .create(let id, let title):
      let new = try NewFlow(id: id, title: title, beside: path)
      return try flows.edit(.create(new.value), in: new.path)
    case .read(let document):
      return try NewFlow.read(document, beside: path, in: flows).edit
    }
  }

  private func adding(
    _ step: EditValue, to place: EditPlace, _ flows: EditableFlows, _ path: String
  ) throws(EditRefusal) -> (id: String, add: EditOperation) {
    guard case .mapping(let pairs) = step, let id = flows.newStep(of: place, in: path, of: flow)
    else {
      throw EditRefusal("\(place) takes no new step")
    }
    let value = EditValue.mapping([.init("step", .text(id))] + pairs)
    return (id, .add(.item(value), to: "steps", of: place, before: nil))
  }
}

extension EditValue {
  /// A text, a list or an object. Nil for anything else.
  init?(_ json: JSONValue) {
    switch json {
    case .string(let text): self = .text(text)
    case .array(let items):
      let values = items.compactMap(EditValue.init)
      guard values.count == items.count else { return nil }
      self = .list(values)
    case .object(let members):
      let pairs = members.compactMap { member in
        EditValue(member.value).map { Pair(member.key, $0) }
      }
      guard pairs.count == members.count else { return nil }
      self = .mapping(pairs)
    case .number, .bool, .null: return nil
    }
  }

  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .list(let items): items.isEmpty
    case .mapping(let pairs): pairs.isEmpty
    }
  }

  /// The value in a few words.
  fileprivate var words: String {
    switch self {
    case .text(let text): text
    case .list(let items): items.map(\.words).joined(separator: ", ")
    case .mapping(let pairs):
      pairs.map { "\($0.key) \($0.value.words)" }.joined(separator: ", ")
    }
  }
}
