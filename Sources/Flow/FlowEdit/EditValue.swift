/// What is written in a flow file: a text, a list or a mapping, without its spelling.
package indirect enum EditValue: Hashable, Sendable {
  /// A key and its value.
  package struct Pair: Hashable, Sendable {
    package var key: String
    package var value: EditValue

    /// A key with this value.
    package init(_ key: String, _ value: EditValue) {
      (self.key, self.value) = (key, value)
    }
  }

  case text(String)
  case list([EditValue])
  case mapping([Pair])

  /// The values in a list or mapping.
  package var children: [EditValue] {
    switch self {
    case .text: []
    case .list(let items): items
    case .mapping(let pairs): pairs.map(\.value)
    }
  }

  /// The text. Nil for a list or mapping.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The value of a key.
  package subscript(key: String) -> EditValue? {
    guard case .mapping(let pairs) = self else { return nil }
    return pairs.first { $0.key == key }?.value
  }

  /// Changes the value to which the indices of children lead.
  mutating func change(_ path: ArraySlice<Int>, _ body: (inout EditValue) -> Void) {
    guard let first = path.first else { return body(&self) }
    switch self {
    case .text: break
    case .list(var items):
      items[first].change(path.dropFirst(), body)
      self = .list(items)
    case .mapping(var pairs):
      pairs[first].value.change(path.dropFirst(), body)
      self = .mapping(pairs)
    }
  }

  /// Adds a value at an index: to a mapping under the key.
  mutating func insert(_ entry: EditEntry, at index: Int) {
    switch (self, entry) {
    case (.list(var items), .item(let value)):
      items.insert(value, at: index)
      self = .list(items)
    case (.mapping(var pairs), .pair(let key, let value)):
      pairs.insert(Pair(key, value), at: index)
      self = .mapping(pairs)
    case (.text, _), (.list, .pair), (.mapping, .item): break
    }
  }

  mutating func remove(at index: Int) {
    switch self {
    case .text: break
    case .list(var items):
      items.remove(at: index)
      self = .list(items)
    case .mapping(var pairs):
      pairs.remove(at: index)
      self = .mapping(pairs)
    }
  }

  /// Puts the entry at one index to another index, counted after it was taken out.
  mutating func move(from: Int, to index: Int) {
    switch self {
    case .text: break
    case .list(var items):
      items.insert(items.remove(at: from), at: index)
      self = .list(items)
    case .mapping(var pairs):
      pairs.insert(pairs.remove(at: from), at: index)
      self = .mapping(pairs)
    }
  }
}

extension EditValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }
  package init(arrayLiteral items: EditValue...) { self = .list(items) }
  package init(dictionaryLiteral pairs: (String, EditValue)...) {
    self = .mapping(pairs.map { Pair($0.0, $0.1) })
  }
}

/// What is added to a list or a mapping.
package enum EditEntry: Hashable, Sendable {
  case item(EditValue)
  case pair(String, EditValue)

  var value: EditValue {
    switch self {
    case .item(let value), .pair(_, let value): value
    }
  }
}

extension EditValue {
  /// Gives the value at an index of a mapping another key.
  mutating func renameKey(at index: Int, to key: String) {
    guard case .mapping(var pairs) = self else { return }
    pairs[index].key = key
    self = .mapping(pairs)
  }
}

extension EditValue {
  /// A step whose targets are called otherwise.
  func leading(to names: [String: String]) -> EditValue {
    guard case .mapping(let pairs) = self else { return self }
    return .mapping(
      pairs.map { pair in
        switch (pair.key, pair.value) {
        case ("next", .text(let target)), ("meant", .text(let target)):
          Pair(pair.key, .text(names[target] ?? target))
        case ("rows", .mapping(let rows)):
          Pair(pair.key, .mapping(rows.map { Pair($0.key, $0.value.leading(to: names)) }))
        default: pair
        }
      })
  }
}
