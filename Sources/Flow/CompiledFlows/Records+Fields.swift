internal import Diagnostics
internal import FlowModel

// The fields of every record, in the order of the format. A test fails if a field is missing.

extension HeaderRecord {
  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&id, "id")
    coder.text(&alias, "alias")
    coder.choice(&kind, "kind")
    coder.text(&title, "title")
    coder.text(&outline, "outline")
    coder.text(&summary, "summary")
    coder.text(&goal, "goal")
    coder.text(&actor, "actor")
    coder.text(&slip, "slip")
    coder.slice(&preconditions, "preconditions", of: .texts)
    coder.slice(&postconditions, "postconditions", of: .texts)
    coder.slice(&triggeredBy, "triggeredBy", of: .texts)
    coder.slice(&usedBy, "usedBy", of: .texts)
    coder.slice(&documentation, "documentation", of: .texts)
    coder.slice(&tests, "tests", of: .texts)
    coder.slice(&notes, "notes", of: .texts)
    coder.slice(&errors, "errors", of: .texts)
    coder.slice(&parameters, "parameters", of: .texts)
    coder.slice(&results, "results", of: .texts)
    coder.choice(&form, "form")
    coder.flag(&showsValues, "showsValues")
  }
}

extension PooledText: CodedRecord {
  static var recordName: String { "text" }
  static var blank: PooledText { .none }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&self, "text")
  }
}

extension FactRecord: CodedRecord {
  static let recordName = "fact"
  static var blank: FactRecord { FactRecord(name: .none, values: .none, lowerBound: nil) }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&name, "name")
    coder.slice(&values, "values", of: .texts)
    var isRange = lowerBound != nil
    var bound = lowerBound ?? 0
    coder.flag(&isRange, "isRange")
    coder.number(&bound, "lowerBound")
    lowerBound = isRange ? bound : nil
  }
}

extension SectionRecord: CodedRecord {
  static let recordName = "section"
  static var blank: SectionRecord { SectionRecord() }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&id, "id")
    coder.text(&title, "title")
    coder.slice(&steps, "steps", of: .steps)
    var row = extensionRow ?? -1
    coder.index(&row, "extensionRow", of: .rows, orNone: true)
    extensionRow = row < 0 ? nil : row
  }
}

extension StepRecord: CodedRecord {
  static let recordName = "step"
  static var blank: StepRecord { StepRecord() }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&id, "id")
    coder.line(&line)
    coder.index(&section, "section", of: .sections)
    coder.text(&subject, "subject")
    coder.text(&message, "message")
    coder.text(&action, "action")
    coder.slice(&inputs, "inputs", of: .inputs)
    coder.slice(&buttons, "buttons", of: .texts)
    coder.slice(&counts, "counts", of: .changes)
    coder.slice(&rowsWritten, "rowsWritten", of: .stepRows)
    coder.slice(&rowsMeant, "rowsMeant", of: .stepRows)
    coder.index(&rare, "rare", of: .stepRareFields, orNone: true)
    coder.choice(&activity, "activity")
    coder.flag(&hasOwnRow, "hasOwnRow")
    coder.flag(&isLine, "isLine")
    coder.flag(&showsValues, "showsValues")
  }
}

extension StepRareFields: CodedRecord {
  static let recordName = "stepRareFields"
  static var blank: StepRareFields { StepRareFields() }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&note, "note")
    coder.text(&loading, "loading")
    coder.text(&slip, "slip")
    coder.text(&why, "why")
    coder.text(&meantCall, "meantCall")
    coder.slice(&items, "items", of: .texts)
    coder.slice(&arguments, "arguments", of: .texts)
    coder.require(arguments.count % 2 == 0, "arguments")
    coder.slice(&unless, "unless", of: .conditions)
    coder.optional(&takes, "takes")
    coder.possibility(&cancelable, "cancelable")
    coder.slice(&values, "values", of: .texts)
    coder.flag(&isTraced, "isTraced")
    coder.possibility(&byAgent, "byAgent")
    coder.text(&name, "name")
  }
}

extension ClosedRange: CodedRecord where Bound == UInt32 {
  static var recordName: String { "takes" }
  static var blank: ClosedRange<UInt32> { 0...0 }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    var (least, most) = (lowerBound, upperBound)
    coder.number(&least, "least")
    coder.number(&most, "most")
    coder.require(least <= most, "takes")
    self = least...Swift.max(least, most)
  }
}

extension RowRareFields: CodedRecord {
  static let recordName = "rowRareFields"
  static var blank: RowRareFields { RowRareFields() }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&why, "why")
    coder.text(&meantID, "meantID")
    coder.text(&does, "does")
    coder.text(&message, "message")
    coder.text(&answer, "answer")
    coder.text(&slip, "slip")
    coder.optional(&meant, "meant")
    coder.slice(&enters, "enters", of: .texts)
    coder.number(&after, "after")
    coder.flag(&restarts, "restarts")
    coder.flag(&showsValues, "showsValues")
    coder.possibility(&byAgent, "byAgent")
    coder.text(&name, "name")
  }
}

extension InputRecord: CodedRecord {
  static let recordName = "input"
  static var blank: InputRecord { InputRecord() }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&name, "name")
    coder.flag(&isSecret, "isSecret")
    coder.flag(&isDigits, "isDigits")
    coder.number(&least, "least")
    coder.number(&most, "most")
    coder.text(&codeName, "codeName")
    coder.require(least <= most, "input")
  }
}

extension ConditionRecord: CodedRecord {
  static let recordName = "condition"
  static var blank: ConditionRecord { ConditionRecord(fact: 0, mask: 0, span: .top) }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.index(&fact, "fact", of: .facts)
    coder.number(&mask, "mask")
    coder.span(&span, "span")
  }
}

extension ChangeRecord: CodedRecord {
  static let recordName = "change"
  static var blank: ChangeRecord {
    ChangeRecord(kind: .set, fact: 0, span: .top)
  }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.choice(&kind, "kind")
    coder.index(&fact, "fact", of: .facts)
    coder.number(&value, "value")
    coder.text(&outcome, "outcome")
    coder.span(&span, "span")
  }
}

extension RowRecord: CodedRecord {
  static let recordName = "row"
  static var blank: RowRecord { RowRecord() }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&id, "id")
    coder.text(&label, "label")
    coder.text(&outcome, "outcome")
    coder.optional(&next, "next")
    coder.slice(&conditions, "conditions", of: .conditions)
    coder.slice(&changes, "changes", of: .changes)
    coder.index(&step, "step", of: .steps)
    coder.index(&meantStep, "meantStep", of: .steps)
    coder.index(&rare, "rare", of: .rowRareFields, orNone: true)
    coder.line(&line)
    coder.number(&occurrence, "occurrence")
    coder.choice(&kind, "kind")
    coder.number(&anywhere, "anywhere")
    coder.require(UInt32(anywhere) <= coder.count(of: .anywhere), "anywhere")
  }
}

extension AnywhereRecord: CodedRecord {
  static let recordName = "anywhere"
  static var blank: AnywhereRecord { AnywhereRecord(section: -1, rows: .none) }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.index(&section, "section", of: .sections, orNone: true)
    coder.slice(&rows, "rows", of: .rows)
    coder.require(!rows.isEmpty, "anywhere")
  }
}

extension TargetRecord: CodedRecord {
  static let recordName = "target"
  static var blank: TargetRecord { TargetRecord(kind: .end, name: .none) }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.choice(&kind, "kind")
    coder.index(&step, "step", of: .steps, orNone: true)
    coder.text(&name, "name")
    coder.number(&placeCount, "placeCount")
    // The name is checked already, unless the file is refused.
    guard placeCount > 0 else { return }
    let start = (name.offset &+ name.count).addingReportingOverflow(1)
    coder.require(!start.overflow, "place")
    coder.require(placeCount, from: start.partialValue, of: .pool, "place")
  }
}

extension AllowanceRecord: CodedRecord {
  static let recordName = "allowance"
  static var blank: AllowanceRecord {
    AllowanceRecord(rule: .none, reason: .none, owner: .flow)
  }

  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.text(&rule, "rule")
    coder.text(&reason, "reason")
    var (step, row) = (Int32(-1), Int32(-1))
    switch owner {
    case .flow: break
    case .step(let index): step = index
    case .row(let index): row = index
    }
    coder.index(&step, "step", of: .steps, orNone: true)
    coder.index(&row, "row", of: .rows, orNone: true)
    owner = step >= 0 ? .step(step) : row >= 0 ? .row(row) : .flow
  }
}

extension FlowLinks.Links.Entry: CodedRecord {
  static let recordName = "link"
  static var blank: FlowLinks.Links.Entry {
    FlowLinks.Links.Entry(place: 0, link: .none)
  }

  /// The flow and its step are checked when all flows are known.
  mutating func code<C: FieldCoder>(_ coder: inout C) {
    coder.number(&place, "place")
    coder.number(&link.flow, "flow")
    coder.number(&link.step, "step")
  }
}
