internal import Diagnostics
public import FlowModel

extension Flow {
  /// The texts of the flow that people read, in the order of the document.
  ///
  /// The names of flows, facts, results and errors are not among them, since they are names.
  public var texts: [FlowText] {
    var list = TextList(self)
    let header = tables.all.header
    list.add(header.title, "title", .title)
    list.add(header.outline, "outline", .outline)
    list.add(header.summary, "summary", .summary)
    list.add(header.goal, "goal", .goal)
    list.add(header.actor, "actor", .actor)
    for entries in [HeaderList.preconditions, .postconditions, .notes] {
      list.add(entries.traits.entries(header), entries.traits.entry)
    }
    for section in sections {
      list.begin(section)
      list.add(tables.all.sections[section.index].title, "title", .section(section.index))
      for step in section.steps { list.add(step) }
      for row in section.anywhere { list.add(row) }
    }
    for row in anywhere { list.add(row) }
    return list.texts
  }
}

/// Collects the texts of a flow.
private struct TextList {
  let flow: Flow
  var texts: [FlowText] = []
  private var part: String?
  private var id: String?
  private var rows: Set<Int> = []

  init(_ flow: Flow) { self.flow = flow }

  private mutating func begin(_ name: String?, _ id: String) {
    (part, self.id) = (name ?? id, name == nil ? nil : id)
  }

  mutating func begin(_ section: FlowSection) {
    if let row = section.extensionRow { add(row) }
    begin(nil, "section \(section.id)")
  }

  mutating func add(_ step: Step) {
    let (record, rare) = (step.record, step.tables.rareFields(ofStep: step.index))
    begin(step.name, step.id)
    let (activity, index) = (step.activity, step.index)
    if activity != .call {
      add(
        record.subject, activity.key, .subject(index), isShown: activity.isShown,
        showsValues: activity == .notice)
    }
    add(record.message, "message", .message(index), isShown: true, showsValues: true)
    add(rare.loading, "loading", .loading(index), isShown: true, showsValues: true)
    add(rare.note, "note", .note(index))
    for input in step.inputs {
      let record = step.tables.all.inputs[input.index]
      add(record.name, "input \(input.name)", .input(input.index), isShown: true)
    }
    add(record.buttons, "button", isShown: true)
    add(rare.items, "item", isShown: true, showsValues: true)
    for row in step.rows(.written) + step.rows(.meant) where !row.isAnywhere { add(row) }
  }

  mutating func add(_ row: Row) {
    guard rows.insert(row.original.index).inserted else { return }
    let (record, rare) = (row.record, row.tables.rareFields(of: row.record))
    begin(row.name, row.kind == .own ? row.step.id : row.reference)
    let index = row.original.index
    // A result is a name, and so is an error.
    switch row.kind {
    case .own, .result, .error: break
    case .user, .case, .event, .extension: add(record.label, row.kind.key, .label(index))
    }
    add(rare.does, "does", .does(index))
    add(
      rare.message, row.kind == .own ? "taken" : "message", .rowMessage(index), isShown: true,
      showsValues: true)
  }

  mutating func add(
    _ list: TableRange, _ slot: String, isShown: Bool = false, showsValues: Bool = false
  ) {
    for (number, place) in list.range.enumerated() {
      add(
        flow.tables.all.texts[place], "\(slot) \(number + 1)", .entry(place), isShown: isShown,
        showsValues: showsValues)
    }
  }

  mutating func add(
    _ text: PooledText, _ slot: String, _ field: FlowText.Field, isShown: Bool = false,
    showsValues: Bool = false
  ) {
    guard text.isPresent else { return }
    texts.append(
      FlowText(
        key: FlowText.key(flow.id, part, slot), text: flow.tables.string(text), isShown: isShown,
        flow: flow.id, part: part, id: id, slot: slot, span: text.span, field: field,
        showsValues: showsValues))
  }
}
