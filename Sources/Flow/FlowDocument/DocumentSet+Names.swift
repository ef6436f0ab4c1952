internal import FlowModel

// One name for one flow, however the documents spell it.
extension DocumentSet {
  /// Makes rows lead to the flows that they mean: `Error flow: No Network` to the error flow "No
  /// network", `Go to: Show my books` to the use case with this title. A result that a row waits
  /// for in other letters than the called flow returns it is that one.
  ///
  /// - Parameter known: the ids of flows that have files of their own.
  mutating func agreeOnNames(_ known: Set<String>) {
    let names = FlowNames(members.map(\.flow.draft), known)
    for place in members.indices {
      var draft = members[place].flow.draft
      if names.correct(&draft) { replace(place, by: draft) }
    }
  }
}

/// The flows of a set of documents, by the names that documents give them.
private struct FlowNames {
  private var ids: Set<String>
  private var errors: [String: String] = [:]
  /// Nil for a title that several flows have.
  private var titles: [String: String?] = [:]
  private var results: [String: Set<String>] = [:]

  init(_ drafts: [FlowDraft], _ known: Set<String>) {
    ids = known.union(drafts.map(\.id))
    for id in known where !FlowName.isID(id) { errors[WrittenName.error(id)] = id }
    for draft in drafts {
      guard draft.kind != .errorFlow else {
        for name in [draft.title, draft.id] { errors[WrittenName.error(name)] = draft.id }
        continue
      }
      let title = DocumentCheck.normal(draft.title)
      titles[title] = titles[title] == nil ? .some(draft.id) : .some(nil)
      results[draft.id] = Set(
        draft.targets.filter { $0.hasPrefix("result ") }.map { String($0.dropFirst(7)) })
    }
  }

  /// - Returns: whether anything was spelled otherwise.
  func correct(_ draft: inout FlowDraft) -> Bool {
    var isChanged = false
    func correct(_ target: inout String) {
      guard let found = self.target(target) else { return }
      target = found
      isChanged = true
    }
    draft.forEachStep { step in
      if step.activity == .call, let id = flow(step.subject) {
        step.subject = id
        isChanged = true
      }
      if step.next != nil { correct(&step.next!) }
      for place in step.rows.indices {
        correct(&step.rows[place].next)
        guard step.activity == .call, step.rows[place].kind == .result,
          let outcome = outcome(step.rows[place].label, of: step.subject)
        else { continue }
        step.rows[place].outcome = outcome
        isChanged = true
      }
    }
    for place in draft.anywhere.indices { correct(&draft.anywhere[place].next) }
    return isChanged
  }

  /// The target that is meant. Nil if it is spelled as it should be, or if nobody knows it.
  private func target(_ written: String) -> String? {
    if written.hasPrefix("error ") {
      let name = String(written.dropFirst(6))
      return ids.contains(name) ? nil : errors[WrittenName.error(name)].map { "error \($0)" }
    }
    guard written.hasPrefix("goto ") else { return nil }
    return flow(String(written.dropFirst(5))).map { "goto \($0)" }
  }

  private func flow(_ name: String) -> String? {
    guard !ids.contains(name), !FlowName.isID(name.prefix { $0 != ":" }) else { return nil }
    return titles[DocumentCheck.normal(name)] ?? nil
  }

  private func outcome(_ label: String, of flow: String) -> String? {
    guard let known = results[flow], !known.contains(label) else { return nil }
    let same = known.filter { DocumentCheck.normal($0) == DocumentCheck.normal(label) }
    return same.count == 1 ? same.first : nil
  }
}

extension FlowDraft {
  /// Changes all steps and lines.
  mutating func forEachStep(_ body: (inout StepDraft) -> Void) {
    for section in sections.indices {
      for step in sections[section].steps.indices { body(&sections[section].steps[step]) }
    }
    for step in steps.indices { body(&steps[step]) }
    for place in extensions.indices {
      for line in extensions[place].lines.indices { body(&extensions[place].lines[line]) }
    }
  }

  /// Where steps, lines and rows lead, in their order.
  var targets: [String] {
    let all = sections.flatMap(\.steps) + steps + extensions.flatMap(\.lines)
    return all.flatMap { step in [step.next].compactMap(\.self) + step.rows.map(\.next) }
  }
}
