internal import Diagnostics
internal import FlowLoader
internal import FlowModel

// A section as a flow of its own.
extension EditableFlows {
  /// The files after a section has become a partial flow, which is called where the section was.
  ///
  /// The lines of the section move as they are written. Where a row led to another part of the
  /// flow, it returns a result that says where; the calling step has a row for each.
  ///
  /// - Parameter name: the id of the new flow.
  func extracting(
    _ section: String, as name: String, of flow: Flow
  ) throws(EditRefusal) -> [FlowEdit.File] {
    let path = try newPath(for: name, beside: flow.path)
    guard let file = file(flow.path) else { throw missing(flow.path) }
    let extraction = try SectionExtraction(section, of: flow, file, in: result.readable)
    var text = extraction.head(name)
    for line in extraction.moved { text += line + "\n" }
    var new = try YAMLDraft(SourceFile(path: path, bytes: Array(text.utf8)))
    for way in extraction.ways {
      try new.change(.set(way.place, key: way.key, .text("result \(way.result)")))
    }
    let bytes = new.file.after ?? []
    return [
      try extraction.rest(calling: name),
      FlowEdit.File(path: path, new: String(decoding: bytes, as: UTF8.self)),
    ]
  }

  private func newPath(
    for name: String, beside path: String
  ) throws(EditRefusal) -> String {
    try Renaming.checkName(name)
    guard !result.readable.flows.contains(where: { $0.id == name || $0.alias == name }) else {
      throw EditRefusal("there is a flow `\(name)` already")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let new = "\(folder)\(name).yaml"
    guard file(new) == nil else { throw EditRefusal("there is a file `\(new)` already") }
    return new
  }
}

/// What becomes of a section, and of the flow that it leaves.
private struct SectionExtraction {
  /// A target that leads out of the section.
  struct Way {
    let place: EditPlace
    let key: String
    let target: String
    let result: String
  }

  /// The targets that lead out of the section, in its order.
  private(set) var ways: [Way] = []
  /// The lines of the section as they stand in the file.
  let moved: [String]
  private let section: FlowSection
  private let draft: YAMLDraft
  private let path: [Int]
  /// The bytes of the section, with the comments above it.
  private let range: Range<Int>
  /// The facts that the section names, and those that nothing else names.
  private let facts: (named: Set<String>, own: Set<String>)
  /// The results of the flow itself that the section returns.
  private var passed: [String] = []

  init(
    _ id: String, of flow: Flow, _ file: SourceFile, in catalogue: Catalogue
  ) throws(EditRefusal) {
    let sections = flow.sections.filter { $0.extensionRow == nil }
    guard let section = sections.first(where: { $0.id == id }) else {
      throw EditRefusal("there is no section `\(id)` in \(flow.id)")
    }
    guard sections.count > 1, !section.steps.isEmpty else {
      throw EditRefusal("section \(id) is the whole flow")
    }
    guard flow.anywhere.isEmpty else {
      throw EditRefusal("the rows at any time of \(flow.id) would not hold in a called flow")
    }
    guard !flow.sections.contains(where: { $0.extensionRow?.step.section == section }) else {
      throw EditRefusal("the extensions of section \(id) stand in another place; move them first")
    }
    draft = try YAMLDraft(file)
    self.section = section
    path = try draft.path(of: .section(id))
    let text = draft.text
    let list = text.node(path.dropLast())
    guard path.count == 2, list.style == .lines, text.node(path).style == .lines else {
      throw EditRefusal("section \(id) is written between braces; write it in lines")
    }
    let entry = text.entries(of: list)[path[1]]
    guard text.isFirst(entry.lowerBound) else {
      throw EditRefusal("section \(id) shares a line with something else")
    }
    range = text.start(ofBlock: entry)..<text.lineEnd(entry.upperBound)
    moved = text.string(range).split(separator: text.lineBreak, omittingEmptySubsequences: false)
      .map(String.init)
    let inside = range
    let offsets = ScalarOffsets(file.bytes)
    var (named, elsewhere): (Set<String>, Set<String>) = ([], [])
    for mention in flow.mentions(in: catalogue) where !mention.isDefinition {
      guard case .fact(let name) = mention.subject else { continue }
      if inside.contains(offsets.bytes(mention.span).lowerBound) {
        named.insert(name)
      } else {
        elsewhere.insert(name)
      }
    }
    facts = (named, named.subtracting(elsewhere))
    findWays(flow)
    guard !ways.isEmpty || !passed.isEmpty else {
      throw EditRefusal("no row of section \(id) leads to another one, so nothing would come back")
    }
  }

  /// Finds what leads out of the section.
  private mutating func findWays(_ flow: Flow) {
    let inner = Set(section.steps.map(\.id))
    var results: [String: String] = [:]
    for part in draft.text.parts where part.path.starts(with: path) {
      guard let value = draft.text.value(of: part.place) else { continue }
      for key in ["next", "meant"] {
        guard let target = value[key]?.text else { continue }
        if target.hasPrefix("result ") {
          let name = String(target.dropFirst("result ".count))
          if !passed.contains(name) { passed.append(name) }
          continue
        }
        guard Renaming.isID(target), !inner.contains(target), target != section.id else {
          continue
        }
        let result = results[target] ?? SectionExtraction.result(to: target, of: flow, results)
        results[target] = result
        ways.append(Way(place: part.place, key: key, target: target, result: result))
      }
    }
  }

  /// The name of a result after the place to which it leads, such as `Enter PIN`.
  private static func result(
    to target: String, of flow: Flow, _ used: [String: String]
  ) -> String {
    let title = flow.step(target)?.subject ?? flow.sections.first { $0.id == target }?.title
    let words = (title ?? "").map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : " " }
    let plain = String(words).split(separator: " ").joined(separator: " ")
    let isName = plain.first?.isLetter == true && plain.utf8.count <= 40
    let stem =
      isName ? plain : "Go to \(target.map { $0 == "." ? "-" : $0 }.map(String.init).joined())"
    let taken = Set(used.values).union(flow.results)
    var name = stem
    var number = 1
    while taken.contains(name) {
      number += 1
      name = "\(stem) \(number)"
    }
    return name
  }

  /// The results of the new flow with what they lead to.
  private var results: [(name: String, next: String)] {
    var found: [(name: String, next: String)] = []
    for way in ways where !found.contains(where: { $0.name == way.result }) {
      found.append((way.result, way.target))
    }
    return found + passed.map { ($0, "result \($0)") }
  }

  /// The header of the new flow, up to the line `sections:`.
  func head(_ name: String) -> String {
    var pairs: [EditValue.Pair] = [
      .init("flow", .text(name)), .init("title", .text(section.title)),
      .init("kind", "partial flow"), .init("results", .list(results.map { .text($0.name) })),
    ]
    if let declared = declaredFacts, !facts.named.isEmpty {
      let used = declared.filter { facts.named.contains($0.key) }
      if !used.isEmpty { pairs.append(.init("facts", .mapping(used))) }
    }
    let lines = pairs.flatMap { EntryWriter.lines(.pair($0.key, $0.value), margin: 0, owner: nil) }
    return lines.map { $0 + "\n" }.joined() + "sections:\n"
  }

  private var declaredFacts: [EditValue.Pair]? {
    guard case .mapping(let pairs)? = draft.text.node([])["facts"]?.value else { return nil }
    return pairs
  }

  /// The flow with a step that calls the new one.
  func rest(calling name: String) throws(EditRefusal) -> FlowEdit.File {
    let rows = results.enumerated().map { index, result in
      EditValue.Pair(
        SectionExtraction.letters(index),
        ["result": .text(result.name), "next": .text(result.next)])
    }
    let value: EditValue = .mapping([
      .init("section", .text(section.id)), .init("title", .text(section.title)),
      .init(
        "steps",
        .list([
          [
            "step": .text(section.steps[0].id), "call": .text(name), "rows": .mapping(rows),
          ]
        ])),
    ])
    var draft = self.draft
    let margin = draft.text.column(
      draft.text.entries(of: draft.text.node(path.dropLast()))[path[1]].lowerBound)
    let lines = EntryWriter.lines(.item(value), margin: margin, owner: "sections")
    try draft.commit([TextEdit(range, lines.joined(separator: draft.text.lineBreak))]) {
      $0.change(path[...]) { $0 = value }
    }
    // A fact that only the section needed goes with it.
    for name in facts.own.sorted() {
      guard let place = draft.text.node([]).index("facts"),
        let index = draft.text.node([place]).index(name)
      else { continue }
      try draft.remove([place, index])
    }
    return draft.file
  }

  /// `a` to `z`, then `aa`.
  private static func letters(_ index: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return (index < 26 ? "" : String(letters[index / 26 - 1])) + String(letters[index % 26])
  }
}
