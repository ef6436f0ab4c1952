package import Diagnostics
internal import FlowLoader
package import FlowModel

/// A document in which flows stand, and the binding files beside it.
package struct EditableDocument: Sendable {
  /// The file as it is.
  package let file: SourceFile
  /// Its flows, whose places are those of its text.
  package let flows: [Flow]
  /// Whether that is the text of the file as it is, and not one that was made of a file of another
  /// program.
  package let isText: Bool
  /// The binding files of its flows.
  package let bindings: [SourceFile]

  /// A document with its flows.
  package init(_ file: SourceFile, flows: [Flow], isText: Bool, bindings: [SourceFile] = []) {
    (self.file, self.flows, self.isText, self.bindings) = (file, flows, isText, bindings)
  }
}

extension EditableDocument {
  /// Whether a place is not a part of a longer name, such as that of the file to which a link
  /// leads.
  func isWord(_ mention: Mention) -> Bool {
    let bytes = file.bytes
    let range = ScalarOffsets(bytes).bytes(mention.span)
    func isPart(_ index: Int) -> Bool {
      guard bytes.indices.contains(index) else { return false }
      let letter = Character(UnicodeScalar(bytes[index]))
      return letter.isLetter || letter.isNumber || bytes[index] >= 0x80
    }
    func has(_ index: Int, _ marks: String) -> Bool {
      bytes.indices.contains(index) && marks.utf8.contains(bytes[index])
    }
    let (before, after) = (range.lowerBound - 1, range.upperBound)
    let isInName =
      has(before, "_-/#") || has(after, "_") || has(after, ".-") && isPart(after + 1)
    return !isPart(before) && !isPart(after) && !isInName
  }

  /// The document after a change. If its text changes, the places of its flows are not known any
  /// more.
  func after(_ edit: FlowEdit) -> EditableDocument {
    let new = EditableFlows.apply(edit, to: [file]) { _ in false }
    return EditableDocument(
      new.first ?? file, flows: flows, isText: isText && new.first?.bytes == file.bytes,
      bindings: EditableFlows.apply(edit, to: bindings) { _ in false })
  }
}

extension Flow {
  /// The places of its document where it names other flows, their steps, rows and results. What its
  /// binding names is not among them.
  func mentionsInDocument(_ catalogue: Catalogue) -> [Mention] {
    var found: [Mention] = []
    func add(_ subject: Mention.Subject?, _ span: Diagnostics.Span) {
      guard let subject, span.end > span.start else { return }
      found.append(Mention(subject: subject, path: path, span: span))
    }
    for step in steps {
      guard let callee = step.callee(.written), let flow = catalogue.flow(named: callee) else {
        continue
      }
      add(.flow(flow.id), step.subjectSpan)
      for row in step.rows(.written) where row.kind == .result {
        guard let outcome = row.outcome, row.label == outcome else { continue }
        add(.result(flow: flow.id, name: outcome), row.labelSpan)
      }
    }
    for row in rows where row.isWritten(.written) {
      guard let next = row.next, next.kind.leadsToFlow else { continue }
      add(subject(of: next, in: catalogue), row.targetSpan(.written))
    }
    return found
  }
}

extension SourceFile {
  /// Whether it is the binding file of a flow.
  func isBinding(of flow: Flow) -> Bool {
    guard case .text(let id)? = TextMapping.read(self, lists: true).mapping["flow"] else {
      return false
    }
    return id.lowercased() == flow.id.lowercased()
  }

  /// The places of a binding file that name flows, their steps and rows, results and facts.
  ///
  /// - Parameter flow: the flow that it is about.
  func mentionsOfBinding(of flow: Flow?, in catalogue: Catalogue) -> [Mention] {
    var found: [Mention] = []
    func add(_ subject: Mention.Subject?, _ span: Diagnostics.Span) {
      if let subject { found.append(Mention(subject: subject, path: path, span: span)) }
    }
    func named(_ name: String) -> Mention.Subject? {
      catalogue.flow(named: name).map { .flow($0.id) }
    }
    /// `goto UC7`, `goto UC7:1.2`, `error No internet`.
    func target(_ text: String) -> Mention.Subject? {
      let words = text.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, ["goto", "error"].contains(words[0]) else { return nil }
      return words[1].contains(":")
        ? catalogue.subject(named: words[1], home: nil) : named(words[1])
    }
    func texts(_ value: TextMapping.Value, _ span: Diagnostics.Span) -> [(String, Diagnostics.Span)]
    {
      switch value {
      case .text(let text): [(text, span)]
      case .list(let items): items.map { ($0.text, $0.span) }
      case .mapping: []
      }
    }
    func walk(_ mapping: TextMapping, _ callee: String?) {
      for entry in mapping.entries {
        let texts = texts(entry.value, entry.valueSpan)
        switch entry.key {
        case "meant", "next": for (text, span) in texts { add(target(text), span) }
        case "call", "meant call", "errors", "used by", "triggered by":
          for (text, span) in texts { add(named(text), span) }
        case "reset": for (text, span) in texts { add(.fact(text), span) }
        case "on":
          for (text, span) in texts {
            add(callee.map { .result(flow: $0, name: text) }, span)
          }
        case "facts", "if", "set", "unless", "count":
          guard case .mapping(let facts) = entry.value else { continue }
          for fact in facts.entries {
            add(.fact(fact.key), fact.span)
            if entry.key == "count", case .text(let text) = fact.value {
              add(callee.map { .result(flow: $0, name: text) }, fact.valueSpan)
            }
          }
        default:
          guard case .mapping(let inner) = entry.value else { continue }
          let step = flow?.step(entry.key) ?? flow?.row(entry.key)?.step
          let name = step?.callee(.written).flatMap { catalogue.flow(named: $0)?.id }
          walk(inner, step == nil ? callee : name)
        }
      }
    }
    walk(TextMapping.read(self, lists: true).mapping, nil)
    return found
  }
}
