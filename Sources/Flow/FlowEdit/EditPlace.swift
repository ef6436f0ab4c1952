/// A part of a file that can be changed.
package enum EditPlace: Hashable, Sendable, CustomStringConvertible {
  /// The file itself: the header of a flow.
  case file
  case section(String)
  /// A step, or a line of an extension: `7b.a`.
  case step(String)
  /// A row by its reference: `1.3a`, `1.3a#2`, `*a`. The row of a step itself is the step.
  case row(String)
  case `extension`(String)
  /// A house rule by its name.
  case rule(String)
  /// A path of a file of scripts by its name.
  case path(String)

  /// `step 1.3`. Nil if a text is not a place.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    let name = parts.count > 1 ? parts[1] : ""
    guard text == "file" || !name.isEmpty else { return nil }
    switch parts.first {
    case "file": self = .file
    case "section": self = .section(name)
    case "step": self = .step(name)
    case "row": self = .row(name)
    case "extension": self = .extension(name)
    case "rule": self = .rule(name)
    case "path": self = .path(name)
    default: return nil
    }
  }

  /// What kind of place it is, in a word.
  package var kind: Substring { description.prefix { $0 != " " } }

  package var description: String {
    switch self {
    case .file: "file"
    case .section(let id): "section \(id)"
    case .step(let id): "step \(id)"
    case .row(let reference): "row \(reference)"
    case .extension(let id): "extension \(id)"
    case .rule(let name): "rule \(name)"
    case .path(let name): "path \(name)"
    }
  }
}

extension YAMLText {
  /// The mapping of a place, as the indices of children that lead there.
  func find(_ place: EditPlace) -> [Int]? {
    if place == .file { return [] }
    if let found = parts.first(where: { $0.place == place }) { return found.path }
    // A step without `rows` is its own row, and so is an extension.
    guard case .row(let id) = place else { return nil }
    return parts.first { $0.place == .step(id) || $0.place == .extension(id) }?.path
  }

  /// What is written at a place. Nil if the file has no such place.
  package func value(of place: EditPlace) -> EditValue? { find(place).map { node($0).value } }

  /// The places of the file as a tree: each with its bytes, its label, and the places in it.
  package var outline: [OutlinePart] {
    let all = parts.map { part in
      OutlinePart(
        place: part.place, path: part.path, range: node(part.path).range,
        label: node(part.path).label)
    }
    return OutlinePart.nested(all)
  }

  /// The value whose key has these bytes.
  func path(ofKey range: Range<Int>) -> [Int]? { path(ofKey: range, below: []) }

  private func path(ofKey range: Range<Int>, below path: [Int]) -> [Int]? {
    let node = node(path)
    if let index = node.keys.firstIndex(where: { $0.range == range }) { return path + [index] }
    for index in node.children.indices
    where node.children[index].range.upperBound >= range.upperBound {
      if let found = self.path(ofKey: range, below: path + [index]) { return found }
    }
    return nil
  }

  /// Every place of the file, in its order.
  package var places: [EditPlace] { [.file] + parts.map(\.place) }

  /// Every place but the file, with the indices of children that lead there.
  var parts: [(place: EditPlace, path: [Int])] {
    var found: [(place: EditPlace, path: [Int])] = []
    func items(_ key: String, _ id: String, of path: [Int], _ body: (String, [Int]) -> Void) {
      let node = node(path)
      guard let index = node.index(key), !node.children[index].isMapping else { return }
      for (place, item) in node.children[index].children.enumerated() {
        if let text = item[id]?.text, item.isMapping { body(text, path + [index, place]) }
      }
    }
    func rows(_ key: String, of path: [Int], step: String) {
      let node = node(path)
      guard let index = node.index(key), node.children[index].isMapping else { return }
      for (place, key) in node.children[index].keys.enumerated()
      where node.children[index].children[place].isMapping {
        let isWhole = step.isEmpty || key.text.first?.isNumber == true
        found.append((.row(isWhole ? key.text : step + key.text), path + [index, place]))
      }
    }
    func step(_ id: String, _ path: [Int]) {
      found.append((.step(id), path))
      rows("rows", of: path, step: id)
    }
    items("sections", "section", of: []) { id, path in
      found.append((.section(id), path))
      items("steps", "step", of: path, step)
      rows("anywhere", of: path, step: "")
    }
    items("steps", "step", of: [], step)
    items("extensions", "extension", of: []) { id, path in
      found.append((.extension(id), path))
      items("lines", "line", of: path) { step("\(id).\($0)", $1) }
    }
    rows("anywhere", of: [], step: "")
    // What is said beside a document about its rows.
    rows("rows", of: [], step: "")
    items("rules", "rule", of: []) { found.append((.rule($0), $1)) }
    items("paths", "path", of: []) { found.append((.path($0), $1)) }
    return found
  }
}

/// A place of a file with those in it.
package struct OutlinePart: Sendable {
  package let place: EditPlace
  let path: [Int]
  /// Its bytes.
  package let range: Range<Int>
  /// What it is about: a title, what a step shows, what a row says.
  package let label: String
  package private(set) var children: [OutlinePart] = []

  init(place: EditPlace, path: [Int], range: Range<Int>, label: String) {
    (self.place, self.path, self.range, self.label) = (place, path, range, label)
  }

  /// Parts in the order of the file as a tree.
  fileprivate static func nested(_ parts: [OutlinePart]) -> [OutlinePart] {
    var tree: [OutlinePart] = []
    var rest = parts[...]
    while var part = rest.popFirst() {
      let inner = rest.prefix { $0.path.starts(with: part.path) }
      rest = rest.dropFirst(inner.count)
      part.children = nested(Array(inner))
      tree.append(part)
    }
    return tree
  }
}

extension YAMLNode {
  /// The text that people know it by.
  fileprivate var label: String {
    let keys = [
      "title", "screen", "prompt", "notice", "determine", "validate", "execute", "system", "os",
      "call", "await", "case", "result", "event", "error", "user", "outside", "because", "about",
    ]
    return keys.lazy.compactMap { self[$0] }.first(where: \.isScalar)?.text ?? ""
  }
}
