internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// Reads the values of a tree by the schema, and collects the diagnostics.
struct TreeReader: ~Copyable {
  private(set) var path = ""
  private(set) var tree = YAMLTree()
  /// The bytes of all texts: those of the tree, and those made while reading.
  var pool: [UInt8] = []
  var texts: [PooledText] = []
  var diagnostics: [Diagnostic] = []
  /// How many of the diagnostics are about targets that do not exist, which does not keep the file
  /// from being read.
  var danglingCount = 0
  /// For mappings with a mistake the keys that were meant, as far as they are known. What they
  /// would have said is not reported as missing.
  private var meantKeys: [YAMLTree.Node: Set<String>] = [:]
  /// The places of aliases.
  private var aliases: Set<Span> = []
  /// The values of all keys of the last mapping of every kind.
  private var slots = [Int32](repeating: 0, count: MappingKind.allCases.count * Mapping.room)

  let vocabulary: Vocabulary

  /// A reader without a file, which recognises the keys in `vocabulary`.
  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// Begins with another file.
  ///
  /// - Returns: whether the tree is complete.
  mutating func begin(_ file: SourceFile) -> Bool {
    path = file.path
    danglingCount = 0
    if !meantKeys.isEmpty { meantKeys = [:] }
    diagnostics = YAMLParser(vocabulary: vocabulary).parse(file, into: &tree)
    texts.removeAll(keepingCapacity: true)
    pool.removeAll(keepingCapacity: true)
    tree.copyPool(to: &pool)
    aliases = Set(diagnostics.filter { $0.rule == .aliasNotAllowed }.map(\.span))
    return !tree.isCut
  }

  /// Whether everything was read, apart from targets that do not exist.
  var isWhole: Bool { diagnostics.count == danglingCount }

  /// Reports a mistake, unless an alias stands there, which is reported already.
  mutating func report(
    _ rule: Rule, at span: Span, _ message: String, help: String? = nil
  ) {
    guard aliases.isEmpty || !aliases.contains(span) else { return }
    diagnostics.append(Diagnostic(rule, path: path, span: span, message, help: help))
  }

  // MARK: Mappings

  /// The keys of a mapping whose values have the right shape, as a bit set. The others are
  /// reported.
  ///
  /// - Returns: nil if the node is not a mapping.
  mutating func keys(of node: YAMLTree.Node, _ mapping: Mapping) -> UInt64? {
    guard tree.kind(node) == .mapping else {
      refuse(node, asMappingOf: mapping)
      return nil
    }
    let (keys, isGood) = TreeReader.collect(node, of: tree, mapping, into: &slots)
    if !isGood { explain(node, mapping) }
    if mapping.required & ~keys != 0 { reportMissing(keys, node, mapping) }
    return keys
  }

  private static func collect(
    _ node: YAMLTree.Node, of tree: borrowing YAMLTree, _ mapping: Mapping,
    into slots: inout [Int32]
  ) -> (keys: UInt64, isGood: Bool) {
    var keys: UInt64 = 0
    var isGood = true
    let first = mapping.firstSlot
    let end = tree.next(node)
    var node = tree.firstChild(node)
    while node < end {
      let value = tree.next(node)
      if let key = mapping.place(of: tree.word(node), accepting: tree.kind(value)),
        tree.saysSomething(value), keys & 1 << UInt64(key) == 0
      {
        keys |= 1 << UInt64(key)
        slots[first + key] = Int32(truncatingIfNeeded: value)
      } else {
        isGood = false
      }
      node = tree.next(value)
    }
    return (keys, isGood)
  }

  /// The value of a key in the last mapping of its kind.
  @inline(__always)
  func value(of key: Int, in mapping: Mapping) -> YAMLTree.Node {
    Int(slots[mapping.firstSlot + key])
  }

  /// Reports every key of a mapping that was not accepted.
  @inline(never)
  private mutating func explain(_ node: YAMLTree.Node, _ mapping: Mapping) {
    var seen: Set<String> = []
    var meant: Set<String> = []
    defer { meantKeys[node] = meant }
    for (node, value) in members(node) {
      let word = tree.kind(node) == .scalar ? string(node) : ""
      guard tree.word(node) != 0, let key = mapping.keys.first(where: { $0.word == word }) else {
        let known = mapping.keys.map(\.word)
        refuseKey(node, word, of: mapping.kind.name, known: known)
        if let near = DidYouMean.nearest(to: word, in: known) { meant.insert(near) }
        continue
      }
      if seen.contains(word) {
        duplicate(node)
        meant.insert(word)
      } else if key.shape.accepted & tree.kind(value).rawValue != 0, tree.saysSomething(value) {
        seen.insert(word)
      } else {
        meant.insert(word)
        report(
          .wrongKind, at: tree.headSpan(value),
          "`\(word)` must be \(key.shape.wanted), not \(describe(value))",
          help: "see docs/language.md for the value of each key")
      }
    }
  }

  /// Whether a mapping has a key that was meant to be this one and is misspelt, has a wrong value
  /// or is there twice. That is reported already.
  func wasMeant(_ key: String, in node: YAMLTree.Node) -> Bool {
    meantKeys[node]?.contains(key) ?? false
  }

  /// The same for one of several keys.
  func wasMeant(oneOf keys: [String], in node: YAMLTree.Node) -> Bool {
    guard let meant = meantKeys[node] else { return false }
    return keys.contains(where: meant.contains)
  }

  /// The keys and values of a mapping, for messages.
  private func members(_ node: YAMLTree.Node) -> [(key: YAMLTree.Node, value: YAMLTree.Node)] {
    var members: [(key: YAMLTree.Node, value: YAMLTree.Node)] = []
    var key = tree.firstChild(node)
    while key < tree.next(node) {
      members.append((key, tree.next(key)))
      key = tree.next(tree.next(key))
    }
    return members
  }

  @inline(never)
  private mutating func refuse(_ node: YAMLTree.Node, asMappingOf mapping: Mapping) {
    report(
      .wrongKind, at: tree.span(node),
      "\(mapping.kind.name) must be a mapping of keys, not \(describe(node))",
      help: "write `\(mapping.keys[0].word): ...` and its other keys below each other")
  }

  /// Reports these keys of the last mapping of its kind, with this message.
  mutating func refuse(_ keys: UInt64, of mapping: Mapping, _ words: String, help: String) {
    for (place, key) in mapping.keys.enumerated() where keys >> UInt64(place) & 1 == 1 {
      report(
        .keysExclude, at: tree.headSpan(value(of: place, in: mapping)), "`\(key.word)` \(words)",
        help: help)
    }
  }

  @inline(never)
  private mutating func reportMissing(
    _ keys: UInt64, _ node: YAMLTree.Node, _ mapping: Mapping
  ) {
    let missing = mapping.required & ~keys
    for (place, key) in mapping.keys.enumerated()
    where missing >> UInt64(place) & 1 == 1 && !wasMeant(key.word, in: node) {
      report(
        .missingKey, at: tree.headSpan(node),
        "\(mapping.kind.name) needs the key `\(key.word)`",
        help: "add `\(key.word): ...`: \(key.about)")
    }
  }

  /// Reports a key that `owner` ("a row") does not have.
  mutating func refuseKey(
    _ node: YAMLTree.Node, _ name: String, of owner: String, known: [String]
  ) {
    report(
      .unknownKey, at: tree.span(node), "\(owner) has no key `\(name)`",
      help: DidYouMean.question(for: name, in: known)
        ?? "\(owner) may have: \(known.joined(separator: ", "))")
  }

  mutating func duplicate(_ key: YAMLTree.Node) {
    report(
      .duplicateKey, at: tree.span(key), "the key `\(string(key))` occurs here twice",
      help: "keep one of the two")
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
    vocabulary.word(tree.word(node)) ?? String(decoding: pool[tree.range(node)], as: UTF8.self)
  }

  /// If a user-chosen key is spelled like a keyword, copies its text into the pool so that it can
  /// be read like any other.
  mutating func spellOut(_ node: YAMLTree.Node) {
    guard let word = vocabulary.word(tree.word(node)) else { return }
    tree.spell(node, at: pool.count)
    pool.append(contentsOf: word.utf8)
  }

  /// A scalar as a text of the tables.
  func text(_ node: YAMLTree.Node) -> PooledText {
    PooledText(tree.range(node), span: tree.span(node))
  }

  /// A text that does not occur in the file, such as an id made of two parts.
  mutating func made(_ first: Range<Int>, _ second: Range<Int>, from span: Span) -> PooledText {
    let start = pool.count
    for place in first { pool.append(pool[place]) }
    for place in second { pool.append(pool[place]) }
    return PooledText(start..<pool.count, span: span)
  }

  mutating func made(_ string: String, from span: Span) -> PooledText {
    let start = pool.count
    pool.append(contentsOf: string.utf8)
    return PooledText(start..<pool.count, span: span)
  }

  func isText(_ node: YAMLTree.Node) -> Bool {
    tree.kind(node) == .scalar && tree.count(node) > 0
  }

  /// Whether the node is a scalar that is not empty. Otherwise it is reported as not being `what`.
  mutating func isText(_ node: YAMLTree.Node, _ what: String) -> Bool {
    if tree.kind(node) == .scalar, tree.count(node) > 0 { return true }
    report(.wrongKind, at: tree.headSpan(node), "\(what) must be a text, not \(describe(node))")
    return false
  }

  /// A list of scalars as a range of `texts`.
  mutating func list(_ node: YAMLTree.Node, _ what: String) -> TableRange {
    let start = texts.count
    var cursor = entries(node)
    while let entry = next(&cursor) {
      if isText(entry, what) { texts.append(text(entry)) }
    }
    return TableRange(start: start, count: texts.count - start)
  }

  mutating func flag(_ node: YAMLTree.Node) -> Bool? {
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
