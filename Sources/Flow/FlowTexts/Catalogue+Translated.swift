public import FlowModel
public import FlowRuntime

extension Catalogue {
  /// The flows with their texts in a language. Ids, names, keys and what can happen stay, so that a
  /// run is the same in every language.
  ///
  /// A text that the language lacks, or that is older than the flow's words, stays as it is.
  public func translated(by texts: Texts) -> Catalogue {
    Catalogue(
      flows: flows.map { Flow(tables: $0.source.tables.translated(by: texts)) },
      indexByID: indexByID, links: links, unread: unread, compiledRules: compiledRules)
  }
}

extension Program {
  /// The program with its texts in a language. It costs no compiling.
  public func translated(by texts: Texts) -> Program {
    Program(catalogue: catalogue.translated(by: texts), reading: reading, tables: tables)
  }
}

extension FlowTables {
  fileprivate func translated(by texts: Texts) -> FlowTables {
    var tables = all
    var labels: [Int: String] = [:]
    for text in Flow(tables: self).texts {
      guard let words = texts[text] else { continue }
      tables.set(text, to: words, &labels)
    }
    let translation = LanguageLayer(
      language: texts.language, source: self, labels: labels, words: texts.words)
    return FlowTables(tables, translation: translation)
  }
}

extension Tables {
  /// Says a text in other words.
  fileprivate mutating func set(
    _ text: FlowText, to words: String, _ labels: inout [Int: String]
  ) {
    if case .input(let index) = text.field {
      labels[index] = words
      return
    }
    let start = pool.count
    pool += Array(words.utf8)
    let new = PooledText(start..<pool.count, span: text.span)
    let hasBraces = text.showsValues && ShownText.hasBraces(pool[start...])
    switch text.field {
    case .input: break
    case .title: header.title = new
    case .outline: header.outline = new
    case .summary: header.summary = new
    case .goal: header.goal = new
    case .actor: header.actor = new
    case .entry(let index): texts[index] = new
    case .section(let index): sections[index].title = new
    case .subject(let index): steps[index].subject = new
    case .message(let index): steps[index].message = new
    case .loading(let index): stepRareFields[Int(steps[index].rare)].loading = new
    case .note(let index): stepRareFields[Int(steps[index].rare)].note = new
    case .label(let index):
      for copy in copies(of: index) { rows[copy].label = new }
    case .does(let index):
      for copy in copies(of: index) { rowRareFields[Int(rows[copy].rare)].does = new }
    case .rowMessage(let index):
      for copy in copies(of: index) {
        rowRareFields[Int(rows[copy].rare)].message = new
        if hasBraces { rowRareFields[Int(rows[copy].rare)].showsValues = true }
      }
    }
    guard hasBraces else { return }
    header.showsValues = true
    if let step = step(of: text.field) { steps[step].showsValues = true }
  }

  /// The step whose text may show values.
  private func step(of field: FlowText.Field) -> Int? {
    switch field {
    case .subject(let step), .message(let step), .loading(let step): step
    case .entry(let place):
      steps.firstIndex {
        $0.rare >= 0 && stepRareFields[Int($0.rare)].items.range.contains(place)
      }
    case .title, .outline, .summary, .goal, .actor, .section, .note, .input, .label, .does,
      .rowMessage:
      nil
    }
  }

  /// The rows that are the same row at several steps.
  private func copies(of row: Int) -> [Int] {
    let place = Int(rows[row].anywhere)
    return place == 0 ? [row] : Array(anywhere[place - 1].rows.range)
  }
}
