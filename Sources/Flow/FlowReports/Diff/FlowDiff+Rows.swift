internal import FlowModel

// Compares steps and rows one by one.
extension FlowDiff {
  mutating func tell(
    _ kind: FlowChange.Kind, _ id: String, _ text: String, old: String? = nil, new: String? = nil
  ) {
    changes.append(FlowChange(kind, id, text, old: old, new: new))
  }

  mutating func compareSteps(_ match: FlowMatch) {
    for step in old.steps where match.new(step) == nil {
      tell(.stepRemoved, step.id, "step \(step.id) “\(step.text)” is gone", old: step.text)
    }
    for step in new.steps {
      if let before = match.old(step) {
        compare(before, step)
      } else {
        tell(.stepAdded, step.id, "step \(step.id) is new: “\(step.text)”", new: step.text)
      }
    }
    // The order of the other steps shows in where their rows lead.
    if let before = old.firstStep, let now = new.firstStep, match.old(now) != nil,
      let same = match.new(before), same != now
    {
      tell(
        .first, now.id, "a run begins at step \(now.id) “\(now.text)”, no longer at \(same.id)",
        old: before.id, new: now.id)
    }
  }

  private mutating func compare(_ before: Step, _ now: Step) {
    let (id, text) = (now.id, now.text)
    if before.id != id {
      tell(
        .stepRenumbered, id, "step \(before.id) “\(text)” is now \(id)", old: before.id, new: id)
    }
    if before.text != text {
      tell(
        .stepReworded, id, "step \(id) said “\(before.text)” and now says “\(text)”",
        old: before.text, new: text)
    }
    for (entry, was) in zip(
      now.documentProperties + now.fileProperties,
      before.documentProperties + before.fileProperties) where entry.value != was.value
    {
      tell(
        .stepChanged, id, "step \(id) “\(text)” \(sentence(entry.name, was.value, entry.value))",
        old: was.value.isEmpty ? nil : was.value, new: entry.value.isEmpty ? nil : entry.value)
    }
  }

  /// The change of a property of a step or a row, other than its words.
  private func sentence(_ name: String, _ old: String, _ new: String) -> String {
    if old.isEmpty { return "now has \(name) \(new)" }
    return new.isEmpty ? "has \(name) \(old) no longer" : "has \(name) \(new), which was \(old)"
  }

  /// Compares rows. Returns whether one was added, removed, moved or led elsewhere.
  mutating func compareRows(_ match: FlowMatch) -> Bool {
    var isMoved = false
    for row in old.rows where match.new(row) == nil {
      isMoved = true
      // The own row of a removed step is not reported separately.
      if row.kind == .own, match.new(row.step) == nil { continue }
      let led = row.next.map { "it led to \(place($0, in: old))" } ?? "it was only proposed"
      tell(
        .rowRemoved, row.reference, "\(row.reference) “\(row.text)” is gone; \(led)", old: row.text)
    }
    for row in new.rows {
      if let before = match.old(row) {
        if compare(before, row, match) { isMoved = true }
        continue
      }
      isMoved = true
      if row.kind == .own, match.old(row.step) == nil { continue }
      let leads =
        row.next.map { "it leads to \(place($0, in: new))" }
        ?? "it is proposed and leads to \(row.meant.map { place($0, in: new) } ?? "nothing")"
      tell(
        .rowAdded, row.reference, "\(row.reference) “\(row.text)” is new; \(leads)", new: row.text)
    }
    return isMoved
  }

  private mutating func compare(_ before: Row, _ now: Row, _ match: FlowMatch) -> Bool {
    var isMoved = false
    let (id, text) = (now.reference, now.text)
    if before.isAnywhere || now.isAnywhere {
      compareScopes(before, now)
    } else if match.new(before.step) != now.step {
      isMoved = true
      tell(
        .rowMoved, id, "\(before.reference) “\(text)” is now \(id), of step \(now.step.id)",
        old: before.reference, new: id)
    } else if before.reference != id, now.kind != .own, !follows(before, now) {
      tell(
        .rowRenumbered, id, "\(before.reference) “\(text)” is now \(id)", old: before.reference,
        new: id)
    }
    if before.kind != .own, before.text != text {
      tell(
        .rowReworded, id, "\(id) said “\(before.text)” and now says “\(text)”", old: before.text,
        new: text)
    }
    if retargets(before, now, match) { isMoved = true }
    for (entry, was) in zip(
      now.documentProperties + now.fileProperties,
      before.documentProperties + before.fileProperties) where entry.value != was.value
    {
      tell(
        .rowChanged, id, "\(id) “\(text)” \(sentence(entry.name, was.value, entry.value))",
        old: was.value, new: entry.value)
    }
    return isMoved
  }

  /// Whether the number of a row only follows its step's, and is not reported separately.
  private func follows(_ before: Row, _ now: Row) -> Bool {
    let (old, new) = (before.step.id, now.step.id)
    return before.reference.hasPrefix(old) && now.reference.hasPrefix(new)
      && before.reference.dropFirst(old.count) == now.reference.dropFirst(new.count)
  }

  private mutating func compareScopes(_ before: Row, _ now: Row) {
    func words(_ row: Row) -> String {
      switch row.scope {
      case .step: "at step \(row.step.id)"
      case .section: "anywhere in section \(row.step.section.id)"
      case .flow: "anywhere in the flow"
      }
    }
    let (was, holds) = ("\(before.reference) \(words(before))", "\(now.reference) \(words(now))")
    guard was != holds else { return }
    tell(
      .rowMoved, now.reference,
      "\(before.reference) “\(now.text)”, \(words(before)), is now \(holds)",
      old: before.reference, new: now.reference)
  }

  private mutating func retargets(_ before: Row, _ now: Row, _ match: FlowMatch) -> Bool {
    let isMoved = !isSame(before.next, before, now.next, now, .written, match)
    if isMoved {
      let was = before.next.map { place($0, in: old) } ?? "nothing; it was only proposed"
      let leads = now.next.map { place($0, in: new) } ?? "nothing; it is only proposed"
      tell(
        .rowRetargeted, now.reference,
        "\(now.reference) “\(now.text)” leads to \(leads), no longer to \(was)",
        old: before.next?.description, new: now.next?.description)
    }
    if !isSame(before.meant, before, now.meant, now, .meant, match) {
      let was = before.meant.map { place($0, in: old) }
      let sentence =
        now.meant.map {
          "is meant to lead to \(place($0, in: new))" + (was.map { ", no longer to \($0)" } ?? "")
        }
        ?? "is no longer meant to lead to \(was ?? "")"
      tell(
        .rowChanged, now.reference, "\(now.reference) “\(now.text)” \(sentence)",
        old: before.meant?.description, new: now.meant?.description)
    }
    return isMoved
  }

  /// Whether two rows of two versions lead to the same place in a reading.
  func isSame(
    _ before: Target?, _ oldRow: Row, _ now: Target?, _ newRow: Row, _ reading: Reading,
    _ match: FlowMatch
  ) -> Bool {
    guard let before, let now, before.kind != .stay, now.kind != .stay,
      let oldStep = oldRow.next(reading), let newStep = newRow.next(reading)
    else {
      guard let before, let now else { return before == nil && now == nil }
      return before == now || before.kind == now.kind && isSameElsewhere(before, now)
    }
    if match.new(oldStep) == newStep { return true }
    // The own row of a step that simply leads to the next step, before or after which another one
    // was added or removed.
    guard match.new(oldStep) == nil || match.old(newStep) == nil else { return false }
    return oldRow.kind == .own && newRow.kind == .own
      && oldStep.index == oldRow.step.index + 1 && newStep.index == newRow.step.index + 1
  }

  /// A target in words: `1.2 (System scans biometrics)`.
  private func place(_ target: Target, in flow: Flow) -> String {
    guard target.kind.destination == .step else { return target.phrase }
    let section = flow.sections.first { $0.id == target.name }
    return "\(target.name) (\(flow.step(target.name)?.text ?? section?.title ?? ""))"
  }
}
