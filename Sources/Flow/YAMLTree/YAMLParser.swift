internal import CLibYAML
public import Diagnostics

/// Reads YAML with libyaml's event API. The only file that touches libyaml, and the only unsafe one
/// on the way from a file to a machine.
///
/// Unsafe here: the parser keeps a pointer to itself and to the input, so it lives on the heap and
/// inside the closure that lends the input's bytes; an event's strings are copied before the event
/// is deleted. Nodes and bytes grow in raw memory, whose bounds `Pool` keeps; `Letters` reads within
/// the bytes it is given.
public struct YAMLParser: Sendable {
  /// How deep collections may be nested.
  public static let maximumDepth = 64
  /// How many bytes a file may have: 4 MiB.
  public static let maximumSize = 4 << 20

  private let vocabulary: Vocabulary

  public init(vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  /// Makes `tree` the tree of a file. Everything in it that flow files may not have is returned.
  ///
  /// The tree is whole when there is no diagnostic; otherwise it holds what came before the first
  /// place where reading could not go on.
  public func parse(_ file: SourceFile, into tree: inout YAMLTree) -> [Diagnostic] {
    tree.clear()
    guard file.bytes.count <= YAMLParser.maximumSize else {
      let size = "\(file.bytes.count) bytes; at most \(YAMLParser.maximumSize) are read"
      return [
        Diagnostic(
          .fileTooLarge, path: file.path, span: .top, "the file has \(size)",
          help: "split it: one flow a file")
      ]
    }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else {
      return [Diagnostic(.invalidYAML, path: file.path, span: .top, "out of memory")]
    }
    defer { yaml_parser_delete(parser) }
    return file.bytes.withUnsafeBufferPointer { input in
      // libyaml skips a byte-order mark only when it is left to guess the encoding.
      let mark = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      yaml_parser_set_input_string(
        parser, input.baseAddress?.advanced(by: mark), input.count - mark)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      tree.reserve(nodes: input.count / 6 + 64, bytes: input.count)
      var reader = EventReader(path: file.path, vocabulary: vocabulary)
      reader.read(parser, into: &tree)
      reader.finish(&tree)
      return reader.diagnostics
    }
  }
}

/// Turns events into nodes, one after the other.
private struct EventReader {
  private(set) var diagnostics: [Diagnostic] = []
  private let path: String
  private let vocabulary: Vocabulary
  /// The innermost open collection; -1 for none. Until it is closed, `next` of its record is the
  /// node of the one around it.
  private var current = -1
  private var isMapping = false
  /// How many children it has so far.
  private var count: UInt32 = 0
  private var depth = 0
  private var documents = 0

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

  init(path: String, vocabulary: Vocabulary) {
    self.path = path
    self.vocabulary = vocabulary
  }

  /// Collections that reading did not come to the end of have what they got.
  mutating func finish(_ tree: inout YAMLTree) {
    while current >= 0 { close(at: tree.records[current].end, in: &tree) }
  }

  mutating func read(_ parser: UnsafeMutablePointer<yaml_parser_t>, into tree: inout YAMLTree) {
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
        add(UnsafeBufferPointer(start: scalar.value, count: scalar.length), place, to: &tree)
      case YAML_MAPPING_START_EVENT:
        let start = event.data.mapping_start
        if start.anchor != nil || start.tag != nil {
          decorate(place, anchor: start.anchor != nil, tag: start.tag != nil)
        }
        guard begin(.mapping, place, in: &tree) else { return }
      case YAML_SEQUENCE_START_EVENT:
        let start = event.data.sequence_start
        if start.anchor != nil || start.tag != nil {
          decorate(place, anchor: start.anchor != nil, tag: start.tag != nil)
        }
        guard begin(.sequence, place, in: &tree) else { return }
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
        close(at: place.end, in: &tree)
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
        add(.scalar, place, to: &tree)
      default: break
      }
    }
  }

  private mutating func add(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Place, to tree: inout YAMLTree
  ) {
    // A key cannot be told from a value by its event; it is one when an even child of a mapping.
    let isKey = isMapping && count & 1 == 0 && bytes.count <= Vocabulary.longest
    count &+= 1
    let word = isKey ? vocabulary.number(of: Letters(bytes)) : 0
    let offset = UInt32(truncatingIfNeeded: tree.pool.count)
    // What is a word of the vocabulary is said by its number.
    if word == 0 { tree.pool.append(bytes) }
    tree.records.append(
      YAMLTree.Record(
        kind: .scalar, word: word, start: place.start,
        end: place.end, line: place.line, offset: offset,
        count: UInt32(truncatingIfNeeded: bytes.count),
        next: UInt32(truncatingIfNeeded: tree.records.count + 1)))
  }

  @inline(__always)
  private mutating func add(_ kind: YAMLTree.Kind, _ place: Place, to tree: inout YAMLTree) {
    count &+= 1
    tree.records.append(
      YAMLTree.Record(
        kind: kind, word: 0, start: place.start, end: place.end, line: place.line, offset: 0,
        count: 0, next: UInt32(truncatingIfNeeded: tree.records.count + 1)))
  }

  private mutating func begin(
    _ kind: YAMLTree.Kind, _ place: Place, in tree: inout YAMLTree
  ) -> Bool {
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

  private mutating func close(at end: UInt32, in tree: inout YAMLTree) {
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

/// The bytes of a short text as two numbers, which together with their count say all of it.
struct Letters: Equatable {
  private var first: UInt64 = 0
  private var last: UInt64 = 0
  private var count = 0

  init() {}

  init(_ word: String) {
    self = Array(word.utf8).withUnsafeBufferPointer { Letters($0) }
  }

  /// Only for at most ``Vocabulary/longest`` bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    count = bytes.count
    guard let start = UnsafeRawPointer(bytes.baseAddress), count > 0 else { return }
    func part<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) {
      first = UInt64(truncatingIfNeeded: start.loadUnaligned(as: type))
      let rest = start + (count - MemoryLayout<Number>.size)
      last = UInt64(truncatingIfNeeded: rest.loadUnaligned(as: type))
    }
    switch count {
    case 8...: part(UInt64.self)
    case 4...: part(UInt32.self)
    case 2...: part(UInt16.self)
    default: part(UInt8.self)
    }
  }

  /// Its upper bits depend on all of it.
  var hash: Int {
    let mixed = (first ^ (last << 7) ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 40)
  }
}

/// Values in raw memory that grow at their end and keep their room: an array without a check for
/// sharing at every piece. No place outside of them is ever touched.
@usableFromInline
struct Pool<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  private var capacity = 0
  @usableFromInline private(set) var count = 0

  init() {
    base = UnsafeMutablePointer.allocate(capacity: 0)
  }

  @inlinable deinit { base.deallocate() }

  @inlinable subscript(_ place: Int) -> Element {
    @inline(__always) get {
      precondition(place >= 0 && place < count)
      return base[place]
    }
    @inline(__always) set {
      precondition(place >= 0 && place < count)
      base[place] = newValue
    }
  }

  /// Forgets what there is.
  mutating func clear() { count = 0 }

  mutating func append(_ element: Element) {
    if count == capacity { reserve(capacity * 2 + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    if capacity - count < elements.count { reserve((count + elements.count) * 2) }
    if let source = elements.baseAddress {
      (base + count).initialize(from: source, count: elements.count)
    }
    count += elements.count
  }

  /// Makes room for so many in all.
  @inline(never)
  mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    capacity = wanted
    let wider = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    wider.initialize(from: base, count: count)
    base.deallocate()
    base = wider
  }

  func copy(to array: inout [Element]) {
    array.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
  }
}
