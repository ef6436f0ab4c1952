internal import Diagnostics
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime

/// New ids and names, with everything that names them: targets, house rules, scripts, evidence and
/// what tests of the app need.
package struct Renaming {
  /// What is written where something is named, and what is to be written.
  struct Name {
    /// The id that is written in full.
    let id: String
    /// The beginning of the id that changes, and what it becomes.
    let old: String
    let new: String
  }

  /// By path, in no order.
  var edits: [String: Set<TextEdit>] = [:]
  var names: [Mention.Subject: Name] = [:]
  /// A flow, fact, result, or a step or row with a name in code, and the new name.
  private var word: (subject: Mention.Subject, old: String, new: String)?

  /// New ids for steps, by the old ones. `all` is needed for a flow that stands in a document.
  init(
    steps: [String: String], of flow: Flow, in flows: EditableFlows, _ all: FlowLoader.Result? = nil
  ) throws(EditRefusal) {
    for (old, new) in steps {
      guard let step = flow.step(old) else {
        throw EditRefusal("there is no step `\(old)` in \(flow.id)")
      }
      try Renaming.check(new, "step", in: flow, besides: Set(steps.keys))
      // What has the id of the step in its own is renamed too.
      for step in step.withExtensions where step.id.hasPrefix(old) {
        names[.step(flow: flow.id, id: step.id)] = Name(id: step.id, old: old, new: new)
        for row in flow.rows where row.kind != .own && row.step == step && !row.isAnywhere {
          guard row.id.hasPrefix(step.id) else { continue }
          names[.row(flow: flow.id, reference: row.reference)] = Name(
            id: step.id, old: old, new: new)
        }
      }
    }
    addAlternatives(steps, flow, in: flows)
    try add(in: flows, all)
  }

  /// A new id for a section.
  init(section: String, to new: String, of flow: Flow, in flows: EditableFlows)
    throws(EditRefusal)
  {
    guard flow.sections.contains(where: { $0.id == section && $0.extensionRow == nil }) else {
      throw EditRefusal("there is no section `\(section)` in \(flow.id)")
    }
    try Renaming.check(new, "section", in: flow)
    names[.section(flow: flow.id, id: section)] = Name(id: section, old: section, new: new)
    try add(in: flows)
  }

  /// A new id for a row.
  init(row reference: String, to new: String, of flow: Flow, in flows: EditableFlows)
    throws(EditRefusal)
  {
    guard let row = flow.row(reference), row.kind != .own, row.kind != .extension else {
      throw EditRefusal("there is no row `\(reference)` in \(flow.id)")
    }
    if row.isAnywhere {
      guard new.first == "*", new.count > 1, new.dropFirst().allSatisfy({ ("a"..."z") ~= $0 })
      else { throw EditRefusal("`\(new)` is not the id of a row at any time: write `*a`") }
    } else {
      try Renaming.check(new, "row", in: flow)
    }
    guard flow.row(new) == nil else { throw EditRefusal("there is a row `\(new)` already") }
    names[.row(flow: flow.id, reference: reference)] = Name(id: row.id, old: row.id, new: new)
    try add(in: flows)
  }

  /// A new name for a flow, a fact, a result, or in code.
  init(_ subject: Mention.Subject, to new: String, in flows: EditableFlows) throws(EditRefusal) {
    let all = flows.result.readable.flows
    if case .flow(let id) = subject {
      for document in flows.documents {
        guard let flow = document.flows.first(where: { $0.id == id }) else { continue }
        let line = document.isText ? document.file.position(of: flow.span.start).line : nil
        throw EditRefusal.ofName(isFlow: true, in: flow.path, line: line)
      }
    }
    let (old, isTaken): (String, Bool)
    switch subject {
    case .flow(let id):
      let others = all + flows.documents.flatMap(\.flows)
      (old, isTaken) = (id, others.contains { [$0.id, $0.alias].contains(new) })
    case .fact(let name):
      (old, isTaken) = (name, all.contains { $0.facts.contains { $0.name == new } })
    case .result(let flow, let name):
      (old, isTaken) = (name, all.contains { $0.id == flow && $0.results.contains(new) })
    case .name(let id, let name):
      guard CodeName.isName(new.utf8) else {
        throw EditRefusal(
          "`\(new)` cannot be a name in code: write a lower case letter, then letters and digits")
      }
      let parts = all.first { $0.id == id }.map { $0.steps.map(\.name) + $0.rows.map(\.name) }
      (old, isTaken) = (name, parts?.contains(new) ?? false)
    case .action(let name):
      throw EditRefusal("handlers are bound to `\(name)`; rename it there and in the flows")
    case .section, .step, .row: throw EditRefusal("this has an id, and no name")
    }
    let hasSpaces = if case .result = subject { true } else { false }
    try Renaming.checkName(new, hasSpaces: hasSpaces)
    guard !isTaken else { throw EditRefusal("there is a `\(new)` already") }
    word = (subject, old, new)
    try add(in: flows)
    guard !edits.isEmpty else { throw EditRefusal("nothing is called `\(old)`") }
  }

  /// Refuses a text that cannot be the name of a flow, a fact or a result.
  static func checkName(_ new: String, hasSpaces: Bool = false) throws(EditRefusal) {
    guard let first = new.first, first.isLetter, new.utf8.count <= 80, new.last != " ",
      new.allSatisfy({ $0.isLetter || $0.isNumber || "._-".contains($0) || hasSpaces && $0 == " " })
    else {
      throw EditRefusal(
        "`\(new)` is not a name: begin with a letter, and write letters, digits, `.`, `-` and `_`")
    }
  }

  /// Whether a text can be an id. Ids begin with a digit, since words are names of targets.
  package static func isID(_ name: String) -> Bool {
    guard let first = name.utf8.first, (48...57).contains(first), name.utf8.count <= 32 else {
      return false
    }
    return name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "." || $0 == "-"
    }
  }

  private static func check(
    _ name: String, _ what: String, in flow: Flow, besides old: Set<String> = []
  ) throws(EditRefusal) {
    guard isID(name) else {
      throw EditRefusal("`\(name)` is not the id of a \(what): write digits, letters and dots")
    }
    guard !old.contains(name) else { return }
    let others = [
      "step": flow.step(name) != nil, "section": flow.sections.contains { $0.id == name },
      "row": flow.row(name) != nil,
    ]
    if let other = others.sorted(by: { $0.key > $1.key }).first(where: \.value)?.key {
      throw EditRefusal("there is a \(other) `\(name)` already")
    }
  }

  // MARK: Edits

  private mutating func add(
    in flows: EditableFlows, _ all: FlowLoader.Result? = nil
  ) throws(EditRefusal) {
    let catalogue = (all ?? flows.result).readable
    for flow in catalogue.flows {
      add(flow.mentions(in: catalogue), flows.files.first { $0.path == flow.path })
    }
    for file in flows.rules { add(file.mentionsOfRules(in: catalogue), file) }
    let runs = PathRuns(all ?? flows.result)
    for file in flows.scripts { add(file.mentionsOfScripts(in: catalogue, runs), file) }
    for document in flows.documents { try add(document, catalogue) }
    for file in flows.texts { add(file.mentionsOfTexts(in: catalogue), file) }
    guard !flows.tables.isEmpty else { return }
    let paths = flows.scripts.flatMap { ScriptLoader().load($0).scripts }
    let known = Dictionary(grouping: paths, by: \.flow).mapValues { Set($0.map(\.name)) }
    for file in flows.tables { add(file.mentionsOfTables(in: catalogue, paths: known), file) }
  }

  private mutating func add(_ mentions: [Mention], _ file: SourceFile?) {
    let found = mentions.filter { $0.path == file?.path && concerns($0.subject) }
    guard let file, !found.isEmpty else { return }
    let offsets = ScalarOffsets(file.bytes)
    for mention in found {
      let range = offsets.bytes(mention.span)
      let written = Array(file.bytes[range])
      let edit =
        if let name = names[mention.subject] {
          Renaming.edit(written, at: range.lowerBound, name, mention.isDefinition)
        } else if let word {
          Renaming.edit(written, at: range.lowerBound, word: word.old, word.new)
        } else {
          TextEdit?.none
        }
      if let edit { edits[file.path, default: []].insert(edit) }
    }
  }

  /// Follows the names in a document and in its binding files.
  private mutating func add(
    _ document: EditableDocument, _ catalogue: Catalogue
  ) throws(EditRefusal) {
    let path = document.file.path
    for flow in document.flows {
      let mentions = flow.mentionsInDocument(catalogue).filter { concerns($0.subject) }
      let count = edits[path]?.count ?? 0
      let places = Set(mentions.map(\.span)).count
      if document.isText { add(mentions.filter(document.isWord), document.file) }
      guard places > 0, (edits[path]?.count ?? 0) - count < places else { continue }
      throw EditRefusal(
        document.isText
          ? "`\(path)` names it in other words, in \(flow.id); name it there by its id first"
          : "`\(path)` names it in \(flow.id), and cannot be changed here; rename it there")
    }
    for binding in document.bindings {
      let flow = document.flows.first(where: binding.isBinding)
      add(binding.mentionsOfBinding(of: flow, in: catalogue), binding)
    }
  }

  /// Whether a place changes that names something. Rows and steps may be named with their flow.
  private func concerns(_ subject: Mention.Subject) -> Bool {
    if names[subject] != nil { return true }
    guard let word else { return false }
    guard case .flow(let id) = word.subject else { return subject == word.subject }
    switch subject {
    case .flow(let flow), .section(let flow, _), .step(let flow, _), .row(let flow, _):
      return flow == id
    case .result, .fact, .action, .name: return false
    }
  }

  /// Replaces a name, the first time that it stands there as a whole.
  private static func edit(
    _ written: [UInt8], at offset: Int, word: String, _ new: String
  ) -> TextEdit? {
    let old = Array(word.utf8)
    func isPart(_ index: Int) -> Bool {
      guard written.indices.contains(index) else { return false }
      let byte = written[index]
      return byte >= 0x80 || "._-".utf8.contains(byte)
        || Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
    }
    guard !old.isEmpty, written.count >= old.count else { return nil }
    for start in 0...(written.count - old.count)
    where written[start...].starts(with: old) && !isPart(start - 1) && !isPart(start + old.count) {
      return TextEdit(offset + start..<offset + start + old.count, new)
    }
    return nil
  }

  /// Replaces the old id at the beginning of `id` in what is written at a place: `1.3`,
  /// `UC2.3:1.3`, `step 1.3a`. The letter of a row has no id of a step in it, nor has a line of an
  /// extension.
  private static func edit(
    _ written: [UInt8], at offset: Int, _ name: Name, _ isDefinition: Bool
  ) -> TextEdit? {
    if let edit = Renaming.edit(written, at: offset, range: name) { return edit }
    let place = written.lastIndex { $0 == UInt8(ascii: ":") || $0 == 0x20 }.map { $0 + 1 } ?? 0
    let isQuoted = written.dropFirst(place).first.map { $0 == 0x27 || $0 == 0x22 } ?? false
    let start = place + (isQuoted ? 1 : 0)
    // Without quotes, `1.10` would be fine too: the loader takes every scalar as text.
    if written.dropFirst(start).starts(with: name.id.utf8) {
      let first = offset + start
      return TextEdit(first..<first + name.old.utf8.count, name.new)
    }
    // The letter of a row that gets another one.
    guard isDefinition, name.id == name.old else { return nil }
    let rest = written.dropFirst(start).prefix {
      $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "#")
    }
    let letters = Array(rest)
    guard !letters.isEmpty, name.old.utf8.count > letters.count,
      Array(name.old.utf8.suffix(letters.count)) == letters
    else { return nil }
    let head = String(name.old.utf8.dropLast(letters.count).map { Character(UnicodeScalar($0)) })
    // A row that no longer begins with its step has its whole id.
    let new = name.new.hasPrefix(head) ? String(name.new.dropFirst(head.count)) : name.new
    let first = offset + start
    return TextEdit(first..<first + letters.count, new)
  }

  /// The changed files.
  func files(of flows: EditableFlows) throws(EditRefusal) -> [FlowEdit.File] {
    try edits.sorted { $0.key < $1.key }.map { path, edits throws(EditRefusal) in
      guard let file = flows.file(path) ?? flows.beside(path) else {
        throw EditRefusal("there is no file `\(path)`")
      }
      let sorted = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
      return FlowEdit.File(path: path, before: file.bytes, edits: sorted)
    }
  }
}

extension Step {
  /// The step, and the steps of its extensions, of theirs, and so on: their ids begin with its id.
  fileprivate var withExtensions: [Step] {
    var found = [self]
    var next = 0
    while next < found.count {
      for section in flow.sections where section.extensionRow?.step == found[next] {
        found += section.steps.filter { !found.contains($0) }
      }
      next += 1
    }
    return found
  }
}
