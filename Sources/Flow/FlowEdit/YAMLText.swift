package import Diagnostics
internal import YAMLTree

/// A YAML file with the places of its nodes in bytes, and how each is written.
package struct YAMLText: Sendable {
  /// The bytes of the file.
  package let bytes: [UInt8]
  let root: YAMLNode

  /// The file, if it is YAML without anything that flow files may not have.
  package init(_ file: SourceFile) throws(EditRefusal) {
    var tree = YAMLTree()
    let found = YAMLParser(vocabulary: Vocabulary([])).parse(file, into: &tree)
    guard found.isEmpty else { throw EditRefusal("the file cannot be read as YAML", found) }
    guard !tree.isEmpty else { throw EditRefusal("`\(file.path)` is empty") }
    bytes = file.bytes
    var pool: [UInt8] = []
    tree.copyPool(to: &pool)
    let reader = NodeReader(bytes: bytes, offsets: ScalarOffsets(bytes), pool: pool)
    root = reader.node(tree, tree.root)
    guard reader.isPlain(root) else {
      throw EditRefusal("`\(file.path)` has keys that are no texts, or are written with `?`")
    }
  }

  /// The node to which the indices of children lead.
  func node(_ path: some Collection<Int>) -> YAMLNode {
    path.reduce(root) { $0.children[$1] }
  }

  /// Whether the children of a node are written between brackets.
  func isInline(_ path: some Collection<Int>) -> Bool {
    var node = root
    for index in path {
      if node.style == .inline { return true }
      node = node.children[index]
    }
    return node.style == .inline
  }

  // MARK: Lines

  /// Where the line of a byte begins.
  func lineStart(_ place: Int) -> Int {
    var start = place
    while start > firstByte, !isBreak(start - 1) { start -= 1 }
    return start
  }

  /// Where the line of a byte ends, before its line break.
  func lineEnd(_ place: Int) -> Int {
    var end = place
    while end < bytes.count, !isBreak(end) { end += 1 }
    return end
  }

  /// Where the line after that of a byte begins.
  func nextLine(_ place: Int) -> Int {
    let end = lineEnd(place)
    guard end < bytes.count else { return end }
    return bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
      ? end + 2 : end + 1
  }

  /// The line break of the file.
  var lineBreak: String {
    let end = lineEnd(firstByte)
    return end < bytes.count && bytes[end] == 0x0D
      ? nextLine(firstByte) - end == 2 ? "\r\n" : "\r" : "\n"
  }

  /// How many columns come before a byte in its line.
  func column(_ place: Int) -> Int {
    bytes[lineStart(place)..<place].count { $0 & 0xC0 != 0x80 }
  }

  /// Whether nothing but blanks comes before a byte in its line.
  func isFirst(_ place: Int) -> Bool {
    bytes[lineStart(place)..<place].allSatisfy { $0 == 0x20 }
  }

  func isBreak(_ place: Int) -> Bool { bytes[place] == 0x0A || bytes[place] == 0x0D }

  /// The place after a byte-order mark.
  var firstByte: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// A node of a YAML file.
struct YAMLNode: Sendable {
  /// How a node is written.
  enum Style: Sendable {
    /// A scalar without quotes.
    case plain
    /// A scalar in single quotes.
    case single
    /// A scalar in double quotes.
    case double
    /// A scalar after `|` or `>`.
    case block
    /// A collection whose entries are on lines of their own.
    case lines
    /// A collection between brackets.
    case inline
  }

  let style: Style
  /// Its bytes, without what comes after the last one that belongs to it.
  let range: Range<Int>
  /// The text of a scalar.
  var text = ""
  /// The keys of a mapping.
  var keys: [YAMLNode] = []
  /// The values of a mapping, or the items of a list.
  var children: [YAMLNode] = []
  var isMapping = false

  var isScalar: Bool { style != .lines && style != .inline }

  /// The index of the value of a key.
  func index(_ key: String) -> Int? { keys.firstIndex { $0.text == key } }

  /// The value of a key.
  subscript(key: String) -> YAMLNode? { index(key).map { children[$0] } }

  /// What is written, without its spelling.
  var value: EditValue {
    if isScalar { return .text(text) }
    guard isMapping else { return .list(children.map(\.value)) }
    return .mapping(zip(keys, children).map { EditValue.Pair($0.text, $1.value) })
  }
}

/// Where the Unicode scalars of a file begin, in bytes.
package struct ScalarOffsets: Sendable {
  private var offsets: [Int] = []

  /// The offsets of a file. A byte-order mark does not count as a scalar.
  package init(_ bytes: [UInt8]) {
    let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    offsets.reserveCapacity(bytes.count + 1)
    for place in bytes.indices.dropFirst(first) where bytes[place] & 0xC0 != 0x80 {
      offsets.append(place)
    }
    offsets.append(bytes.count)
  }

  /// The bytes of a span.
  package func bytes(_ span: SourceSpan) -> Range<Int> {
    let start = offset(span.start)
    return start..<max(start, offset(span.end))
  }

  func offset(_ scalar: UInt32) -> Int { offsets[min(Int(scalar), offsets.count - 1)] }
}

/// Makes nodes of the nodes of a tree.
private struct NodeReader {
  let bytes: [UInt8]
  let offsets: ScalarOffsets
  let pool: [UInt8]

  func node(_ tree: borrowing YAMLTree, _ node: YAMLTree.Node) -> YAMLNode {
    let range = offsets.bytes(tree.span(node))
    let first = range.lowerBound < bytes.count ? bytes[range.lowerBound] : 0
    guard tree.kind(node) != .scalar else {
      let text = String(decoding: pool[tree.range(node)], as: UTF8.self)
      return scalar(range, text, range.isEmpty ? 0 : first)
    }
    var parts: [YAMLNode] = []
    var child = tree.firstChild(node)
    while child < tree.next(node) {
      parts.append(self.node(tree, child))
      child = tree.next(child)
    }
    let isInline = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isMapping = tree.kind(node) == .mapping
    let end = isInline ? range.upperBound : parts.last?.range.upperBound ?? range.upperBound
    var result = YAMLNode(
      style: isInline ? .inline : .lines, range: range.lowerBound..<max(range.lowerBound, end))
    result.isMapping = isMapping
    result.keys = isMapping ? parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] } : []
    result.children = isMapping ? parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] } : parts
    return result
  }

  private func scalar(_ range: Range<Int>, _ text: String, _ first: UInt8) -> YAMLNode {
    switch first {
    case UInt8(ascii: "'"): return YAMLNode(style: .single, range: range, text: text)
    case UInt8(ascii: "\""): return YAMLNode(style: .double, range: range, text: text)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      let header = bytes[range].prefix { $0 != 0x0A && $0 != 0x0D && $0 != UInt8(ascii: "#") }
      // Blank lines after the text belong to it only if it keeps them.
      let end = header.contains(UInt8(ascii: "+")) ? endOfLines(range) : endOfText(range)
      return YAMLNode(style: .block, range: range.lowerBound..<end, text: text)
    default: return YAMLNode(style: .plain, range: range, text: text)
    }
  }

  /// Where the last line ends.
  private func endOfLines(_ range: Range<Int>) -> Int {
    let last = range.upperBound - 1
    guard bytes[last] == 0x0A else { return bytes[last] == 0x0D ? last : range.upperBound }
    return bytes[last - 1] == 0x0D ? last - 1 : last
  }

  /// Where the last line ends that is not blank.
  private func endOfText(_ range: Range<Int>) -> Int {
    var end = range.lowerBound
    // The header is not blank.
    var isBlank = false
    for place in range.dropFirst() {
      let byte = bytes[place]
      if byte == 0x0A || byte == 0x0D {
        if !isBlank { end = place }
        isBlank = true
      } else if byte != 0x20, byte != 0x09 {
        isBlank = false
      }
    }
    return isBlank ? end : range.upperBound
  }

  /// Whether the file has no keys but texts, each on the line of its colon.
  func isPlain(_ node: YAMLNode) -> Bool {
    node.keys.allSatisfy { key in
      guard key.isScalar, key.style != .block, !key.range.isEmpty else { return false }
      let rest = bytes[key.range.upperBound...].first { $0 != 0x20 && $0 != 0x09 }
      return rest == UInt8(ascii: ":")
    } && node.children.allSatisfy(isPlain)
  }
}
