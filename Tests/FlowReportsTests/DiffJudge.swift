import FlowModel
import FlowReports

/// Says what a difference of two versions of a flow has to tell, from a plain comparison of all
/// fields of the parts that the difference itself says belong together.
///
/// What it takes from the difference is only which parts are gone, new, or have another id; it
/// shares no code with what finds that.
struct DiffJudge {
  let old: Flow
  let new: Flow
  private let changes: [FlowChange]
  private(set) var problems: [String] = []

  init(_ diff: FlowDiff) {
    (old, new, changes) = (diff.old, diff.new, diff.changes)
    judge()
  }

  /// Flows that are said to be the same.
  init(same old: Flow, _ new: Flow) {
    (self.old, self.new, changes) = (old, new, [])
    judge()
  }

  private mutating func judge() {
    judgeHeader()
    let steps = judgeSteps()
    judgeRows(steps)
  }

  private mutating func claim(_ isTrue: Bool, _ text: String) {
    if !isTrue { problems.append("\(new.id): \(text)") }
  }

  private func told(_ kind: FlowChange.Kind) -> [FlowChange] { changes.filter { $0.kind == kind } }

  private func tells(_ kinds: [FlowChange.Kind], _ id: String) -> Bool {
    changes.contains { kinds.contains($0.kind) && $0.id == id }
  }

  // MARK: Header

  private mutating func judgeHeader() {
    claim(
      DiffJudge.header(old) != DiffJudge.header(new)
        ? !told(.header).isEmpty
        : told(.header).isEmpty, "the header")
  }

  private static func header(_ flow: Flow) -> [[String?]] {
    [
      [flow.id, flow.title, flow.alias, flow.kind.rawValue, flow.slip, flow.outline],
      [flow.summary, flow.goal, flow.actor],
    ]
      + ([
        flow.preconditions, flow.postconditions, flow.triggeredBy, flow.usedBy, flow.documentation,
        flow.tests, flow.notes, flow.errors, flow.parameters, flow.results,
        flow.facts.map { "\($0.name) \($0.values)" },
        flow.rules.map(words),
      ] as [[String]]).map { Set($0).sorted() }
  }

  private static func words(_ rule: HouseRule) -> String {
    let phrases = [rule.name] + rule.subject + rule.other + rule.until + rule.starts
    let values = (rule.during + rule.given).map { "\($0.fact.text) \($0.values.map(\.text))" }
    let texts = [rule.interruption?.text, rule.because, rule.allowance].map { $0 ?? "" }
    return "\(rule.form) \(rule.count) \(phrases.map(\.text)) \(values) \(texts)"
  }

  // MARK: Steps

  /// Judges the steps. Returns the newer one for each older one.
  private mutating func judgeSteps() -> [Step: Step] {
    // Steps of a section that became a part of another flow are not listed.
    let movedAway = Set(told(.sectionMoved).compactMap(\.old))
    var gone = Set(told(.stepRemoved).map(\.id))
    for section in old.sections where movedAway.contains(section.id) {
      gone.formUnion(section.steps.map(\.id))
    }
    let added = Set(told(.stepAdded).map(\.id))
    var renumbered: [String: String] = [:]
    for change in told(.stepRenumbered) { renumbered[change.old ?? ""] = change.new }
    claim(added.isSubset(of: new.steps.map(\.id)), "a new step that is not there")
    claim(gone.isSubset(of: old.steps.map(\.id)), "a lost step that was not there")
    var pairs: [Step: Step] = [:]
    var used: Set<String> = []
    for step in old.steps where !gone.contains(step.id) {
      let id = renumbered[step.id] ?? step.id
      guard let now = new.step(id), !added.contains(id), used.insert(id).inserted else {
        claim(false, "step \(step.id) is not told of")
        continue
      }
      pairs[step] = now
      judge(step, now)
    }
    claim(used.count + added.count == new.steps.count, "a new step is not told of")
    if let before = old.firstStep.flatMap({ pairs[$0] }), let now = new.firstStep,
      pairs.values.contains(now)
    {
      claim((before != now) == !told(.first).isEmpty, "where a run begins")
    }
    return pairs
  }

  private mutating func judge(_ before: Step, _ now: Step) {
    let reworded = told(.stepReworded).filter { $0.id == now.id }
    if before.text == now.text {
      claim(reworded.isEmpty, "step \(now.id) has the same words")
    } else {
      claim(
        reworded.map { [$0.old, $0.new] } == [[before.text, now.text]],
        "the words of step \(now.id)")
    }
    let isSame = DiffJudge.fields(before) == DiffJudge.fields(now)
    claim(tells([.stepChanged], now.id) == !isSame, "the fields of step \(now.id)")
  }

  private static func fields(_ step: Step) -> [[String]] {
    [
      [
        step.name, step.message, step.note, step.loading, step.slip, step.why, step.action,
        step.meantCall,
      ]
      .map { $0 ?? "" }, step.buttons, step.items, step.values,
      step.inputs.map {
        "\($0.name) \($0.length) \($0.isDigits) \($0.isSecret) \($0.codeName, default: "")"
      },
      step.arguments.map { "\($0.parameter): \($0.value)" }, step.counts.map(words),
      step.unless.map(words), ["\(step.takes, default: "")", "\(step.isCancelable, default: "")"],
      ["\(step.isTraced)", "\(step.taker, default: "")"],
    ]
  }

  private static func words(_ condition: Condition) -> String {
    "\(condition.fact.name) \(condition.values)"
  }

  private static func words(_ change: Change) -> String {
    "\(change.fact.name) \(change.kind) \(change.outcome ?? "")"
  }

  // MARK: Rows

  private mutating func judgeRows(_ steps: [Step: Step]) {
    let movedAway = Set(told(.sectionMoved).compactMap(\.old))
    let gone = Set(told(.rowRemoved).map(\.id))
    let added = Set(told(.rowAdded).map(\.id))
    var moved: [String: String] = [:]
    for change in told(.rowMoved) + told(.rowRenumbered) { moved[change.old ?? ""] = change.new }
    let kept = Set(steps.values)
    var used: Set<Row> = []
    for row in old.rows {
      if gone.contains(row.reference) || movedAway.contains(row.step.section.id) { continue }
      if row.kind == .own, steps[row.step] == nil { continue }
      var reference = moved[row.reference]
      if reference == nil {
        // The number of a row follows that of its step, if it has that at all.
        let follows = !row.isAnywhere && row.reference.hasPrefix(row.step.id)
        let suffix = row.reference.dropFirst(row.step.id.count)
        reference = follows ? steps[row.step].map { $0.id + suffix } : row.reference
      }
      let now = new.rows.first {
        $0.reference == reference && ($0.kind == .own) == (row.kind == .own)
      }
      guard let now, !added.contains(now.reference), used.insert(now).inserted else {
        claim(false, "row \(row.reference) is not told of")
        continue
      }
      judge(row, now, steps)
    }
    for row in new.rows where !used.contains(row) {
      let isOfNewStep = row.kind == .own && !kept.contains(row.step)
      claim(added.contains(row.reference) || isOfNewStep, "new row \(row.reference) is not told of")
    }
  }

  private mutating func judge(_ before: Row, _ now: Row, _ steps: [Step: Step]) {
    let id = now.reference
    if now.kind != .own {
      let reworded = told(.rowReworded).filter { $0.id == id }
      if before.text == now.text {
        claim(reworded.isEmpty, "row \(id) has the same words")
      } else {
        claim(reworded.contains { [$0.old, $0.new] == [before.text, now.text] }, "words of \(id)")
      }
    }
    let isSame =
      DiffJudge.fields(before) == DiffJudge.fields(now)
      && DiffJudge.leads(before.meant, before.next(.meant), now.meant, now.next(.meant), steps)
        != false
    claim(tells([.rowChanged], id) || isSame, "the fields of row \(id)")
    if isSame,
      DiffJudge.leads(
        before.meant, before.next(.meant), now.meant, now.next(.meant), steps) == true
    {
      claim(!tells([.rowChanged], id), "the same fields of row \(id)")
    }
    switch DiffJudge.leads(before.next, before.next(.written), now.next, now.next(.written), steps)
    {
    case true?: claim(!tells([.rowRetargeted], id), "the same target of row \(id)")
    case false?: claim(tells([.rowRetargeted], id), "the target of row \(id)")
    // The next step in the order of the file, or a place of another flow, whose number changed.
    case nil: break
    }
    claim(
      before.scope == now.scope || tells([.rowMoved], id), "where row \(id) holds")
  }

  /// Whether two rows lead to the same place. Nil if that is a matter of opinion.
  private static func leads(
    _ before: Target?, _ oldStep: Step?, _ now: Target?, _ newStep: Step?, _ steps: [Step: Step]
  ) -> Bool? {
    guard let before, let now else { return before == nil && now == nil }
    if before.kind == .stay || now.kind == .stay { return before.kind == now.kind }
    if let oldStep, let newStep {
      if steps[oldStep] == newStep { return true }
      let isNew = !steps.values.contains(newStep) || steps[oldStep] == nil
      return isNew && oldStep.index > 0 ? nil : false
    }
    guard before.kind == now.kind else { return false }
    if before == now { return true }
    return before.kind == .goto || before.kind == .error ? nil : false
  }

  private static func fields(_ row: Row) -> [[String]] {
    [
      [row.message, row.does, row.answer, row.slip, row.why, row.meantID].map { $0 ?? "" },
      [row.kind == .own ? "" : row.name ?? ""],
      [row.outcome == row.label ? "" : row.outcome ?? ""],
      ["\(row.after, default: "")", "\(row.restarts)", "\(row.ownTaker, default: "")"], row.enters,
      row.conditions.map(words), row.changes.map(words),
    ]
  }
}
