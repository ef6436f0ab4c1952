internal import Diagnostics
internal import FlowLoader
internal import YAMLTree

/// A part of a binding file: what it says, and where.
struct BindingNode: Sendable {
  /// A key with its value.
  struct Pair: Sendable {
    let key: String
    let keySpan: Span
    let value: BindingNode
  }

  /// The kinds of parts.
  enum Content: Sendable {
    case text(String)
    case list([BindingNode])
    case mapping([Pair])
  }

  let content: Content
  let span: Span

  /// The text. Nil for a list or a mapping.
  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// The keys with their values. Nil for anything but a mapping.
  var pairs: [Pair]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// A part with this content.
  init(content: Content, span: Span) { (self.content, self.span) = (content, span) }

  /// A node of a tree, whose texts are in this pool.
  init(_ tree: borrowing YAMLTree, _ node: YAMLTree.Node, _ pool: [UInt8]) {
    span = tree.kind(node) == .scalar ? tree.span(node) : tree.headSpan(node)
    guard tree.kind(node) != .scalar else {
      content = .text(String(decoding: pool[tree.range(node)], as: UTF8.self))
      return
    }
    var parts: [BindingNode] = []
    var child = tree.count(node) > 0 ? tree.firstChild(node) : tree.next(node)
    while child < tree.next(node) {
      parts.append(BindingNode(tree, child, pool))
      child = tree.next(child)
    }
    guard tree.kind(node) == .mapping else {
      content = .list(parts)
      return
    }
    content = .mapping(
      stride(from: 0, to: parts.count - 1, by: 2).map { place in
        let key = parts[place]
        return Pair(key: key.text ?? "", keySpan: key.span, value: parts[place + 1])
      })
  }
}

extension BindingNode {
  /// Whether it is a mapping with this key.
  func has(_ key: String) -> Bool { pairs?.contains { $0.key == key } ?? false }
}

// Pieces that a binding says, each on one line. They are about a part of the document that stands
// at `place`.
extension MadeText {
  /// Adds keys with their values, on a line each.
  mutating func add(_ pairs: [BindingNode.Pair], _ indent: String, at place: Span) {
    for pair in pairs {
      add(indent, at: place)
      add(pair, at: place)
      add("\n", at: place)
    }
  }

  /// Adds items of a list, each with its id as the value of this key.
  mutating func add(
    _ pairs: [BindingNode.Pair], as word: String, _ indent: String, at place: Span
  ) {
    for pair in pairs {
      let id = BindingNode(content: .text(pair.key), span: pair.keySpan)
      let first = BindingNode.Pair(key: word, keySpan: pair.keySpan, value: id)
      add("\(indent)- ", at: place)
      let all = [first] + (pair.value.pairs ?? [])
      add(BindingNode(content: .mapping(all), span: pair.keySpan), at: place)
      add("\n", at: place)
    }
  }

  private mutating func add(_ pair: BindingNode.Pair, at place: Span) {
    let written = FlowPlaces.Entry.Written(path: binding, span: pair.keySpan)
    add(YAMLScalar.text(pair.key, inline: true) + ": ", at: place, written: written)
    add(pair.value, at: place)
  }

  private mutating func add(_ node: BindingNode, at place: Span) {
    let written = FlowPlaces.Entry.Written(path: binding, span: node.span)
    func add(_ text: String) { self.add(text, at: place, written: written) }
    switch node.content {
    case .text(let text): add(text.isEmpty ? "''" : YAMLScalar.text(text, inline: true))
    case .list(let items):
      add("[")
      for (index, item) in items.enumerated() {
        if index > 0 { add(", ") }
        self.add(item, at: place)
      }
      add("]")
    case .mapping(let pairs):
      add(pairs.isEmpty ? "{" : "{ ")
      for (index, pair) in pairs.enumerated() {
        if index > 0 { add(", ") }
        self.add(pair, at: place)
      }
      add(pairs.isEmpty ? "}" : " }")
    }
  }
}
