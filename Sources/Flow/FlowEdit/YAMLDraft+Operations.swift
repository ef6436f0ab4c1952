// Changes of the places of a flow file.
extension YAMLDraft {
  /// The mapping of a place.
  func path(of place: EditPlace) throws(EditRefusal) -> [Int] {
    guard let path = text.find(place) else {
      throw EditRefusal("there is no \(place) in `\(self.path)`")
    }
    return path
  }

  mutating func set(
    _ key: String, of place: EditPlace, to value: EditValue
  ) throws(EditRefusal) {
    let path = try path(of: place)
    let keys = text.node(path).keys.map(\.text)
    if let rival = KeyOrder.rival(of: key, at: own(place, at: path), among: keys),
      let index = keys.firstIndex(of: rival)
    {
      try renameKey(at: path + [index], to: key)
      try set(value, at: path + [index])
    } else if let index = keys.firstIndex(of: key) {
      try set(value, at: path + [index])
    } else {
      let index = KeyOrder.index(of: key, at: own(place, at: path), among: keys)
      try insert(.pair(key, value), in: path, at: index)
    }
  }

  /// A row that is written in its step has the keys of the step.
  private func own(_ place: EditPlace, at path: [Int]) -> EditPlace {
    text.parts.first { $0.path == path }?.place ?? place
  }

  mutating func unset(_ key: String, of place: EditPlace) throws(EditRefusal) {
    let path = try path(of: place)
    guard let index = text.node(path).index(key) else {
      throw EditRefusal("\(place) has no `\(key)`")
    }
    guard text.node(path).children.count > 1 else {
      throw EditRefusal("\(place) needs `\(key)`")
    }
    try remove(path + [index])
  }

  mutating func add(
    _ entry: EditEntry, to key: String, of place: EditPlace, before: EditPlace?
  ) throws(EditRefusal) {
    let path = try path(of: place)
    guard let index = text.node(path).index(key) else {
      switch entry {
      case .item(let value): try set(key, of: place, to: .list([value]))
      case .pair(let name, let value):
        try set(key, of: place, to: .mapping([EditValue.Pair(name, value)]))
      }
      return
    }
    let list = path + [index]
    let node = text.node(list)
    guard !node.isScalar, node.isMapping == entry.hasKey else {
      throw EditRefusal("`\(key)` of \(place) is not a list of this kind")
    }
    if case .pair(let name, _) = entry, node.index(name) != nil {
      throw EditRefusal("there is a `\(name)` in `\(key)` of \(place) already")
    }
    var at = node.children.count
    if let before { at = try self.index(of: before, in: list) }
    try insert(entry, in: list, at: at)
  }

  private func index(of place: EditPlace, in list: [Int]) throws(EditRefusal) -> Int {
    let path = try path(of: place)
    guard let last = path.last, Array(path.dropLast()) == list else {
      throw EditRefusal("\(place) is in another list")
    }
    return last
  }

  mutating func remove(_ place: EditPlace) throws(EditRefusal) {
    try remove(try path(of: place), withComments: true)
  }

  mutating func move(_ place: EditPlace, before: EditPlace?) throws(EditRefusal) {
    let path = try path(of: place)
    guard let from = path.last else { throw EditRefusal("the file cannot be moved") }
    let list = Array(path.dropLast())
    var to = text.node(list).children.count - 1
    if let before {
      let index = try index(of: before, in: list)
      to = index > from ? index - 1 : index
    }
    try move(in: list, from: from, to: to)
  }

  /// Begins a section with a step. The other steps stay as they are written.
  mutating func split(
    before step: String, id: String, title: String
  ) throws(EditRefusal) {
    let path = try path(of: .step(step))
    // sections, its number, steps, the number of the step
    guard path.count == 4, let last = path.last, last > 0 else {
      throw EditRefusal("a section can be split before each of its steps but the first")
    }
    let sections = Array(path.prefix(1))
    let node = text.node(path.dropLast())
    let section = text.node(path.prefix(2))
    guard node.style == .lines, section.style == .lines, text.node(sections).style == .lines,
      section.keys.last?.text == "steps"
    else { throw EditRefusal("a section can be split if `steps` is its last key") }
    let step = text.entries(of: node)[last].lowerBound
    let margin = text.column(text.entries(of: text.node(sections))[path[1]].lowerBound)
    let inner = ScalarWriter.spaces(text.column(section.range.lowerBound))
    let lines = [
      "",
      "\(ScalarWriter.spaces(margin))- section: \(ScalarWriter.text(id, inline: false))",
      "\(inner)title: \(ScalarWriter.text(title, for: "title", inline: false))",
      "\(inner)steps:", "",
    ]
    let start = text.start(ofBlock: text.entries(of: node)[last])
    guard start < step || start == text.lineStart(step) else { return }
    try commit([TextEdit(start..<start, lines.joined(separator: text.lineBreak))]) { value in
      value.split(section: path[1], at: last, in: path[0], key: path[2], id, title)
    }
  }

  /// Takes what is meant for what is written.
  mutating func accept(_ place: EditPlace) throws(EditRefusal) {
    let pairs = [("meant", "next"), ("meant call", "call"), ("meant at", "at")]
    var isChanged = false
    for (meant, written) in pairs {
      let node = text.node(try path(of: place))
      guard let value = node[meant]?.value else { continue }
      try set(written, of: place, to: value)
      try unset(meant, of: place)
      isChanged = true
    }
    if text.node(try path(of: place)).index("proposal") != nil {
      try unset("proposal", of: place)
      isChanged = true
    }
    guard isChanged else { throw EditRefusal("\(place) does not say what is meant") }
    if text.node(try path(of: place)).index("why") != nil { try unset("why", of: place) }
  }
}

extension EditEntry {
  fileprivate var hasKey: Bool {
    switch self {
    case .item: false
    case .pair: true
    }
  }
}

extension EditValue {
  /// Moves the steps of a section from one on into a new section after it.
  fileprivate mutating func split(
    section: Int, at step: Int, in sections: Int, key: Int, _ id: String, _ title: String
  ) {
    guard case .list(let steps) = children[sections].children[section].children[key] else { return }
    change([sections, section, key]) { $0 = .list(Array(steps[..<step])) }
    let new: EditValue = [
      "section": .text(id), "title": .text(title), "steps": .list(Array(steps[step...])),
    ]
    change([sections]) { $0.insert(.item(new), at: section + 1) }
  }
}
