package import Diagnostics
package import FlowEdit
internal import FlowLoader
internal import FlowModel

/// A use case of a document that is changed where it stands.
///
/// What is written in other words is looked for, and tried: the document is read again, and its
/// flow has to differ in what was asked for and in nothing else. Nothing else is taken.
package struct DocumentChange {
  /// What the flow has to say after a change.
  enum Wanted {
    /// Just one of these.
    case values([FlowValues])
    /// Just this, but the sentence of a row may say its target.
    case target(FlowValues, before: FlowValues, Leading)
    /// Just one of these, where nothing follows the last steps.
    case rows([FlowValues])
    /// Just this, but words may name steps by the numbers that they had, or by those they get.
    case insertion(FlowValues, [String: String])
  }

  /// The document. For an archive, the file of it that has the text.
  let file: SourceFile
  let archive: DocumentArchive?
  /// All of the file.
  let whole: [UInt8]
  /// The document as text that is read.
  let text: SourceFile
  let written: WrittenText
  /// The letters of the text that is read.
  let read: WrittenText
  /// The tags. Empty for a format without any.
  let tags: [PageTags.Tag]
  let useCase: DocumentImport.Flow
  private let number: Int
  private let others: [String]
  /// The flow file that the document stands for, by itself.
  let values: YAMLText
  /// The words for targets in its language.
  let tongue: TargetWords
  /// The most changes that are tried.
  private static let patience = 32

  /// - Parameter flow: the id of the use case.
  package init(_ file: SourceFile, of flow: String) throws(EditRefusal) {
    let archive = DocumentArchive(file.bytes)
    if archive?.isSigned ?? false { throw DocumentChange.signed(file.path) }
    let encoding = TextEncoding(file.bytes)
    if archive == nil, let name = encoding.name {
      throw EditRefusal(
        "`\(file.path)` is \(name), which is not changed here; \(encoding.remedy(file.path))")
    }
    if WebArchive.isBeginning(file.bytes) {
      throw EditRefusal(
        "`\(file.path)` is a web archive, which is not changed here; save it as .docx or HTML")
    }
    (self.archive, whole, text) = (archive, file.bytes, DocumentText.file(file))
    self.file = archive.map { SourceFile(path: file.path, bytes: $0.bytes) } ?? file
    let format = archive.map { WrittenText.Format($0.kind) } ?? WrittenText.Format(file.path)
    written = WrittenText(self.file.bytes, format)
    tags = format.isMarkup ? PageTags(self.file.bytes).tags : []
    read = text.bytes == file.bytes ? written : WrittenText(text.bytes, .markdown)
    let flows = DocumentImport(text).flows
    guard let number = flows.firstIndex(where: { $0.id == flow }) else {
      throw EditRefusal("`\(flow)` has this id only among the other documents; change it there")
    }
    (self.number, useCase) = (number, flows[number])
    others = flows.map(\.yaml)
    values = try DocumentChange.values(of: useCase)
    tongue = TargetWords(of: useCase.draft.words(in: text))
  }

  private static func values(of flow: DocumentImport.Flow) throws(EditRefusal) -> YAMLText {
    try YAMLText(SourceFile(path: "flow.yaml", bytes: Array(flow.yaml.utf8)))
  }

  var draft: FlowDraft { useCase.draft }

  /// Whether the places of the flow are those of the file.
  var hasPlaces: Bool { archive == nil && text.bytes == file.bytes }

  // MARK: A change

  /// What is changed in the document for an operation.
  ///
  /// - Parameter refusal: why a change that the document reads well is refused all the same.
  package func edit(
    _ operation: EditOperation, refusal: (FlowEdit.File) -> EditRefusal?
  ) throws(EditRefusal) -> FlowEdit.File {
    let (wanted, ways) = try plan(operation)
    var (first, torn): (EditRefusal?, EditRefusal?)
    var tried: Set<[TextEdit]> = []
    /// Ways after which emphasis is gone from words, which are taken if there is no other.
    var others: [[TextEdit]] = []
    let isWords: Bool = if case .target = wanted { false } else { true }
    func attempt(_ edits: [TextEdit], isLast: Bool) -> FlowEdit.File? {
      guard let edits = betweenTags(edits).map(underlined) else {
        torn = torn ?? EditRefusal("its words are in a field, or go over several paragraphs")
        return nil
      }
      let part = edits.apply(to: file.bytes)
      guard part != file.bytes, tried.count < DocumentChange.patience, !tried.contains(edits)
      else { return nil }
      guard let isKept = keptMarks(part), let read = read(part) else {
        torn = torn ?? EditRefusal("emphasis, a link or a tag would lose its other half")
        return nil
      }
      guard isKept || isLast || !isWords else {
        others.append(edits)
        return nil
      }
      tried.insert(edits)
      if let told = difference(read, wanted) {
        first = first ?? EditRefusal(told)
        return nil
      }
      guard let new = changed(edits, part, read) else {
        first = first ?? EditRefusal("the archive cannot be written")
        return nil
      }
      guard let refusal = refusal(new) else { return new }
      first = first ?? refusal
      return nil
    }
    for edits in ways { if let new = attempt(edits, isLast: false) { return new } }
    for edits in others { if let new = attempt(edits, isLast: true) { return new } }
    let place = line(of: operation)
    guard let first = first ?? torn else {
      throw EditRefusal("\(reason(of: operation)); change it in the document, \(place)")
    }
    throw EditRefusal("\(first.message); change it in the document, \(place)", first.diagnostics)
  }

  /// What the document says otherwise than wanted. Nil if it says just that.
  private func difference(_ read: SourceFile, _ wanted: Wanted) -> String? {
    let flows = DocumentImport(read).flows
    guard flows.count == others.count else {
      return "the document would have another number of use cases"
    }
    let flow = flows[number]
    for index in flows.indices where index != number && flows[index].yaml != others[index] {
      return "`\(flows[index].id)` would change as well"
    }
    guard flow.id == useCase.id else { return "the use case would get the id `\(flow.id)`" }
    guard flow.reading.unplaced.count <= useCase.reading.unplaced.count else {
      return flow.reading.unplaced.last.map { "it could not be read: \($0.message)" }
    }
    guard let root = (try? DocumentChange.values(of: flow))?.value(of: .file) else {
      return "the document could not be read"
    }
    let places = guessedPlaces(flow, wanted)
    let now = FlowValues(root).withoutPlaces(of: places)
    switch wanted.withoutPlaces(of: places) {
    case .values(let values):
      return values.contains(now) ? nil : told(now, values[0])
    case .rows(let values):
      return values.contains { $0.withoutEnds == now.withoutEnds } ? nil : told(now, values[0])
    case .insertion(let values, let names):
      let isSame = now.withoutEnds.isSame(as: values.withoutEnds, renamed: names)
      return isSame ? nil : told(now, values)
    case .target(let values, let before, let leading):
      guard now.isSame(as: values, before: before, words: DocumentChange.words) else {
        return told(now, values)
      }
      return contradiction(flow.draft, read, leading)
    }
  }

  private func told(_ now: FlowValues, _ wanted: FlowValues) -> String {
    now.difference(to: wanted) ?? "the document would say something else as well"
  }

  // MARK: What is wanted, and the ways to write it

  private func plan(
    _ operation: EditOperation
  ) throws(EditRefusal) -> (Wanted, AnySequence<[TextEdit]>) {
    let before = FlowValues(values.value(of: .file) ?? .mapping([]))
    let file = SourceFile(path: "flow.yaml", bytes: values.bytes)
    func after(_ operations: EditOperation...) throws(EditRefusal) -> (FlowValues, Flow?) {
      let made = SourceFile(
        path: "flow.yaml", bytes: try file.changed(by: operations).after ?? [])
      guard let root = try YAMLText(made).value(of: .file) else {
        throw EditRefusal("the flow would say nothing")
      }
      return (FlowValues(root), MadeReading(made).flow)
    }
    switch operation {
    case .set(let place, "next", .text(let target)):
      let (wanted, flow) = try after(operation)
      return (
        .target(wanted, before: before, Leading(place, before: values, to: target)),
        ways(targets(of: place, target), printed(flow))
      )
    case .set(let place, let key, let value):
      try DocumentChange.check(value)
      let (wanted, flow) = try after(operation)
      var all = [wanted]
      // The same words of the document may be said at several places of the flow.
      let others = twins(of: place, key)
      if !others.isEmpty {
        let whole = [operation] + others.map { .set($0.place, key: $0.key, value) }
        let made = SourceFile(path: "flow.yaml", bytes: try file.changed(by: whole).after ?? [])
        if let root = try YAMLText(made).value(of: .file) { all.append(FlowValues(root)) }
      }
      return (.values(all), ways(texts(of: place, key, value), printed(flow)))
    case .unset:
      let (wanted, flow) = try after(operation)
      return (.values([wanted]), ways([], printed(flow)))
    case .remove(let place):
      let (wanted, flow) = try after(operation)
      return (.rows([wanted]), ways(removals(of: place), printed(flow)))
    case .add(.item(let step), "steps", let place, before: .step(let id)?):
      guard let own = step["step"]?.text else { throw EditRefusal("a step has an id") }
      let (wanted, ways) = try insertion(of: step, before: id, as: (own, place))
      return (wanted, AnySequence(ways))
    case .add(let entry, let key, let place, let other):
      guard other == nil else {
        throw EditRefusal("a line is added after the last one of its kind; move it there")
      }
      let row = try added(entry, key, place)
      let (wanted, flow) = try after(row.operation)
      var all = [wanted]
      // The step before a new one went to the end, since it was the last.
      if let last = row.last, values.value(of: .step(last))?["next"]?.text == "end" {
        all.append(try after(.unset(.step(last), key: "next"), row.operation).0)
      }
      return (.rows(all), ways(additions(row), printed(flow)))
    case .insert(let step, let id):
      let (wanted, ways) = try insertion(of: step, before: id)
      return (wanted, AnySequence(ways))
    case .move, .split, .extract:
      throw EditRefusal("the order of a document is that of its lines")
    case .accept, .rename, .renameName, .create:
      throw EditRefusal("this is no change of a document")
    }
  }

  /// The other places of the flow with the same title or case, of the same line.
  private func twins(of place: EditPlace, _ key: String) -> [(place: EditPlace, key: String)] {
    guard ["title", "case"].contains(key), let own = values.value(of: place)?[key],
      let span = span(of: place)
    else { return [] }
    return values.places.flatMap { other in
      ["title", "case"].filter { name in
        other != place && values.value(of: other)?[name] == own
          && self.span(of: other).map { text.position(of: $0.start).line }
            == text.position(of: span.start).line
      }.map { (other, $0) }
    }
  }

  /// A text of a document is on one line.
  private static func check(_ value: EditValue) throws(EditRefusal) {
    let texts: [String] =
      switch value {
      case .text(let text): [text]
      case .list(let items): items.compactMap(\.text)
      case .mapping: []
      }
    for text in texts where text.contains(where: \.isNewline) || text.trimmed.isEmpty {
      throw EditRefusal("a text of a document has words, on one line")
    }
  }

  private func ways(
    _ own: [[TextEdit]], _ printed: @escaping () -> [[TextEdit]]
  ) -> AnySequence<[TextEdit]> {
    AnySequence(own.lazy + [printed].lazy.flatMap { $0() })
  }

  /// The change as the printer of documents makes it, for a document that is Markdown.
  private func printed(_ flow: Flow?) -> () -> [[TextEdit]] {
    guard hasPlaces, written.format.isMarkdown, let flow else { return { [] } }
    return {
      let patch = DocumentPatch(flow, into: file, as: useCase) { _ in nil }
      guard patch.isInPlace else { return [] }
      return [
        DocumentChange.edits(from: file.bytes, to: Array(patch.markdown.utf8)).compactMap(plain)
      ]
    }
  }

  /// The lines that differ.
  static func edits(from old: [UInt8], to new: [UInt8]) -> [TextEdit] {
    let limit = min(old.count, new.count)
    var head = 0
    while head < limit, old[head] == new[head] { head += 1 }
    while head > 0, old[head - 1] != 0x0A { head -= 1 }
    var tail = 0
    while tail < limit - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    while tail > 0, old[old.count - tail - 1] != 0x0A { tail -= 1 }
    return [
      TextEdit(
        head..<(old.count - tail),
        String(decoding: new[head..<(new.count - tail)], as: UTF8.self))
    ]
  }
}
