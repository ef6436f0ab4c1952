/// The tree of a flow file that a test makes and changes. Its keys keep their order.
public indirect enum FlowTree: Sendable, Equatable {
  /// A key and its value.
  public struct Pair: Sendable, Equatable {
    var key: String
    var value: FlowTree
  }

  case text(String)
  case list([FlowTree])
  case map([Pair])

  /// The file of a tree, in block style.
  public var file: String { lines("").joined() }

  /// The values below a node, in their order.
  var children: [FlowTree] {
    switch self {
    case .text: []
    case .list(let entries): entries
    case .map(let pairs): pairs.map(\.value)
    }
  }

  /// The keys of a mapping, in their order.
  public var keys: [String] {
    if case .map(let pairs) = self { pairs.map(\.key) } else { [] }
  }

  /// The text of a scalar. Nil for others.
  var word: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The value of a key. A new key becomes the last one.
  subscript(key: String) -> FlowTree? {
    get {
      guard case .map(let pairs) = self else { return nil }
      return pairs.first { $0.key == key }?.value
    }
    set {
      guard case .map(var pairs) = self else { return }
      let place = pairs.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): pairs[place].value = value
      case (let place?, nil): pairs.remove(at: place)
      case (nil, let value?): pairs.append(Pair(key: key, value: value))
      case (nil, nil): break
      }
      self = .map(pairs)
    }
  }

  /// The node to which the indices of children lead.
  subscript(path: ArraySlice<Int>) -> FlowTree {
    get { path.first.map { children[$0][path.dropFirst()] } ?? self }
    set {
      guard let first = path.first else {
        self = newValue
        return
      }
      switch self {
      case .text: break
      case .list(var entries):
        entries[first][path.dropFirst()] = newValue
        self = .list(entries)
      case .map(var pairs):
        pairs[first].value[path.dropFirst()] = newValue
        self = .map(pairs)
      }
    }
  }

  /// Every node of the file, with its path, and the kind of mapping that it is. Nil for others.
  public var nodes: [(kind: String?, path: [Int], node: FlowTree)] { nodes("flow", []) }

  private func nodes(_ kind: String?, _ path: [Int]) -> [(String?, [Int], FlowTree)] {
    var all = [(kind, path, self)]
    for (index, child) in children.enumerated() {
      var below: String?
      switch self {
      case .text: below = nil
      case .list: below = kind.map { String($0.dropFirst(3)) }
      case .map(let pairs):
        let isTable = kind?.hasPrefix("of ") == true
        below = isTable ? kind.map { String($0.dropFirst(3)) } : FlowTree.kinds[pairs[index].key]
        // Other mappings may have such a word too: `with: { input: pin }`.
        if kind == nil { below = nil }
      }
      all += child.nodes(below, path + [index])
    }
    return all
  }

  /// What is in the list or table of a key.
  private static let kinds = [
    "sections": "of section", "steps": "of step", "extensions": "of extension",
    "lines": "of line", "rows": "of row", "anywhere": "of row", "input": "of input",
    "rules": "of rule",
  ]

  private func lines(_ margin: String) -> [String] {
    switch self {
    case .text(let text): [FlowTree.scalar(text) + "\n"]
    case .list(let entries):
      entries.flatMap { entry -> [String] in
        if case .text = entry { return entry.lines("").map { "\(margin)- \($0)" } }
        var lines = entry.lines(margin + "  ")
        lines[0] = "\(margin)- \(lines[0].dropFirst(margin.count + 2))"
        return lines
      }
    case .map(let pairs):
      pairs.flatMap { pair -> [String] in
        let key = "\(margin)\(FlowTree.scalar(pair.key)):"
        if case .text = pair.value { return pair.value.lines("").map { "\(key) \($0)" } }
        if pair.value.children.isEmpty {
          return ["\(key) \(pair.value == .list([]) ? "[]" : "{}")\n"]
        }
        return ["\(key)\n"] + pair.value.lines(margin + "  ")
      }
    }
  }

  static func scalar(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
        || [UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: "-")].contains($0)
    }
    guard isPlain, let first = text.first, first.isLetter || first.isNumber, text.last != " "
    else { return "'\(text.replacing("'", with: "''"))'" }
    return text
  }
}

extension FlowTree: ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(arrayLiteral entries: FlowTree...) { self = .list(entries) }
  public init(dictionaryLiteral pairs: (String, FlowTree)...) {
    self = .map(pairs.map { Pair(key: $0.0, value: $0.1) })
  }
}
