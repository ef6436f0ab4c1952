internal import CLibYAML
public import Diagnostics

/// Reads YAML with libyaml's event API. The only file that touches libyaml, and the only unsafe one
/// on the way from a file to a machine.
///
/// Unsafe here: the parser keeps a pointer to itself and to the input, so it lives on the heap and
/// inside the closure that lends the input's bytes; an event's strings are copied before the event
/// is deleted.
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
      return (reader.tree, reader.diagnostics)
    }
  }
}

/// Turns events into nodes, one after the other.
private struct EventReader {
  var tree = YAMLTree()
  var diagnostics: [Diagnostic] = []
  private let path: String
  private let vocabulary: Vocabulary
  /// The collections that are open, outermost first.
  private var open: [YAMLTree.Node] = []
  private var documents = 0

  init(path: String, vocabulary: Vocabulary, size: Int) {
    self.path = path
    self.vocabulary = vocabulary
    tree.records.reserveCapacity(size / 8 + 8)
    tree.pool.reserveCapacity(size)
  }

  mutating func read(_ parser: UnsafeMutablePointer<yaml_parser_t>) {
    var event = yaml_event_t()
    while true {
      guard yaml_parser_parse(parser, &event) == 1 else {
        refuse(parser.pointee)
        return
      }
      defer { yaml_event_delete(&event) }
      switch event.type {
      case YAML_STREAM_END_EVENT: return
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        if documents > 1 {
          report(
            .severalDocuments, event, "a second document starts here",
            help: "one flow a file: move it into a file of its own")
          return
        }
      case YAML_ALIAS_EVENT:
        report(
          .aliasNotAllowed, event, "aliases are not allowed", help: "write the value out again")
        add(.scalar, event)
      case YAML_SCALAR_EVENT: scalar(event)
      case YAML_MAPPING_START_EVENT:
        guard
          begin(
            .mapping, event, anchor: event.data.mapping_start.anchor != nil,
            tag: event.data.mapping_start.tag != nil)
        else { return }
      case YAML_SEQUENCE_START_EVENT:
        guard
          begin(
            .sequence, event, anchor: event.data.sequence_start.anchor != nil,
            tag: event.data.sequence_start.tag != nil)
        else { return }
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
        close(event)
      default: break
      }
    }
  }

  private mutating func scalar(_ event: yaml_event_t) {
    let scalar = event.data.scalar
    if scalar.anchor != nil || scalar.tag != nil {
      decorate(event, anchor: scalar.anchor != nil, tag: scalar.tag != nil)
    }
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let offset = tree.pool.count
    tree.pool.append(contentsOf: bytes)
    let node = add(.scalar, event)
    tree.records[node].offset = UInt32(truncatingIfNeeded: offset)
    tree.records[node].count = UInt32(truncatingIfNeeded: bytes.count)
    // A plain key cannot be told from a value by its event; it is one when an even child of a map.
    if let parent = open.last, tree.records[parent].kind == .mapping,
      tree.records[parent].count & 1 == 1
    {
      tree.records[node].word = vocabulary.number(of: bytes)
    }
  }

  private mutating func begin(
    _ kind: YAMLTree.Kind, _ event: yaml_event_t, anchor: Bool, tag: Bool
  ) -> Bool {
    if anchor || tag { decorate(event, anchor: anchor, tag: tag) }
    guard open.count < YAMLParser.maximumDepth else {
      report(
        .nestedTooDeep, event, "nested more than \(YAMLParser.maximumDepth) deep",
        help: "a flow file needs five levels; look for a bracket that is never closed")
      return false
    }
    open.append(add(kind, event))
    return true
  }

  private mutating func close(_ event: yaml_event_t) {
    guard let node = open.popLast() else { return }
    tree.records[node].next = UInt32(truncatingIfNeeded: tree.records.count)
    tree.records[node].end = UInt32(truncatingIfNeeded: event.end_mark.index)
  }

  @discardableResult
  private mutating func add(_ kind: YAMLTree.Kind, _ event: yaml_event_t) -> YAMLTree.Node {
    let node = tree.records.count
    if let parent = open.last { tree.records[parent].count += 1 }
    tree.records.append(
      YAMLTree.Record(
        kind: kind, word: 0,
        start: UInt32(truncatingIfNeeded: event.start_mark.index),
        end: UInt32(truncatingIfNeeded: event.end_mark.index),
        line: UInt32(truncatingIfNeeded: event.start_mark.line),
        offset: 0, count: 0, next: UInt32(truncatingIfNeeded: node + 1)))
    return node
  }

  private mutating func decorate(_ event: yaml_event_t, anchor: Bool, tag: Bool) {
    if anchor {
      report(
        .anchorNotAllowed, event, "anchors are not allowed",
        help: "remove the `&name`; quote the text if it begins with `&`")
    }
    if tag {
      report(
        .tagNotAllowed, event, "tags are not allowed",
        help: "remove the `!tag`; quote the text if it begins with `!`")
    }
  }

  private mutating func report(
    _ rule: Rule, _ event: yaml_event_t, _ message: String, help: String
  ) {
    let start = UInt32(truncatingIfNeeded: event.start_mark.index)
    let end = UInt32(truncatingIfNeeded: event.end_mark.index)
    diagnostics.append(
      Diagnostic(rule, path: path, span: Span(start: start, end: end), message, help: help))
  }

  private mutating func refuse(_ parser: yaml_parser_t) {
    let problem = parser.problem.map { String(cString: $0) } ?? "cannot be read"
    let context = parser.context.map { " " + String(cString: $0) } ?? ""
    if parser.error == YAML_READER_ERROR {
      // The offset is in bytes; what stands before it was good, so it can be counted in scalars.
      diagnostics.append(
        Diagnostic(
          .invalidUTF8, path: path,
          span: Span(
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
        .invalidYAML, path: path, span: Span(start: mark, end: mark + 1),
        "this is not YAML: \(problem)\(context)\(place)",
        help: "check the indentation and the quotes here and on the line before"))
  }
}
