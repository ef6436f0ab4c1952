internal import FlowEdit
internal import FlowFolder
internal import JSON

/// A change of the files that somebody made in the page.
struct StudioChange: Sendable {
  /// What was changed, for the list of changes.
  let words: String
  let edit: FlowEdit
}

/// What the page asks to be changed: a key of a line of the table, a row more or a line less.
struct StudioEdit {
  let flow: String
  let operation: EditOperation
  let words: String

  /// - Parameter json: `flow`, `place` (`row 1.3a`), and `do`: `set` with `key` and `text`, where
  ///   an empty text removes the key; `add` with `id`, `key`, `text` and `next`; or `remove`.
  init?(_ json: JSONValue) {
    guard let flow = json["flow"]?.string, let name = json["place"]?.string,
      let place = EditPlace(name)
    else { return nil }
    self.flow = flow
    let at = "\(flow), \(name): "
    switch json["do"]?.string {
    case "set":
      guard let key = json["key"]?.string, let text = json["text"]?.string else { return nil }
      operation =
        text.isEmpty ? .unset(place, key: key) : .set(place, key: key, .text(text))
      words = at + (text.isEmpty ? "\(key) removed" : "\(key) “\(text)”")
    case "add":
      guard let id = json["id"]?.string, let key = json["key"]?.string,
        let text = json["text"]?.string, let next = json["next"]?.string
      else { return nil }
      let row: EditValue = .mapping([.init(key, .text(text)), .init("next", .text(next))])
      operation = .add(.pair(id, row), to: "rows", of: place, before: nil)
      words = at + "row \(id) added"
    case "remove":
      operation = .remove(place)
      words = at + "removed"
    default: return nil
    }
  }
}

extension YAMLText {
  /// The place of a line of the table: a row, a step, a section, an extension, or the header.
  func place(ofLine id: String) -> EditPlace? {
    let wanted: [EditPlace] =
      id.isEmpty ? [.file] : [.row(id), .step(id), .extension(id), .section(id)]
    let all = places
    return wanted.first(where: all.contains)
  }

  /// The keys of a line whose values are one text, in the order of the file, and for a step with
  /// rows the letter of a new one.
  func line(_ id: String) -> JSONValue? {
    guard let place = place(ofLine: id), case .mapping(let pairs) = value(of: place) else {
      return nil
    }
    let texts = pairs.dropFirst(place == .file ? 1 : 0).compactMap { pair -> JSONValue? in
      let isID = ["step", "section", "line", "extension"].contains(pair.key)
      guard let text = pair.value.text, !isID else { return nil }
      return .object(members: [("key", .string(pair.key)), ("text", .string(text))])
    }
    var members: [(String, JSONValue)] = [
      ("place", .string(place.description)), ("keys", .array(texts)),
    ]
    if case .mapping(let rows) = pairs.first(where: { $0.key == "rows" })?.value,
      let letter = "abcdefghijklmnopqrstuvwxyz".first(where: { letter in
        !rows.contains { $0.key == String(letter) }
      })
    {
      members.append(("newRow", .string(String(letter))))
    }
    return .object(members: members)
  }
}
