internal import Diagnostics
internal import FlowModel

/// Makes a flow of a feature: its scenarios are paths through one table.
///
/// What follows `Then` is a step, what follows `When` a row of it. Where scenarios part by what is
/// given or by what is seen then, a step determines which of them goes on.
struct GherkinFlow {
  private(set) var draft = FlowDraft()
  private let sentences: GherkinSentence
  private var tree: GherkinTree
  private var reporter: Reporter

  /// - Parameter id: the id to use if the feature has none.
  static func draft(
    _ feature: GherkinFeature, prefix: String, id: String?, _ reporter: inout Reporter
  ) -> FlowDraft {
    var flow = GherkinFlow(feature, reporter)
    flow.readHeader(feature, prefix, id)
    flow.readScenarios(feature)
    reporter = flow.reporter
    return flow.draft
  }

  private init(_ feature: GherkinFeature, _ reporter: Reporter) {
    let deeds = feature.scenarios.flatMap(\.items).filter { $0.kind == .when }.map(\.text)
    sentences = GherkinSentence(
      roles: feature.about.compactMap { GherkinSentence.role($0.text) }, deeds: deeds)
    tree = GherkinTree([], sentences)
    self.reporter = reporter
  }

  // MARK: The header

  private mutating func readHeader(_ feature: GherkinFeature, _ prefix: String, _ id: String?) {
    draft.isNamed = true
    (draft.span, draft.end) = (feature.span, max(feature.end, Int(feature.span.end)))
    let heading = UseCaseHeading("# \(feature.title)", prefix: prefix)
    let tag = feature.tags.lazy.compactMap { UseCaseHeading("# \($0)", prefix: prefix)?.id }
      .first { !$0.isEmpty }
    draft.title = heading?.title ?? feature.title
    if draft.title.isEmpty { draft.title = feature.title }
    if let found = id ?? heading.map(\.id) ?? tag, !found.isEmpty {
      draft.id = found
    } else {
      draft.id = DocumentSegments.madeUpID(draft.title)
      draft.hasMadeUpID = true
      reporter.assume(
        feature.span, "the feature has no id; `\(draft.id)` was taken",
        help: "write a tag above it: `@UC1`")
    }
    for (line, span) in feature.about {
      if let role = GherkinSentence.role(line), draft.texts[.actor] == nil {
        draft.texts[.actor] = role.prefix(1).uppercased() + role.dropFirst()
        place(.text(.actor), span)
      }
    }
    if let first = feature.about.first, let last = feature.about.last {
      draft.texts[.summary] = feature.about.map(\.text).joined(separator: " ")
      place(.text(.summary), Span(start: first.span.start, end: last.span.end))
    }
  }

  private mutating func place(_ part: HeaderPart, _ span: Span) {
    draft.headerPlaces.append(HeaderPlace(part: part, form: .line, span: span, entries: []))
  }

  // MARK: Scenarios

  private mutating func readScenarios(_ feature: GherkinFeature) {
    guard let first = feature.scenarios.first else { return }
    var shared = Array(first.items.prefix { $0.kind == .given })
    for scenario in feature.scenarios {
      let same = zip(shared, scenario.items).prefix { $0.says($1) }.count
      shared = Array(shared.prefix(same))
    }
    draft.lists[.preconditions] = shared.map(GherkinFlow.withDetail)
    for item in shared { place(.list(.preconditions), item.span) }
    var scenarios = feature.scenarios
    for place in scenarios.indices { scenarios[place].items.removeFirst(shared.count) }
    scenarios.removeAll { $0.items.isEmpty }
    let groups = (0...feature.rules.count).map { rule in scenarios.filter { $0.rule == rule } }
    let used = groups.indices.filter { !groups[$0].isEmpty }
    guard used.count > 1 else {
      let title = used.first.flatMap { $0 > 0 ? feature.rules[$0 - 1].title : nil }
      addSection(title ?? draft.title, feature.span, used.first.map { groups[$0] } ?? [])
      return
    }
    // Which of the rules is it about?
    let span = feature.span
    var choice = StepDraft(
      id: "1.1", activity: .determine, subject: "which of the rules it is about", span: span)
    draft.sections = [SectionDraft(id: "1", title: draft.title, span: span)]
    for rule in used {
      let title = rule > 0 ? feature.rules[rule - 1].title : draft.title
      let span = rule > 0 ? feature.rules[rule - 1].span : feature.span
      addSection(title, span, groups[rule])
      choice.rows.append(row(.case, title, below: choice, span, next: draft.sections.last?.id))
    }
    draft.sections[0].steps = [choice]
  }

  private mutating func addSection(
    _ title: String, _ span: Span, _ scenarios: [GherkinFeature.Scenario]
  ) {
    guard !scenarios.isEmpty else { return }
    tree = GherkinTree(scenarios, sentences)
    draft.sections.append(
      SectionDraft(id: "\(draft.sections.count + 1)", title: title, span: span))
    _ = follow(tree.roots, after: nil)
  }

  // MARK: Steps

  /// Adds what happens next.
  ///
  /// - Parameter host: the step that shows where the run stands then, if it has no rows.
  /// - Returns: where it leads. Nil if the host has rows for it.
  private mutating func follow(_ next: [Int], after host: Int?) -> String? {
    guard let first = next.first else { return "end" }
    let deeds = next.allSatisfy { tree.nodes[$0].item.kind == .when }
    if deeds, let host {
      addRows(next, to: host)
      return nil
    }
    let item = tree.nodes[first].item
    guard next.count == 1 else {
      let place = add(
        StepDraft(
          id: nextID, activity: deeds ? .await : .determine,
          subject: deeds ? "the user" : "which case it is", span: item.span))
      if deeds { addRows(next, to: place) } else { addCases(next, to: place) }
      return id(of: place)
    }
    let isPlace =
      !tree.nodes[first].next.isEmpty
      && tree.nodes[first].next.allSatisfy { tree.nodes[$0].item.kind == .when }
    var step = step(nextID, item, isPlace: isPlace)
    step.note = item.detail
    let place = add(step)
    let next = follow(tree.nodes[first].next, after: item.kind == .when ? nil : place)
    draft.sections[draft.sections.count - 1].steps[place].next = next
    return id(of: place)
  }

  private mutating func step(
    _ id: String, _ item: GherkinFeature.Item, isPlace: Bool
  ) -> StepDraft {
    guard item.kind == .when else {
      return sentences.step(id, item.text, item.span, isPlace: isPlace, &reporter)
    }
    guard let deed = sentences.deed(item.text) else {
      return sentences.step(id, item.text, item.span, isPlace: isPlace, &reporter)
    }
    return StepDraft(id: id, activity: .user, subject: deed, span: item.span)
  }

  /// The id of the next step.
  private var nextID: String {
    let section = draft.sections[draft.sections.count - 1]
    return "\(section.id).\(section.steps.count + 1)"
  }

  private mutating func add(_ step: StepDraft) -> Int {
    let section = draft.sections.count - 1
    draft.sections[section].steps.append(step)
    return draft.sections[section].steps.count - 1
  }

  private func id(of step: Int) -> String {
    draft.sections[draft.sections.count - 1].steps[step].id
  }

  private mutating func addRows(_ next: [Int], to host: Int) {
    for node in next {
      let item = tree.nodes[node].item
      let deed = sentences.deed(item.text)
      add(deed == nil ? .event : .user, deed ?? item.text, node, to: host)
    }
  }

  private mutating func addCases(_ next: [Int], to host: Int) {
    var labels: Set<String> = []
    for node in next {
      let (item, names) = (tree.nodes[node].item, tree.nodes[node].names)
      var label = item.kind == .given ? GherkinFlow.withDetail(item) : names[0]
      if !labels.insert(label).inserted { label += "; \(item.text)" }
      labels.insert(label)
      add(.case, label, node, to: host)
    }
  }

  /// Adds a row for a node, and what follows it.
  private mutating func add(_ kind: Row.Kind, _ label: String, _ node: Int, to host: Int) {
    let section = draft.sections.count - 1
    let item = tree.nodes[node].item
    let row = row(kind, label, below: draft.sections[section].steps[host], item.span, next: "")
    let place = draft.sections[section].steps[host].rows.count
    draft.sections[section].steps[host].rows.append(row)
    // What is seen then is a step of its own.
    let isSaid = item.kind == .then || kind == .case && item.kind == .when
    let next = follow(isSaid ? [node] : tree.nodes[node].next, after: nil)
    draft.sections[section].steps[host].rows[place].next = next ?? "end"
    if !isSaid, kind != .case, let detail = item.detail {
      draft.sections[section].steps[host].rows[place].does = detail
    }
  }

  private func row(
    _ kind: Row.Kind, _ label: String, below step: StepDraft, _ span: Span, next: String?
  ) -> RowDraft {
    let letters = GherkinFlow.letters(step.rows.count)
    return RowDraft(
      key: letters, id: step.id + letters, kind: kind, label: label, next: next ?? "end",
      span: span)
  }

  /// `a` to `z`, then `aa`.
  private static func letters(_ index: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(97 + index % 26)))
    return index < 26 ? letter : letters(index / 26 - 1) + letter
  }

  private static func withDetail(_ item: GherkinFeature.Item) -> String {
    item.detail.map { "\(item.text): \($0)" } ?? item.text
  }
}
