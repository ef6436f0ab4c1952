package import Diagnostics

/// A file of texts in a language that is being changed: comments, order and quotes stay.
package struct TextsDraft {
  /// A text that is written below keys: flow, part and text, or flow and text of the header.
  package struct Change: Sendable {
    /// The keys.
    package let keys: [String]
    /// The text, or a mapping with it and its fingerprint.
    package let value: EditValue

    /// A text below keys.
    package init(_ keys: [String], _ value: EditValue) { (self.keys, self.value) = (keys, value) }
  }

  /// The places of keys among those beside them: a number for each path of keys. A key without one
  /// comes last.
  package typealias Order = [[String]: Int]

  private var draft: YAMLDraft
  private let order: Order

  /// A file with at least one text.
  package init(_ file: SourceFile, order: Order = [:]) throws(EditRefusal) {
    draft = try YAMLDraft(file)
    self.order = order
  }

  /// The change so far.
  package var file: FlowEdit.File { draft.file }

  /// A new file with texts.
  package static func new(_ changes: [Change], order: Order, in path: String) -> FlowEdit.File {
    let lines = TextsPatch(changes).entries(below: [], order).flatMap { entry in
      EntryWriter.lines(entry, margin: 0, owner: nil)
    }
    return FlowEdit.File(path: path, new: lines.map { $0 + "\n" }.joined())
  }

  /// Writes texts. Keys that are not there yet are added in their order.
  ///
  /// Changes in different places are made together, since the file is read again after each time:
  /// all of them, but for those that share a pair of braces.
  package mutating func set(_ changes: [Change]) throws(EditRefusal) {
    var rest = changes
    while !rest.isEmpty {
      var round = TextsRound(draft, order)
      let expected = round.apply(TextsPatch(rest))
      do throws(EditRefusal) {
        if !round.edits.isEmpty { try draft.commit(round.edits, expected) }
      } catch {
        round.left = Array(rest.indices)
      }
      guard round.left.count < rest.count else {
        // One after the other, so that what is refused is named.
        for change in rest { try set(change) }
        return
      }
      rest = round.left.map { rest[$0] }
    }
  }

  /// Writes one text.
  private mutating func set(_ change: Change) throws(EditRefusal) {
    var path: [Int] = []
    for (depth, key) in change.keys.enumerated() {
      let node = draft.text.node(path)
      if let index = node.index(key) {
        path.append(index)
        continue
      }
      guard node.isMapping else { break }
      let above = Array(change.keys[..<depth])
      let inner = change.keys[(depth + 1)...].reversed().reduce(change.value) {
        .mapping([EditValue.Pair($1, $0)])
      }
      let place = KeyPlaces(node.keys.map(\.text), below: above, order).place(of: key)
      return try draft.insert(.pair(key, inner), in: path, at: place)
    }
    if draft.text.node(path).value != change.value { try draft.set(change.value, at: path) }
  }
}

/// Changes of a file of texts as a tree of keys.
struct TextsPatch {
  /// What is written here, and the number of its change.
  var value: (value: EditValue, change: Int)?
  var inner: [String: TextsPatch] = [:]

  init() {}

  init(_ changes: [TextsDraft.Change]) {
    for (number, change) in changes.enumerated() {
      add((change.value, number), at: change.keys[...])
    }
  }

  private mutating func add(
    _ value: (value: EditValue, change: Int), at keys: ArraySlice<String>
  ) {
    guard let key = keys.first else {
      self.value = value
      return
    }
    inner[key, default: TextsPatch()].add(value, at: keys.dropFirst())
  }

  /// The numbers of all changes.
  var changes: [Int] { (value.map { [$0.change] } ?? []) + inner.values.flatMap(\.changes) }

  /// What is written below keys that are not there yet.
  func entries(below keys: [String], _ order: TextsDraft.Order) -> [EditEntry] {
    sorted(inner.keys, below: keys, order).map { key in
      .pair(key, inner[key]?.written(at: keys + [key], order) ?? .mapping([]))
    }
  }

  func written(at keys: [String], _ order: TextsDraft.Order) -> EditValue {
    if let value { return value.value }
    return .mapping(
      entries(below: keys, order).map { entry in
        guard case .pair(let key, let value) = entry else { return EditValue.Pair("", entry.value) }
        return EditValue.Pair(key, value)
      })
  }
}

/// Keys in their order.
func sorted(
  _ keys: some Sequence<String>, below above: [String], _ order: TextsDraft.Order
) -> [String] {
  keys.map { ($0, order[above + [$0]] ?? .max) }
    .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
}
