internal import CLibYAML
public import Diagnostics

/// Reads YAML with libyaml's event API. The only file that touches libyaml, and the only unsafe one
/// on the way from a file to a machine.
///
/// Unsafe here: the parser keeps a pointer to itself and to the input, so it lives on the heap and
/// inside the closure that lends the input's bytes; an event's strings are copied before the event
/// is deleted. Their bytes grow in raw memory, whose bounds `Pool` keeps.
public struct YAMLParser: Sendable {
  /// How deep collections may be nested.
  public static let maximumDepth = 64
  /// How many bytes a file may have: 4 MiB.
  public static let maximumSize = 4 << 20

  private let vocabulary: Vocabulary

  public init(vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  /// The tree of a file, and everything in it that flow files may not have.
  ///
  /// The tree is whole when there is no diagnostic; otherwise it holds what came before the first
  /// place where reading could not go on.
  public func parse(_ file: SourceFile) -> (tree: YAMLTree, diagnostics: [Diagnostic]) {
    guard file.bytes.count <= YAMLParser.maximumSize else {
      let size = "\(file.bytes.count) bytes; at most \(YAMLParser.maximumSize) are read"
      return (
        YAMLTree(),
        [
          Diagnostic(
            .fileTooLarge, path: file.path, span: .top, "the file has \(size)",
            help: "split it: one flow a file")
        ]
      )
    }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else {
      return (
        YAMLTree(), [Diagnostic(.invalidYAML, path: file.path, span: .top, "out of memory")]
      )
    }
    defer { yaml_parser_delete(parser) }
    return file.bytes.withUnsafeBufferPointer { input in
      // libyaml skips a byte-order mark only when it is left to guess the encoding.
      let mark = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      yaml_parser_set_input_string(
        parser, input.baseAddress?.advanced(by: mark), input.count - mark)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      var reader = EventReader(path: file.path, vocabulary: vocabulary, size: input.count)
      reader.read(parser)
      let diagnostics = reader.diagnostics
      return (reader.tree(), diagnostics)
    }
  }
}

/// Turns events into nodes, one after the other.
private struct EventReader: ~Copyable {
  private(set) var diagnostics: [Diagnostic] = []
  private let path: String
  private let vocabulary: Vocabulary
  private var records: [YAMLTree.Record] = []
  private var pool: Pool
  /// The innermost open collection, and those around it, outermost first.
  private var current = Collection(node: -1, isMapping: false)
  private var around: [Collection] = []
  private var documents = 0

  private struct Collection {
    let node: YAMLTree.Node
    let isMapping: Bool
    var count: UInt32 = 0
  }

  /// Where an event stands.
  private struct Place {
    let start: UInt32
    let end: UInt32
    let line: UInt32

    init(_ event: borrowing yaml_event_t) {
      start = UInt32(truncatingIfNeeded: event.start_mark.index)
      end = UInt32(truncatingIfNeeded: event.end_mark.index)
      line = UInt32(truncatingIfNeeded: event.start_mark.line)
    }
  }

  init(path: String, vocabulary: Vocabulary, size: Int) {
    self.path = path
    self.vocabulary = vocabulary
    pool = Pool(capacity: size + 64)
    records.reserveCapacity(size / 6 + 64)
  }

  /// The tree so far; collections that reading did not come to the end of have what they got.
  consuming func tree() -> YAMLTree {
    for collection in around + [current] where collection.node >= 0 {
      records[collection.node].count = collection.count
    }
    // The reader puts a few ids together; they go behind the pool.
    return YAMLTree(records: records, pool: pool.array(room: pool.count / 8 + 32))
  }

  mutating func read(_ parser: UnsafeMutablePointer<yaml_parser_t>) {
    var event = yaml_event_t()
    while true {
      guard yaml_parser_parse(parser, &event) == 1 else {
        refuse(parser.pointee)
        return
      }
      defer { yaml_event_delete(&event) }
      let place = Place(event)
      switch event.type {
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        if scalar.anchor != nil || scalar.tag != nil {
          decorate(place, anchor: scalar.anchor != nil, tag: scalar.tag != nil)
        }
        add(UnsafeBufferPointer(start: scalar.value, count: scalar.length), place)
      case YAML_MAPPING_START_EVENT:
        let start = event.data.mapping_start
        decorate(place, anchor: start.anchor != nil, tag: start.tag != nil)
        guard begin(.mapping, place) else { return }
      case YAML_SEQUENCE_START_EVENT:
        let start = event.data.sequence_start
        decorate(place, anchor: start.anchor != nil, tag: start.tag != nil)
        guard begin(.sequence, place) else { return }
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
        close(place)
      case YAML_STREAM_END_EVENT: return
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        if documents > 1 {
          report(
            .severalDocuments, place, "a second document starts here",
            help: "one flow a file: move it into a file of its own")
          return
        }
      case YAML_ALIAS_EVENT:
        report(
          .aliasNotAllowed, place, "aliases are not allowed", help: "write the value out again")
        add(.scalar, place)
      default: break
      }
    }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Place) {
    let offset = UInt32(truncatingIfNeeded: pool.count)
    pool.append(bytes)
    // A key cannot be told from a value by its event; it is one when an even child of a mapping.
    let isKey = current.isMapping && current.count & 1 == 0
    current.count += 1
    records.append(
      YAMLTree.Record(
        kind: .scalar, word: isKey ? vocabulary.number(of: bytes.span) : 0, start: place.start,
        end: place.end, line: place.line, offset: offset,
        count: UInt32(truncatingIfNeeded: bytes.count),
        next: UInt32(truncatingIfNeeded: records.count + 1)))
  }

  private mutating func add(_ kind: YAMLTree.Kind, _ place: Place) {
    current.count += 1
    records.append(
      YAMLTree.Record(
        kind: kind, word: 0, start: place.start, end: place.end, line: place.line, offset: 0,
        count: 0, next: UInt32(truncatingIfNeeded: records.count + 1)))
  }

  private mutating func begin(_ kind: YAMLTree.Kind, _ place: Place) -> Bool {
    guard around.count < YAMLParser.maximumDepth else {
      report(
        .nestedTooDeep, place, "nested more than \(YAMLParser.maximumDepth) deep",
        help: "a flow file needs five levels; look for a bracket that is never closed")
      return false
    }
    add(kind, place)
    around.append(current)
    current = Collection(node: records.count - 1, isMapping: kind == .mapping)
    return true
  }

  private mutating func close(_ place: Place) {
    guard let outer = around.popLast() else { return }
    records[current.node].count = current.count
    records[current.node].next = UInt32(truncatingIfNeeded: records.count)
    records[current.node].end = place.end
    current = outer
  }

  private mutating func decorate(_ place: Place, anchor: Bool, tag: Bool) {
    if anchor {
      report(
        .anchorNotAllowed, place, "anchors are not allowed",
        help: "remove the `&name`; quote the text if it begins with `&`")
    }
    if tag {
      report(
        .tagNotAllowed, place, "tags are not allowed",
        help: "remove the `!tag`; quote the text if it begins with `!`")
    }
  }

  private mutating func report(
    _ rule: Rule, _ place: Place, _ message: String, help: String
  ) {
    let span = Diagnostics.Span(start: place.start, end: place.end)
    diagnostics.append(Diagnostic(rule, path: path, span: span, message, help: help))
  }

  private mutating func refuse(_ parser: yaml_parser_t) {
    let problem = parser.problem.map { String(cString: $0) } ?? "cannot be read"
    let context = parser.context.map { " " + String(cString: $0) } ?? ""
    if parser.error == YAML_READER_ERROR {
      // The offset is in bytes; what stands before it was good, so it can be counted in scalars.
      diagnostics.append(
        Diagnostic(
          .invalidUTF8, path: path,
          span: Diagnostics.Span(
            start: UInt32(truncatingIfNeeded: parser.mark.index),
            end: UInt32(truncatingIfNeeded: parser.mark.index + 1)),
          "the file is not UTF-8 text: \(problem) at byte \(parser.problem_offset)",
          help: "save it as UTF-8, without control characters"))
      return
    }
    let mark = UInt32(truncatingIfNeeded: parser.problem_mark.index)
    let isElsewhere = parser.context != nil && parser.context_mark.line != parser.problem_mark.line
    let place = isElsewhere ? " that begins on line \(parser.context_mark.line + 1)" : ""
    diagnostics.append(
      Diagnostic(
        .invalidYAML, path: path, span: Diagnostics.Span(start: mark, end: mark + 1),
        "this is not YAML: \(problem)\(context)\(place)",
        help: "check the indentation and the quotes here and on the line before"))
  }
}

/// Bytes that grow at their end: an array without a check for sharing at every piece.
private struct Pool: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    base = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if capacity - count < bytes.count { grow(by: bytes.count) }
    if let source = bytes.baseAddress {
      (base + count).initialize(from: source, count: bytes.count)
    }
    count += bytes.count
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = (count + more) * 2
    let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    wider.initialize(from: base, count: count)
    base.deallocate()
    base = wider
  }

  /// The bytes, and room for some more.
  func array(room: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count + room) { buffer, initialized in
      buffer.baseAddress?.initialize(from: base, count: count)
      initialized = count
    }
  }
}
