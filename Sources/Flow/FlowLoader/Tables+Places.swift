internal import Diagnostics
internal import FlowModel

// The places of a flow that was made of a document: those in the document. A test goes through all
// places of the tables.
extension Tables {
  /// The same flow with its places in the document.
  func moved(to places: FlowPlaces) -> Tables {
    var moved = self
    moved.move(places)
    return moved
  }

  private mutating func move(_ places: FlowPlaces) {
    header.move(places)
    for index in texts.indices { texts[index].move(places) }
    for index in facts.indices { facts[index].name.move(places) }
    for index in sections.indices {
      sections[index].id.move(places)
      sections[index].title.move(places)
    }
    for index in steps.indices { steps[index].move(places) }
    for index in rows.indices { rows[index].move(places) }
    for index in stepRareFields.indices { stepRareFields[index].move(places) }
    for index in rowRareFields.indices { rowRareFields[index].move(places) }
    for index in inputs.indices { inputs[index].name.move(places) }
    for index in conditions.indices {
      conditions[index].span = places.place(of: conditions[index].span)
    }
    for index in changes.indices {
      changes[index].outcome.move(places)
      changes[index].span = places.place(of: changes[index].span)
    }
    for index in allowances.indices {
      allowances[index].rule.move(places)
      allowances[index].reason.move(places)
    }
  }
}

extension PooledText {
  fileprivate mutating func move(_ places: FlowPlaces) {
    if isPresent { span = places.place(of: span) }
  }
}

extension HeaderRecord {
  fileprivate mutating func move(_ places: FlowPlaces) {
    id.move(places)
    alias.move(places)
    title.move(places)
    outline.move(places)
    summary.move(places)
    goal.move(places)
    actor.move(places)
    slip.move(places)
  }
}

extension StepRecord {
  fileprivate mutating func move(_ places: FlowPlaces) {
    id.move(places)
    subject.move(places)
    message.move(places)
    action.move(places)
    line = places.line(of: id.span.start)
  }
}

extension RowRecord {
  fileprivate mutating func move(_ places: FlowPlaces) {
    id.move(places)
    label.move(places)
    outcome.move(places)
    next?.name.move(places)
    line = places.line(of: id.span.start)
  }
}

extension StepRareFields {
  fileprivate mutating func move(_ places: FlowPlaces) {
    note.move(places)
    loading.move(places)
    slip.move(places)
    why.move(places)
    meantCall.move(places)
  }
}

extension RowRareFields {
  fileprivate mutating func move(_ places: FlowPlaces) {
    why.move(places)
    meantID.move(places)
    does.move(places)
    message.move(places)
    answer.move(places)
    slip.move(places)
    meant?.name.move(places)
  }
}
