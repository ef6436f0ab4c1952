internal import Diagnostics

/// Builds a tree from the nodes of a file, in their order.
struct NodeBuilder {
  let path: String
  var diagnostics: [Diagnostic] = []
  /// The innermost open collection, -1 for none. While it is open, `next` of its record is the node
  /// of the collection around it.
  private var current = -1
  private var isMapping = false
  /// The number of its children so far.
  private var count: UInt32 = 0
  private var depth = 0
  private var documents = 0

  /// The place of an event.
  struct Place {
    let start: UInt32
    let end: UInt32
    let line: UInt32
  }

  /// The syntax error at which reading stopped.
  var slip: YAMLSlip?

  init(path: String) {
    self.path = path
  }

  /// Whether a key comes next. An event does not say so: every even child of a mapping is a key.
  var expectsKey: Bool { isMapping && count & 1 == 0 }

  /// Adds a node: a scalar with its word and the place of its bytes, or a collection.
  @inline(__always)
  mutating func add(
    _ kind: YAMLTree.Kind, _ place: Place, word: UInt8 = 0, at offset: Int = 0, bytes: Int = 0,
    to tree: inout YAMLTree
  ) {
    count &+= 1
    tree.records.append(
      YAMLTree.Record(
        kind: kind, word: word, start: place.start, end: place.end, line: place.line,
        offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: bytes),
        next: UInt32(truncatingIfNeeded: tree.records.count + 1)))
  }

  /// Opens a collection. False if it is nested too deep.
  mutating func begin(_ kind: YAMLTree.Kind, _ place: Place, in tree: inout YAMLTree) -> Bool {
    guard depth < YAMLParser.maximumDepth else {
      report(
        .nestedTooDeep, place, "nested more than \(YAMLParser.maximumDepth) deep",
        help: "a flow file needs five levels; look for a bracket that is never closed")
      return false
    }
    add(kind, place, to: &tree)
    let node = tree.records.count - 1
    if current >= 0 { tree.records[current].count = count }
    tree.records[node].next = UInt32(truncatingIfNeeded: current)
    current = node
    isMapping = kind == .mapping
    count = 0
    depth += 1
    return true
  }

  mutating func close(at end: UInt32, in tree: inout YAMLTree) {
    guard current >= 0 else { return }
    let outer = Int(Int32(truncatingIfNeeded: tree.records[current].next))
    tree.records[current].count = count
    tree.records[current].next = UInt32(truncatingIfNeeded: tree.records.count)
    tree.records[current].end = end
    current = outer
    isMapping = outer >= 0 && tree.records[outer].kind == .mapping
    count = outer >= 0 ? tree.records[outer].count : 0
    depth -= 1
  }

  /// Closes the collections that are still open after a syntax error, with the children they have.
  /// A key that has no value gets an empty one.
  mutating func finish(_ tree: inout YAMLTree) {
    if current >= 0 { tree.isCut = true }
    while current >= 0 {
      if isMapping, count & 1 == 1 {
        let last = tree.records[tree.records.count - 1]
        add(.scalar, Place(start: last.end, end: last.end, line: last.line), to: &tree)
      }
      close(at: tree.records[current].end, in: &tree)
    }
  }

  // MARK: What flow files may not have

  /// Begins a document. False if it is the second one.
  mutating func beginDocument(_ place: Place) -> Bool {
    documents += 1
    guard documents > 1 else { return true }
    report(
      .severalDocuments, place, "a second document starts here",
      help: "a file holds one flow: move it into another file")
    return false
  }

  /// Adds an alias as the text that it must be. Its bytes are at `offset` of the pool.
  mutating func addAlias(
    _ place: Place, _ name: String, at offset: Int, bytes: Int, to tree: inout YAMLTree
  ) {
    report(
      .aliasNotAllowed, place, "aliases are not allowed",
      help: "put `*\(name)` in quotes if it is a text or the id of a row: `'*\(name)'`")
    add(.scalar, place, at: offset, bytes: bytes, to: &tree)
  }

  mutating func decorate(_ place: Place, anchor: Bool, tag: Bool) {
    if anchor { refuse(.anchorNotAllowed, place, "anchors", "&", "name") }
    if tag { refuse(.tagNotAllowed, place, "tags", "!", "tag") }
  }

  private mutating func refuse(
    _ rule: Rule, _ place: Place, _ what: String, _ sign: String, _ word: String
  ) {
    report(
      rule, place, "\(what) are not allowed",
      help: "remove the `\(sign)\(word)`; quote the text if it begins with `\(sign)`")
  }

  private mutating func report(
    _ rule: Rule, _ place: Place, _ message: String, help: String
  ) {
    let span = SourceSpan(start: place.start, end: place.end)
    diagnostics.append(Diagnostic(rule, path: path, span: span, message, help: help))
  }
}
