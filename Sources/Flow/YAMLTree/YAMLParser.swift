internal import CLibYAML
public import Diagnostics

/// Reads YAML with libyaml's event API. The only file that uses libyaml.
///
/// Unsafe: libyaml's parser holds a pointer to itself and to the input, so it lives on the heap and
/// is used only inside the closure that lends the input's bytes. An event's text is copied before
/// the event is deleted. Nodes and bytes are in raw memory, within the bounds that `Pool` checks;
/// `ShortKey` reads only the bytes it is given.
public struct YAMLParser: Sendable {
  /// The deepest nesting of collections.
  public static let maximumDepth = 64
  /// The largest file, in bytes: 4 MiB.
  public static let maximumSize = 4 << 20

  private let vocabulary: Vocabulary

  /// A parser that recognises the keys in `vocabulary`.
  public init(vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  /// How many syntax errors of a file are told.
  private static let mostSlips = 32

  /// Makes `tree` the tree of a file. Returns a diagnostic for everything that flow files may not
  /// have.
  ///
  /// After some syntax errors reading goes on, as if what was meant stood there. After the others
  /// the tree is cut: it ends where reading had to stop.
  public func parse(_ file: SourceFile, into tree: inout YAMLTree) -> [Diagnostic] {
    tree.clear()
    guard file.bytes.count <= YAMLParser.maximumSize else {
      tree.isCut = true
      let size = "more than \(YAMLParser.maximumSize) bytes"
      return [
        Diagnostic(
          .fileTooLarge, path: file.path, span: .top, "the file has \(size)",
          help: "a file holds one flow: split it")
      ]
    }
    var builder = parse(file.bytes, of: file.path, into: &tree)
    guard let first = builder.slip else { return builder.diagnostics }
    // Only a file with a mistake is copied.
    var bytes = file.bytes
    let mark = YAMLParser.markLength(bytes)
    var slips = [first]
    while let repair = builder.slip?.repair, slips.count < YAMLParser.mostSlips {
      bytes[mark + repair.place] = repair.byte
      tree.clear()
      builder = parse(bytes, of: file.path, into: &tree)
      if let slip = builder.slip { slips.append(slip) }
    }
    var lines: Set<Int> = []
    let told = slips.filter { lines.insert($0.line).inserted }
    return told.map { $0.diagnostic(path: file.path) } + builder.diagnostics
  }

  /// The length of the byte-order mark, which libyaml skips only if it has to guess the encoding.
  private static func markLength(_ bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private func parse(
    _ bytes: [UInt8], of path: String, into tree: inout YAMLTree
  ) -> NodeBuilder {
    var builder = NodeBuilder(path: path)
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else {
      tree.isCut = true
      builder.slip = YAMLSlip(at: .top, "out of memory")
      return builder
    }
    defer { yaml_parser_delete(parser) }
    bytes.withUnsafeBufferPointer { input in
      let text = UnsafeBufferPointer(rebasing: input[YAMLParser.markLength(bytes)...])
      yaml_parser_set_input_string(parser, text.baseAddress, text.count)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      tree.reserve(nodes: input.count / 6 + 64, bytes: input.count)
      builder.read(parser, of: text, vocabulary, into: &tree)
    }
    builder.finish(&tree)
    if builder.slip != nil { tree.isCut = true }
    return builder
  }
}

extension NodeBuilder {
  /// Turns the events into nodes.
  fileprivate mutating func read(
    _ parser: UnsafeMutablePointer<yaml_parser_t>, of text: UnsafeBufferPointer<UInt8>,
    _ vocabulary: Vocabulary, into tree: inout YAMLTree
  ) {
    var event = yaml_event_t()
    while true {
      guard yaml_parser_parse(parser, &event) == 1 else {
        refuse(parser.pointee, of: text)
        return
      }
      let place = Place(event)
      var goesOn = true
      // An event without text holds no memory, so it need not be deleted.
      switch event.type {
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        if scalar.anchor != nil || scalar.tag != nil {
          decorate(place, anchor: scalar.anchor != nil, tag: scalar.tag != nil)
        }
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let isShort = bytes.count <= Vocabulary.longest
        let word = expectsKey && isShort ? vocabulary.number(of: ShortKey(bytes)) : 0
        let offset = tree.pool.count
        // A word of the vocabulary is stored as its number only.
        if word == 0 { tree.pool.append(bytes) }
        add(.scalar, place, word: word, at: offset, bytes: bytes.count, to: &tree)
        yaml_event_delete(&event)
      case YAML_MAPPING_START_EVENT, YAML_SEQUENCE_START_EVENT:
        // The two kinds of event have the same fields. Deleting an event clears its type.
        let kind: YAMLTree.Kind = event.type == YAML_MAPPING_START_EVENT ? .mapping : .sequence
        let start = event.data.mapping_start
        if start.anchor != nil || start.tag != nil {
          decorate(place, anchor: start.anchor != nil, tag: start.tag != nil)
          yaml_event_delete(&event)
        }
        goesOn = begin(kind, place, in: &tree)
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: close(at: place.end, in: &tree)
      case YAML_STREAM_END_EVENT: goesOn = false
      case YAML_DOCUMENT_START_EVENT:
        goesOn = beginDocument(place)
        yaml_event_delete(&event)
      case YAML_ALIAS_EVENT:
        let name = event.data.alias.anchor.map { String(cString: $0) } ?? ""
        let offset = tree.pool.count
        Array("*\(name)".utf8).withUnsafeBufferPointer { tree.pool.append($0) }
        addAlias(place, name, at: offset, bytes: tree.pool.count - offset, to: &tree)
        yaml_event_delete(&event)
      default: yaml_event_delete(&event)
      }
      if !goesOn { return }
    }
  }

  private mutating func refuse(_ parser: yaml_parser_t, of text: UnsafeBufferPointer<UInt8>) {
    let problem = parser.problem.map { String(cString: $0) } ?? "cannot be read"
    let context = parser.context.map { " " + String(cString: $0) } ?? ""
    if parser.error == YAML_READER_ERROR {
      // The offset is in bytes. The bytes before it are valid UTF-8, so their scalars can be
      // counted.
      let before = text.prefix(Int(parser.problem_offset))
      let scalars = UInt32(truncatingIfNeeded: before.count { $0 & 0xC0 != 0x80 })
      slip = YAMLSlip(
        at: SourceSpan(start: scalars, end: scalars + 1), rule: .invalidUTF8,
        "the file is not UTF-8 text: \(problem) at byte \(parser.problem_offset)",
        help: "save it as UTF-8, without control characters")
      return
    }
    let isElsewhere = parser.context != nil && parser.context_mark.line != parser.problem_mark.line
    let place = isElsewhere ? " that begins on line \(parser.context_mark.line + 1)" : ""
    slip = YAMLSlip(
      problem, "\(context)\(place)", atScalar: Int(parser.problem_mark.index),
      line: Int(parser.problem_mark.line), of: Array(text))
  }
}

extension NodeBuilder.Place {
  fileprivate init(_ event: borrowing yaml_event_t) {
    start = UInt32(truncatingIfNeeded: event.start_mark.index)
    end = UInt32(truncatingIfNeeded: event.end_mark.index)
    line = UInt32(truncatingIfNeeded: event.start_mark.line)
  }
}

/// The bytes of a short text as two numbers. With their count they identify the text.
struct ShortKey: Equatable {
  private var first: UInt64 = 0
  private var last: UInt64 = 0
  private var count = 0

  init() {}

  init(_ word: String) {
    self = Array(word.utf8).withUnsafeBufferPointer { ShortKey($0) }
  }

  /// At most ``Vocabulary/longest`` bytes.
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

  /// A hash whose upper bits depend on every byte.
  var hash: Int {
    let mixed = (first ^ (last << 7) ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 40)
  }
}

/// A growing array in raw memory that keeps its capacity when cleared. Unlike `Array` it does not
/// check for sharing with every append. Never accesses memory outside its bounds.
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

  /// Removes the values and keeps the memory.
  mutating func clear() { count = 0 }

  mutating func append(_ element: Element) {
    if count == capacity { reserve(capacity * 2 + 1) }
    (base + count).initialize(to: element)
    count &+= 1
  }

  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    if capacity &- count < elements.count { reserve((count + elements.count) * 2) }
    if let source = elements.baseAddress {
      (base + count).initialize(from: source, count: elements.count)
    }
    count &+= elements.count
  }

  /// Makes room for `wanted` values in total.
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
