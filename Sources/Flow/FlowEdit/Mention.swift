package import Diagnostics
internal import FlowLoader
package import FlowModel

/// A place in a flow file where something is named: a step, a flow, a fact ...
package struct Mention: Sendable {
  /// What is named.
  package enum Subject: Hashable, Sendable {
    case flow(String)
    case section(flow: String, id: String)
    case step(flow: String, id: String)
    case row(flow: String, reference: String)
    /// The name in code of a step or row.
    case name(flow: String, String)
    case result(flow: String, name: String)
    case fact(String)
    case action(String)
  }

  /// What is named.
  package let subject: Subject
  /// The path of the file.
  package let path: String
  /// The place in the file.
  package let span: SourceSpan
  /// Whether the thing is defined there.
  package let isDefinition: Bool

  /// A place where something is named.
  package init(
    subject: Subject, path: String, span: SourceSpan, isDefinition: Bool = false
  ) {
    (self.subject, self.path, self.span) = (subject, path, span)
    self.isDefinition = isDefinition
  }
}

extension Flow {
  /// Every place of the file where something is named.
  package func mentions(in catalogue: Catalogue) -> [Mention] {
    var found: [Mention] = []
    func add(_ subject: Mention.Subject?, _ span: SourceSpan, isDefinition: Bool = false) {
      guard let subject, span.end > span.start else { return }
      found.append(
        Mention(subject: subject, path: path, span: span, isDefinition: isDefinition))
    }
    func flow(_ name: String) -> Mention.Subject? {
      catalogue.flow(named: name).map { .flow($0.id) }
    }
    add(.flow(id), span, isDefinition: true)
    for (names, spans) in [
      (errors, self.spans(of: \.errors)), (usedBy, self.spans(of: \.usedBy)),
      (triggeredBy, self.spans(of: \.triggeredBy)),
    ] {
      for (name, span) in zip(names, spans) { add(flow(name), span) }
    }
    for (name, span) in zip(results, spans(of: \.results)) {
      add(.result(flow: id, name: name), span, isDefinition: true)
    }
    for fact in facts { add(.fact(fact.name), fact.span, isDefinition: true) }
    for section in sections where section.extensionRow == nil {
      add(.section(flow: id, id: section.id), section.span, isDefinition: true)
    }
    for step in steps {
      add(.step(flow: id, id: step.id), step.span, isDefinition: true)
      if let name = step.name { add(.name(flow: id, name), step.nameSpan, isDefinition: true) }
      if let callee = step.callee(.written) { add(flow(callee), step.subjectSpan) }
      if let callee = step.meantCall, let span = step.meantCallSpan { add(flow(callee), span) }
      if let action = step.action { add(.action(action), step.actionSpan) }
      for condition in step.unless { add(.fact(condition.fact.name), condition.span) }
      for count in step.counts { add(.fact(count.fact.name), count.span) }
    }
    for row in rows {
      if row.kind != .own {
        add(.row(flow: id, reference: row.reference), row.span, isDefinition: true)
        if let name = row.name { add(.name(flow: id, name), row.nameSpan, isDefinition: true) }
      }
      if row.kind == .result, let callee = row.step.callee(.written),
        let callee = catalogue.flow(named: callee), let outcome = row.outcome
      {
        add(.result(flow: callee.id, name: outcome), row.outcomeSpan)
      }
      if row.isWritten(.written), let next = row.next {
        add(subject(of: next, in: catalogue), row.targetSpan(.written))
      }
      if let meant = row.meant, row.isWritten(.meant) {
        add(subject(of: meant, in: catalogue), row.targetSpan(.meant))
      }
      for condition in row.conditions { add(.fact(condition.fact.name), condition.span) }
      for change in row.changes where change.kind != .count {
        add(.fact(change.fact.name), change.span)
      }
    }
    return found + rules.flatMap { $0.mentions(in: catalogue) }
  }

  /// What a target names. Nil for words such as `back`.
  func subject(of target: Target, in catalogue: Catalogue) -> Mention.Subject? {
    switch target.kind.destination {
    case .step:
      return target.kind == .section
        ? .section(flow: id, id: target.name) : .step(flow: id, id: target.name)
    case .caller: return .result(flow: id, name: target.name)
    case .flow, .errorFlow:
      guard let other = catalogue.flow(named: target.name) else { return nil }
      guard let place = target.place else { return .flow(other.id) }
      return other.step(place) == nil
        ? .row(flow: other.id, reference: place) : .step(flow: other.id, id: place)
    case .itself, .screen, .suspension, .end: return nil
    }
  }
}

extension Row {
  /// Whether the target is in the file. A step without `next` leads to the one after it.
  func isWritten(_ reading: Reading) -> Bool {
    let span = targetSpan(reading)
    return span != step.span && span != self.span
  }

  /// The place of the outcome or result for which the row is taken.
  var outcomeSpan: SourceSpan { record.outcome.isPresent ? record.outcome.span : labelSpan }
}
