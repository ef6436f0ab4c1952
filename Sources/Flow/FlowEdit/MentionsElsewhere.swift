package import Diagnostics
internal import FlowLoader
package import FlowModel

// Where house rules, scripts and tables name something of the flows.

extension HouseRule {
  /// Every place where the rule names something.
  package func mentions(in catalogue: Catalogue) -> [Mention] {
    let home = flow.flatMap { catalogue.flow(id: $0) }
    let places = (subject + other + until).compactMap { phrase in
      catalogue.subject(named: phrase.text, home: home)
        .map { Mention(subject: $0, path: path, span: phrase.span) }
    }
    let flows = (starts + [interruption].compactMap(\.self)).compactMap { phrase in
      catalogue.flow(named: phrase.text)
        .map { Mention(subject: .flow($0.id), path: path, span: phrase.span) }
    }
    let facts = (during + given).map {
      Mention(subject: .fact($0.fact.text), path: path, span: $0.fact.span)
    }
    return places + flows + facts
  }
}

extension Catalogue {
  /// What a rule or a script names: `UC2.3:1.4b`; `1.4b` of the flow that is at home there; `step
  /// UC2.3:1.4`; `waiting UC2.3:1.3`; `flow UC2.3`; `result Retry` of the flow at home; `fact can
  /// is saved`.
  package func subject(named text: String, home: Flow?) -> Mention.Subject? {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = words.first, let last = words.last else { return nil }
    if words.count == 1 { return flow(id: text).map { .flow($0.id) } ?? place(text, home) }
    switch first {
    case "step", "row", "waiting": return last.contains(" ") ? nil : place(String(last), home)
    case "flow", "suspend", "outline": return flow(named: String(last)).map { .flow($0.id) }
    case "fact": return .fact(String(last.prefix { $0 != " " }))
    case "result":
      guard let home, home.results.contains(String(last)) else { return nil }
      return .result(flow: home.id, name: String(last))
    default: return nil
    }
  }

  private func place(_ text: String, _ home: Flow?) -> Mention.Subject? {
    let colon = text.lastIndex(of: ":")
    let id = String(text[(colon.map(text.index(after:)) ?? text.startIndex)...])
    guard let flow = colon.map({ flow(id: String(text[..<$0])) }) ?? home else { return nil }
    if flow.step(id) != nil { return .step(flow: flow.id, id: id) }
    if let row = flow.row(id) { return .row(flow: flow.id, reference: row.reference) }
    return flow.rows.contains { $0.name == id } ? .name(flow: flow.id, id) : nil
  }
}

extension SourceFile {
  /// The places of a file of house rules that name something.
  package func mentionsOfRules(in catalogue: Catalogue) -> [Mention] {
    RuleLoader().load(self).rules.rules.flatMap { $0.mentions(in: catalogue) }
  }

  /// The places of a file of scripts that name something.
  ///
  /// - Parameter runs: runs the scripts. A row without a flow is of the flow in which a script
  ///   takes it, or else of the script's flow.
  package func mentionsOfScripts(in catalogue: Catalogue, _ runs: PathRuns?) -> [Mention] {
    let homes = runs?.flows(in: self) ?? [:]
    return ScriptLoader().mentions(in: self).compactMap { mention in
      let subject: Mention.Subject?
      switch mention.kind {
      case .flow: subject = catalogue.flow(named: mention.text).map { .flow($0.id) }
      case .fact: subject = .fact(mention.text)
      case .place:
        let home = homes[mention.span.start] ?? catalogue.flow(named: mention.flow)
        subject = catalogue.subject(named: mention.text, home: home)
      }
      return subject.map { Mention(subject: $0, path: path, span: mention.span) }
    }
  }

  /// The places of a table beside the flows that name a flow, or a row or step by its whole id:
  /// what `covers` lists in evidence, and the keys of tables that tests of the app need. Titles and
  /// values that happen to be written like a name are none.
  ///
  /// - Parameter paths: the names of paths, by the flow: `UC1 booked` names a path of the flow.
  package func mentionsOfTables(
    in catalogue: Catalogue, paths: [String: Set<String>]
  ) -> [Mention] {
    var found: [Mention] = []
    func add(_ text: String, _ span: Span, mayBeFlow: Bool = true) {
      let words = text.split(separator: " ", maxSplits: 1).map(String.init)
      let subject: Mention.Subject?
      if text.contains(":") {
        subject = catalogue.subject(named: text, home: nil)
      } else if catalogue.flow(id: text) != nil, mayBeFlow {
        subject = .flow(text)
      } else if words.count == 2, mayBeFlow, paths[words[0]]?.contains(words[1]) ?? false {
        subject = .flow(words[0])
      } else {
        subject = nil
      }
      if let subject { found.append(Mention(subject: subject, path: path, span: span)) }
    }
    func walk(_ mapping: TextMapping, isTop: Bool) {
      for entry in mapping.entries {
        // A key of the table of screens may be a title.
        let isOfData = isTop && path.hasSuffix("/" + FlowLoader.dataFile)
        add(entry.key, entry.span, mayBeFlow: isOfData)
        switch entry.value {
        case .text(let text) where entry.key == "covers": add(text, entry.valueSpan)
        case .list(let items) where entry.key == "covers":
          for item in items { add(item.text, item.span) }
        case .mapping(let inner): walk(inner, isTop: false)
        case .text, .list: break
        }
      }
    }
    walk(TextMapping.read(self, lists: true).mapping, isTop: true)
    return found
  }
  /// The places of a file of texts that name a flow, a section, a row or a step: its keys.
  package func mentionsOfTexts(in catalogue: Catalogue) -> [Mention] {
    var found: [Mention] = []
    for entry in TextMapping.read(self).mapping.entries {
      guard let flow = catalogue.flow(id: entry.key), case .mapping(let parts) = entry.value else {
        continue
      }
      found.append(Mention(subject: .flow(flow.id), path: path, span: entry.span))
      for part in parts.entries {
        guard case .mapping(let texts) = part.value, texts["text"] == nil else { continue }
        if let subject = flow.subject(ofTexts: part.key) {
          found.append(Mention(subject: subject, path: path, span: part.span))
        }
      }
    }
    return found
  }
}

extension Flow {
  /// What a key of texts names: a section, or a step or row by its name or its id.
  fileprivate func subject(ofTexts key: String) -> Mention.Subject? {
    let words = key.split(separator: " ")
    if words.count == 2, words[0] == "section" {
      // The lines of an extension have the id of its row.
      let row = sections.first { $0.id == words[1] }?.extensionRow
      return row.map { .row(flow: id, reference: $0.reference) }
        ?? .section(flow: id, id: String(words[1]))
    }
    if rows.contains(where: { $0.name == key }) || namedStep(key) != nil {
      return .name(flow: id, key)
    }
    if step(key) != nil { return .step(flow: id, id: key) }
    return row(key).map { .row(flow: id, reference: $0.reference) }
  }
}
