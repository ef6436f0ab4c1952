internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// Reads the values of a tree by the schema, and collects what is wrong with them.
struct TreeReader {
  let path: String
  var tree: YAMLTree
  /// The bytes of all texts: the tree's, and those that are put together while reading.
  var pool: [UInt8]
  var texts: [Text] = []
  var diagnostics: [Diagnostic]

  init(path: String, tree: consuming YAMLTree, diagnostics: [Diagnostic]) {
    self.path = path
    pool = tree.takePool()
    self.tree = tree
    self.diagnostics = diagnostics
  }

  mutating func report(
    _ rule: Rule, at span: Span, _ message: String, help: String? = nil
  ) {
    diagnostics.append(Diagnostic(rule, path: path, span: span, message, help: help))
  }

  // MARK: Mappings

  /// The values of a mapping, each of the shape that the schema asks for. What is not is reported
  /// and left out.
  mutating func fields(_ node: YAMLTree.Node, _ schema: Schema) -> Fields? {
    guard tree.kind(node) == .mapping else {
      report(
        .wrongKind, at: tree.span(node),
        "\(schema.kind.name) must be a mapping of keys, not \(describe(node))",
        help: "write `\(schema.fields[0].key.word): ...` and its other keys below each other")
      return nil
    }
    var fields = Fields(node: node)
    var key = tree.firstChild(node)
    let end = tree.next(node)
    while key < end {
      let value = tree.next(key)
      defer { key = tree.next(value) }
      let number = tree.word(key)
      let place = Int(schema.places[Int(number)])
      guard number != 0, place != 0, let known = Key(rawValue: number) else {
        unknown(key, schema)
        continue
      }
      guard fields[known] == nil else {
        duplicate(key)
        continue
      }
      if check(value, schema.fields[place - 1], schema) { fields[known] = value }
    }
    for field in schema.fields where field.isRequired && fields[field.key] == nil {
      if has(node, field.key) { continue }
      report(
        .missingKey, at: tree.headSpan(node),
        "\(schema.kind.name) needs the key `\(field.key.word)`",
        help: "add `\(field.key.word): ...`: \(field.about)")
    }
    return fields
  }

  private func has(_ node: YAMLTree.Node, _ wanted: Key) -> Bool {
    var key = tree.firstChild(node)
    while key < tree.next(node) {
      if tree.word(key) == wanted.rawValue { return true }
      key = tree.next(tree.next(key))
    }
    return false
  }

  private mutating func unknown(_ key: YAMLTree.Node, _ schema: Schema) {
    let name = tree.kind(key) == .scalar ? string(key) : ""
    let known = schema.fields.map(\.key.word)
    let help =
      DidYouMean.question(for: name, in: known)
      ?? "\(schema.kind.name) may have: \(known.joined(separator: ", "))"
    report(
      .unknownKey, at: tree.span(key), "\(schema.kind.name) has no key `\(name)`", help: help)
  }

  private mutating func duplicate(_ key: YAMLTree.Node) {
    report(
      .duplicateKey, at: tree.span(key), "the key `\(string(key))` stands here twice",
      help: "keep one of the two")
  }

  private mutating func check(
    _ value: YAMLTree.Node, _ field: Schema.Field, _ schema: Schema
  ) -> Bool {
    let kind = tree.kind(value)
    switch field.shape {
    case .text, .flag:
      if kind == .scalar, tree.count(value) > 0 { return true }
      return refuse(value, "`\(field.key.word)` must be one text")
    case .textOrTexts:
      if kind == .sequence || (kind == .scalar && tree.count(value) > 0) { return true }
      return refuse(value, "`\(field.key.word)` must be a text or a list of texts")
    case .texts:
      if kind == .sequence { return true }
      return refuse(value, "`\(field.key.word)` must be a list: `[one, two]`")
    case .list(let inner):
      if kind == .sequence { return true }
      return refuse(value, "`\(field.key.word)` must be a list; each entry is \(inner.name)")
    case .mapping, .words, .values, .named:
      if kind == .mapping { return true }
      return refuse(value, "`\(field.key.word)` must be a mapping: `{ name: value }`")
    }
  }

  private mutating func refuse(_ node: YAMLTree.Node, _ message: String) -> Bool {
    report(
      .wrongKind, at: tree.headSpan(node), "\(message), not \(describe(node))",
      help: "see docs/language.md for what stands under each key")
    return false
  }

  func describe(_ node: YAMLTree.Node) -> String {
    switch tree.kind(node) {
    case .scalar: tree.count(node) == 0 ? "nothing" : "a text"
    case .mapping: "a mapping"
    case .sequence: "a list"
    }
  }

  // MARK: Free mappings and lists

  /// The pairs of a mapping with free keys; keys that are no text or stand twice are reported.
  mutating func pairs(_ node: YAMLTree.Node) -> [(key: YAMLTree.Node, value: YAMLTree.Node)] {
    var result: [(key: YAMLTree.Node, value: YAMLTree.Node)] = []
    result.reserveCapacity(tree.count(node) / 2)
    var seen: Set<String> = []
    let many = tree.count(node) > 32
    var key = tree.firstChild(node)
    let end = tree.next(node)
    while key < end {
      let value = tree.next(key)
      defer { key = tree.next(value) }
      guard tree.kind(key) == .scalar, tree.count(key) > 0 else {
        report(
          .wrongKind, at: tree.span(key), "a key must be a text, not \(describe(key))",
          help: "write `name: value`")
        continue
      }
      let twice =
        many
        ? !seen.insert(string(key)).inserted
        : result.contains { equal($0.key, key) }
      if twice {
        duplicate(key)
      } else {
        result.append((key, value))
      }
    }
    return result
  }

  /// The entries of a list, or the one scalar that stands in its place.
  func entries(_ node: YAMLTree.Node) -> [YAMLTree.Node] {
    guard tree.kind(node) == .sequence else { return [node] }
    var result: [YAMLTree.Node] = []
    result.reserveCapacity(tree.count(node))
    var entry = tree.firstChild(node)
    let end = tree.next(node)
    while entry < end {
      result.append(entry)
      entry = tree.next(entry)
    }
    return result
  }

  private func equal(_ a: YAMLTree.Node, _ b: YAMLTree.Node) -> Bool {
    tree.count(a) == tree.count(b) && pool[tree.range(a)] == pool[tree.range(b)]
  }

  // MARK: Scalars

  func string(_ node: YAMLTree.Node) -> String {
    String(decoding: pool[tree.range(node)], as: UTF8.self)
  }

  /// A scalar as a text of the tables; none when there is no node.
  func text(_ node: YAMLTree.Node?) -> Text {
    guard let node else { return .none }
    let range = tree.range(node)
    return Text(
      offset: UInt32(truncatingIfNeeded: range.lowerBound),
      count: UInt32(truncatingIfNeeded: range.count), span: tree.span(node))
  }

  /// A text that stands nowhere in the file, such as an id that is put together.
  mutating func made(_ parts: Range<Int>..., from span: Span) -> Text {
    let start = pool.count
    for part in parts { for place in part { pool.append(pool[place]) } }
    return Text(
      offset: UInt32(truncatingIfNeeded: start),
      count: UInt32(truncatingIfNeeded: pool.count - start), span: span)
  }

  mutating func made(_ string: String, from span: Span) -> Text {
    let start = pool.count
    pool.append(contentsOf: string.utf8)
    return Text(
      offset: UInt32(truncatingIfNeeded: start),
      count: UInt32(truncatingIfNeeded: pool.count - start), span: span)
  }

  /// Whether it is a scalar with something in it; otherwise reported as not being `what`.
  mutating func isText(_ node: YAMLTree.Node, _ what: String) -> Bool {
    if tree.kind(node) == .scalar, tree.count(node) > 0 { return true }
    report(.wrongKind, at: tree.headSpan(node), "\(what) must be a text, not \(describe(node))")
    return false
  }

  /// A list of scalars as a stretch of `texts`.
  mutating func list(_ node: YAMLTree.Node?, _ what: String) -> Slice {
    guard let node else { return .none }
    let start = texts.count
    for entry in entries(node) where isText(entry, what) { texts.append(text(entry)) }
    return Slice(start: start, count: texts.count - start)
  }

  mutating func flag(_ node: YAMLTree.Node?) -> Bool? {
    guard let node else { return nil }
    switch string(node) {
    case "yes", "true": return true
    case "no", "false": return false
    case let other:
      report(
        .wrongValue, at: tree.span(node), "`\(other)` is neither `yes` nor `no`",
        help: "write `yes` or `no`")
      return nil
    }
  }
}
