internal import Diagnostics

/// A file that is being changed: each change keeps all bytes but those that it is about.
///
/// What the file says after a change is compared with what it should say, so that an unusual
/// spelling is refused and never damaged.
struct YAMLDraft {
  let path: String
  /// The file as it is by now.
  private(set) var text: YAMLText
  private let before: [UInt8]
  private var edited: EditedText
  /// The edits of changes that are planned, and not made yet. Nil while changes are made at once.
  private var planned: [TextEdit]?

  init(_ file: SourceFile) throws(EditRefusal) {
    path = file.path
    before = file.bytes
    text = try YAMLText(file)
    edited = EditedText(count: file.bytes.count)
  }

  /// The change so far.
  var file: FlowEdit.File { FlowEdit.File(path: path, before: before, edits: edited.edits) }

  /// The key whose value a node is, or in whose list it is.
  func key(of path: [Int]) -> String? {
    guard let last = path.last else { return nil }
    let parent = text.node(path.dropLast())
    return parent.isMapping ? parent.keys[last].text : key(of: path.dropLast())
  }

  // MARK: Changes

  /// Makes a node say something else, changing only what differs.
  mutating func set(_ value: EditValue, at path: [Int]) throws(EditRefusal) {
    let node = text.node(path)
    switch value {
    case .text(let new) where node.isScalar: try set(new, at: path, node)
    case .list(let items) where !node.isScalar && !node.isMapping && !items.isEmpty:
      try set(items, at: path, node)
    case .mapping(let pairs) where node.isMapping && !pairs.isEmpty:
      for pair in pairs {
        if let index = text.node(path).index(pair.key) {
          try set(pair.value, at: path + [index])
        } else {
          try insert(.pair(pair.key, pair.value), in: path, at: text.node(path).children.count)
        }
      }
      let kept = Set(pairs.map(\.key))
      for index in text.node(path).keys.indices.reversed()
      where !kept.contains(text.node(path).keys[index].text) {
        try remove(path + [index])
      }
    case .text, .list, .mapping: try replace(node, by: value, at: path)
    }
  }

  private mutating func set(
    _ new: String, at path: [Int], _ node: YAMLNode
  ) throws(EditRefusal) {
    guard node.text != new else { return }
    let written = ScalarWriter.text(
      new, for: key(of: path), inPlaceOf: node, in: text, inline: text.isInline(path.dropLast()))
    let space = node.range.isEmpty ? " " : ""
    try commit([TextEdit(node.range, space + written)]) {
      $0.change(path[...]) { $0 = .text(new) }
    }
  }

  private mutating func set(
    _ items: [EditValue], at path: [Int], _ node: YAMLNode
  ) throws(EditRefusal) {
    let old = node.children.map(\.value)
    let start = zip(old, items).prefix { $0 == $1 }.count
    let both = min(old.count, items.count) - start
    let end = min(zip(old.reversed(), items.reversed()).prefix { $0 == $1 }.count, both)
    let (gone, new) = (old.count - start - end, items.count - start - end)
    for index in start..<start + min(gone, new) { try set(items[index], at: path + [index]) }
    for index in stride(from: start + new, to: start + gone, by: 1).reversed() {
      try remove(path + [index])
    }
    for index in stride(from: start + gone, to: start + new, by: 1) {
      try insert(.item(items[index]), in: path, at: index)
    }
  }

  /// Writes another kind of value.
  private mutating func replace(
    _ node: YAMLNode, by value: EditValue, at path: [Int]
  ) throws(EditRefusal) {
    guard let last = path.last else { throw EditRefusal("the whole file cannot be replaced") }
    let parent = text.node(path.dropLast())
    let isInline = text.isInline(path.dropLast())
    let edit: TextEdit
    if isInline || !parent.isMapping {
      edit = TextEdit(node.range, EntryWriter.inline(value, for: key(of: path)))
    } else {
      let key = parent.keys[last]
      let colon = text.colonEnd(of: key)
      let (first, rest) = EntryWriter.written(
        value, for: key.text, at: text.column(colon), margin: text.column(key.range.lowerBound))
      let end = max(colon, node.range.upperBound)
      let space = colon..<max(colon, node.range.lowerBound)
      guard text.bytes[space].allSatisfy({ [0x20, 0x0A, 0x0D, 0x09].contains($0) }) else {
        throw EditRefusal("a comment between `\(key.text)` and its value would be lost")
      }
      edit = TextEdit(colon..<end, ([first] + rest).joined(separator: text.lineBreak))
    }
    try commit([edit]) { $0.change(path[...]) { $0 = value } }
  }

  /// Adds an entry to a list or mapping.
  mutating func insert(
    _ entry: EditEntry, in path: [Int], at index: Int
  ) throws(EditRefusal) {
    let edits = text.inserting(entry, in: path, at: index, owner: key(of: path))
    try commit(edits) { $0.change(path[...]) { $0.insert(entry, at: index) } }
  }

  /// Removes an entry of a list or mapping, and an empty one that is left with it.
  ///
  /// - Parameter withComments: whether comments right above it go too.
  mutating func remove(_ path: [Int], withComments: Bool = false) throws(EditRefusal) {
    guard let last = path.last else { throw EditRefusal("the whole file cannot be removed") }
    let parent = Array(path.dropLast())
    guard text.node(parent).children.count > 1 else {
      return try remove(parent, withComments: withComments)
    }
    try commit([text.removing(last, in: parent, withComments: withComments)]) {
      $0.change(parent[...]) { $0.remove(at: last) }
    }
  }

  /// Moves an entry to another index, counted after it was taken out.
  mutating func move(in path: [Int], from: Int, to index: Int) throws(EditRefusal) {
    guard from != index else { return }
    try commit(try text.moving(in: path, from: from, to: index)) {
      $0.change(path[...]) { $0.move(from: from, to: index) }
    }
  }

  /// Gives an entry of a mapping another key.
  mutating func renameKey(at path: [Int], to name: String) throws(EditRefusal) {
    guard let last = path.last else { return }
    let key = text.node(path.dropLast()).keys[last]
    guard key.text != name else { return }
    let written = ScalarWriter.text(
      name, for: nil, inPlaceOf: key, in: text, inline: text.isInline(path.dropLast()))
    try commit([TextEdit(key.range, written)]) {
      $0.change(path.dropLast()) { $0.renameKey(at: last, to: name) }
    }
  }

  /// Replaces bytes of the file, whatever it says then.
  mutating func replace(_ edits: [TextEdit]) throws(EditRefusal) {
    text = try YAMLText(SourceFile(path: path, bytes: edits.apply(to: text.bytes)))
    edited.apply(edits)
  }

  /// Edits the file if it says then what it should.
  mutating func commit(
    _ edits: [TextEdit], _ change: (inout EditValue) -> Void
  ) throws(EditRefusal) {
    guard planned == nil else {
      planned? += edits
      return
    }
    var expected = text.root.value
    change(&expected)
    try commit(edits, expected)
  }

  /// The edits of changes of the file as it is, which do not see each other.
  mutating func plan(
    _ changes: (inout YAMLDraft) throws(EditRefusal) -> Void
  ) throws(EditRefusal) -> [TextEdit] {
    planned = []
    defer { planned = nil }
    try changes(&self)
    return planned ?? []
  }

  /// Edits the file if it says this then.
  mutating func commit(_ edits: [TextEdit], _ expected: EditValue) throws(EditRefusal) {
    let file = SourceFile(path: path, bytes: edits.apply(to: text.bytes))
    guard let new = try? YAMLText(file), new.root.value == expected else {
      throw EditRefusal("this place of `\(path)` is written in an unusual way; change it by hand")
    }
    text = new
    edited.apply(edits)
  }
}
