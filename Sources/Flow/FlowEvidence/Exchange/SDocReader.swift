internal import Diagnostics

/// Reads a document of StrictDoc: its nodes with a UID, and what stands above them.
struct SDocReader {
  /// A node, and the UIDs of its parents.
  private struct Node {
    var object = ExchangeFile.Object()
    var words: [String] = []
    var parents: [EvidenceEntry.Phrase] = []
  }

  private var nodes: [Node] = []
  /// Whether what is read belongs to a node.
  private var isInside = false
  private var isRelation = false
  /// The type of the relation that is read.
  private var relation = ""

  static func objects(
    of file: SourceFile
  ) throws(ExchangeFile.Failure) -> [ExchangeFile.Object] {
    var reader = SDocReader()
    try reader.read(String(decoding: file.bytes, as: UTF8.self))
    return reader.linked()
  }

  private mutating func read(_ text: String) throws(ExchangeFile.Failure) {
    var start: UInt32 = 0
    var block: (field: String, lines: [String], span: Span)?
    var isDocument = false
    // By scalars: `\r\n` is one character.
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let count = UInt32(line.count)
      let span = Span(start: start, end: start + max(count, 1))
      start += count + 1
      let line = String(line.last == "\r" ? line.dropLast() : line)
      if let open = block {
        if line == "<<<" {
          take(open.field, open.lines.joined(separator: "\n"), open.span)
          block = nil
        } else {
          block?.lines.append(line)
        }
        continue
      }
      if line.hasPrefix("["), line.hasSuffix("]") {
        isDocument = isDocument || line == "[DOCUMENT]"
        guard isDocument else { break }
        begin(line.trimming(["[", "]"]))
      } else if let colon = line.firstIndex(of: ":") {
        let value = String(line[line.index(after: colon)...].drop { $0 == " " })
        let field = line[..<colon].trimming([" ", "-"])
        if value == ">>>" {
          block = (field, [], span)
        } else {
          take(field, value, span)
        }
      }
    }
    if let block {
      throw ExchangeFile.Failure(reason: "`\(block.field)` does not end", span: block.span)
    }
    guard isDocument else {
      throw ExchangeFile.Failure(
        reason: "it does not begin with `[DOCUMENT]`", span: Span(start: 0, end: 1))
    }
  }

  private mutating func begin(_ name: String) {
    isRelation = false
    let others = ["DOCUMENT", "SECTION", "/SECTION", "GRAMMAR", "DOCUMENT_FROM_FILE", "TEXT"]
    isInside = !others.contains(name) && !name.hasPrefix("/")
    guard isInside else { return }
    var node = Node()
    node.object.kind = ExchangeFile.kind([name])
    nodes.append(node)
  }

  private mutating func take(_ field: String, _ value: String, _ span: Span) {
    guard isInside, let last = nodes.indices.last else { return }
    switch field {
    case "UID":
      nodes[last].object.id = EvidenceEntry.Phrase(SDocReader.plain(value), span)
    case "TITLE": nodes[last].object.title = value
    case "TAGS":
      let tags = value.split(separator: ",").map { $0.trimming([" "]) }
      nodes[last].object.kind = ExchangeFile.kind(tags)
    case "STATEMENT": nodes[last].object.take(words: value)
    case "RELATIONS": isRelation = true
    case "TYPE": relation = value
    case "VALUE":
      guard isRelation, relation == "Parent" else { return }
      nodes[last].parents.append(EvidenceEntry.Phrase(SDocReader.plain(value), span))
    default: return
    }
  }

  /// The objects with their links: a test case names the requirements above it, and what is
  /// covered names what covers it.
  private func linked() -> [ExchangeFile.Object] {
    var links: [String: [EvidenceEntry.Phrase]] = [:]
    for node in nodes {
      for parent in node.parents {
        if node.object.kind == .test {
          links[node.object.id.text, default: []].append(parent)
        } else {
          let name = EvidenceEntry.Phrase(node.object.id.text, parent.span)
          links[parent.text, default: []].append(name)
        }
      }
    }
    return nodes.filter { !$0.object.id.text.isEmpty }.map { node in
      var object = node.object
      object.links = links[object.id.text] ?? []
      return object
    }
  }

  /// An id, in which characters that StrictDoc does not allow are numbers: `UC1:1.2a(23)2`.
  private static func plain(_ uid: String) -> String {
    var plain = ""
    var rest = uid[...]
    while let open = rest.firstIndex(of: "(") {
      plain += rest[..<open]
      let after = rest[rest.index(after: open)...]
      guard let close = after.firstIndex(of: ")"),
        let scalar = UInt32(after[..<close], radix: 16).flatMap(Unicode.Scalar.init)
      else {
        plain += "("
        rest = after
        continue
      }
      plain.unicodeScalars.append(scalar)
      rest = after[after.index(after: close)...]
    }
    return plain + rest
  }
}

extension StringProtocol {
  /// The text without these characters at its ends.
  fileprivate func trimming(_ characters: Set<Character>) -> String {
    var text = drop { characters.contains($0) }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}
