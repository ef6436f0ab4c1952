internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// Reads the values of a tree by the schema, and collects what is wrong with them.
struct TreeReader: ~Copyable {
  private(set) var path = ""
  private(set) var tree = YAMLTree()
  /// The bytes of all texts: the tree's, and those that are put together while reading.
  var pool: [UInt8] = []
  var texts: [PooledText] = []
  var diagnostics: [Diagnostic] = []
  /// What stands under every key of the last mapping of every kind.
  private var slots = [Int32](repeating: 0, count: Schema.Kind.allCases.count * Key.room)

  /// Of no file yet.
  init() {}

  /// Goes to another file.
  ///
  /// - Returns: whether there is a whole tree to read on from.
  mutating func begin(_ file: SourceFile) -> Bool {
    path = file.path
    diagnostics = TreeReader.parser.parse(file, into: &tree)
    texts.removeAll(keepingCapacity: true)
    pool.removeAll(keepingCapacity: true)
    tree.copyPool(to: &pool)
    return !diagnostics.contains { Rule.endingReading.contains($0.rule) }
  }

  private static let parser = YAMLParser(vocabulary: Key.vocabulary)

  mutating func report(
    _ rule: Rule, at span: Span, _ message: String, help: String? = nil
  ) {
    diagnostics.append(Diagnostic(rule, path: path, span: span, message, help: help))
  }

  // MARK: Mappings

  /// The keys of a mapping whose values are of the shape that the schema asks for. What is not is
  /// reported and left out.
  ///
  /// - Returns: nil when it is no mapping at all.
  mutating func read(_ node: YAMLTree.Node, _ schema: Schema) -> Fields? {
    guard tree.kind(node) == .mapping else {
      refuse(node, asMappingOf: schema)
      return nil
    }
    let (keys, isGood) = TreeReader.collect(node, of: tree, schema, into: &slots)
    let fields = Fields(node: node, kind: schema.kind, keys: keys)
    if !isGood { explain(node, schema) }
    if !keys.isSuperset(of: schema.required) { reportMissing(fields, schema) }
    return fields
  }

  private static func collect(
    _ node: YAMLTree.Node, of tree: borrowing YAMLTree, _ schema: Schema, into slots: inout [Int32]
  ) -> (keys: KeySet, isGood: Bool) {
    var keys = KeySet()
    var isGood = true
    let first = schema.kind.firstSlot
    var slots = slots.mutableSpan
    var key = tree.firstChild(node)
    let end = tree.next(node)
    while key < end {
      let value = tree.next(key)
      let number = tree.word(key)
      if schema.accepts(tree.kind(value), under: number), tree.saysSomething(value),
        keys.insert(number)
      {
        slots[first + Int(number)] = Int32(truncatingIfNeeded: value)
      } else {
        isGood = false
      }
      key = tree.next(value)
    }
    return (keys, isGood)
  }

  /// What stands under a key; nil when it is not there.
  @inline(__always)
  subscript(_ fields: Fields, _ key: Key) -> YAMLTree.Node? {
    guard fields.keys.contains(key) else { return nil }
    return Int(slots[fields.kind.firstSlot + Int(key.rawValue)])
  }

  /// Says of every key of a mapping that was left out why it was.
  @inline(never)
  private mutating func explain(_ node: YAMLTree.Node, _ schema: Schema) {
    var seen = KeySet()
    var key = tree.firstChild(node)
    while key < tree.next(node) {
      let value = tree.next(key)
      let field = Key(rawValue: tree.word(key)).flatMap { known in
        schema.fields.first { $0.key == known }
      }
      if let field {
        let isAccepted = schema.accepts(tree.kind(value), under: tree.word(key))
        if seen.contains(field.key) {
          duplicate(key)
        } else if isAccepted, tree.saysSomething(value) {
          seen.insert(field.key)
        } else {
          refuse(value, field.shape, field.key)
        }
      } else {
        unknown(key, schema)
      }
      key = tree.next(value)
    }
  }

  @inline(never)
  private mutating func refuse(_ node: YAMLTree.Node, asMappingOf schema: Schema) {
    report(
      .wrongKind, at: tree.span(node),
      "\(schema.kind.name) must be a mapping of keys, not \(describe(node))",
      help: "write `\(schema.fields[0].key.word): ...` and its other keys below each other")
  }

  /// Refuses all keys of a set but one, where a mapping may have one of them.
  mutating func refuseOthers(
    than first: Key, of found: KeySet, in fields: Fields, _ rule: String, help: String
  ) {
    for key in Key.allCases where key != first && found.contains(key) {
      guard let value = self[fields, key] else { continue }
      report(
        .keysExclude, at: tree.span(value),
        "\(rule); this one has `\(first.word)` and `\(key.word)`", help: help)
    }
  }

  @inline(never)
  private mutating func reportMissing(_ fields: Fields, _ schema: Schema) {
    for field in schema.fields where field.isRequired && !fields.keys.contains(field.key) {
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

  // MARK: Scalars

  func string(_ node: YAMLTree.Node) -> String {
    if let key = Key(rawValue: tree.word(node)) { return key.word }
    return String(decoding: pool[tree.range(node)], as: UTF8.self)
  }

  /// Gives a free key that happens to be a key of the language the bytes that other free keys have.
  mutating func spellOut(_ node: YAMLTree.Node) {
    guard let key = Key(rawValue: tree.word(node)) else { return }
    tree.spell(node, at: pool.count)
    pool.append(contentsOf: key.word.utf8)
  }

  /// A scalar as a text of the tables; none when there is no node.
  func text(_ node: YAMLTree.Node?) -> PooledText {
    guard let node else { return .none }
    let range = tree.range(node)
    return PooledText(
      offset: UInt32(truncatingIfNeeded: range.lowerBound),
      count: UInt32(truncatingIfNeeded: range.count), span: tree.span(node))
  }

  /// A text that stands nowhere in the file, such as an id that is put together.
  mutating func made(_ first: Range<Int>, _ second: Range<Int>, from span: Span) -> PooledText {
    let start = pool.count
    for place in first { pool.append(pool[place]) }
    for place in second { pool.append(pool[place]) }
    return PooledText(
      offset: UInt32(truncatingIfNeeded: start),
      count: UInt32(truncatingIfNeeded: pool.count - start), span: span)
  }

  mutating func made(_ string: String, from span: Span) -> PooledText {
    let start = pool.count
    pool.append(contentsOf: string.utf8)
    return PooledText(
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
