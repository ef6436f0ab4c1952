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
  ///
  /// - Returns: false when it is no mapping at all.
  mutating func read(
    _ node: YAMLTree.Node, _ schema: Schema, into fields: inout Fields
  ) -> Bool {
    guard tree.kind(node) == .mapping else {
      refuse(node, asMappingOf: schema)
      return false
    }
    fields.begin(node)
    var key = tree.firstChild(node)
    let end = tree.next(node)
    while key < end {
      let value = tree.next(key)
      let number = tree.word(key)
      if let shape = schema.shapes[Int(number)], let known = Key(rawValue: number) {
        if fields.keys.contains(known) {
          duplicate(key)
        } else if isOf(shape, value) {
          fields.set(known, to: value)
        } else {
          refuse(value, shape, known)
        }
      } else {
        unknown(key, schema)
      }
      key = tree.next(value)
    }
    if !fields.keys.isSuperset(of: schema.required) { reportMissing(fields, schema) }
    return true
  }

  @inline(never)
  private mutating func refuse(_ node: YAMLTree.Node, asMappingOf schema: Schema) {
    report(
      .wrongKind, at: tree.span(node),
      "\(schema.kind.name) must be a mapping of keys, not \(describe(node))",
      help: "write `\(schema.fields[0].key.word): ...` and its other keys below each other")
  }

  @inline(never)
  private mutating func reportMissing(_ fields: borrowing Fields, _ schema: Schema) {
    for field in schema.fields where field.isRequired && fields[field.key] == nil {
      if has(fields.node, field.key) { continue }
      report(
        .missingKey, at: tree.headSpan(fields.node),
        "\(schema.kind.name) needs the key `\(field.key.word)`",
        help: "add `\(field.key.word): ...`: \(field.about)")
    }
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

  mutating func duplicate(_ key: YAMLTree.Node) {
    report(
      .duplicateKey, at: tree.span(key), "the key `\(string(key))` stands here twice",
      help: "keep one of the two")
  }

  private func isOf(_ shape: Schema.Shape, _ value: YAMLTree.Node) -> Bool {
    switch shape {
    case .text, .flag: isText(value)
    case .textOrTexts: tree.kind(value) == .sequence || isText(value)
    case .texts, .list: tree.kind(value) == .sequence
    case .mapping, .words, .values, .named: tree.kind(value) == .mapping
    }
  }

  @inline(never)
  private mutating func refuse(_ value: YAMLTree.Node, _ shape: Schema.Shape, _ key: Key) {
    let wanted =
      switch shape {
      case .text, .flag: "one text"
      case .textOrTexts: "a text or a list of texts"
      case .texts: "a list: `[one, two]`"
      case .list(let inner): "a list; each entry is \(inner.name)"
      case .mapping, .words, .values, .named: "a mapping: `{ name: value }`"
      }
    report(
      .wrongKind, at: tree.headSpan(value),
      "`\(key.word)` must be \(wanted), not \(describe(value))",
      help: "see docs/language.md for what stands under each key")
  }

  func describe(_ node: YAMLTree.Node) -> String {
    switch tree.kind(node) {
    case .scalar: tree.count(node) == 0 ? "nothing" : "a text"
    case .mapping: "a mapping"
    case .sequence: "a list"
    }
  }

  /// How many steps and rows the file has, at least where it is good.
  func counts() -> (steps: Int, rows: Int) {
    var steps = 0
    var rows = 0
    var node = tree.root
    let end = tree.next(node)
    while node < end {
      switch tree.word(node) {
      case 0: break
      case Key.step.rawValue, Key.line.rawValue: steps += 1
      case Key.extension.rawValue: rows += 1
      case Key.rows.rawValue: rows += tree.count(node + 1) / 2 - 1
      default: break
      }
      node += 1
    }
    // A step without rows has one of its own.
    return (steps, rows + steps)
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
  mutating func made(_ first: Range<Int>, _ second: Range<Int>, from span: Span) -> Text {
    let start = pool.count
    for place in first { pool.append(pool[place]) }
    for place in second { pool.append(pool[place]) }
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

  func isText(_ node: YAMLTree.Node) -> Bool {
    tree.kind(node) == .scalar && tree.count(node) > 0
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
    var cursor = entries(node)
    while let entry = next(&cursor) {
      if isText(entry, what) { texts.append(text(entry)) }
    }
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
