internal import FlowModel
internal import FlowRuntime
internal import FlowTesting

/// The lines of a flow that have changed, in the order of its table, and the screens that look
/// different.
struct ReviewTable: Sendable {
  let diff: FlowDiff
  /// The changed lines. One that is gone stands after the line that it followed.
  private(set) var places: [ReviewPlace] = []
  /// The ids of the steps that show something else than before, in both versions.
  private(set) var screens: [(before: String?, now: String?)] = []
  /// For each of the first paths that were gained, the first values of facts with which it runs in
  /// the newer version. Nil if it was not found to run: paths are compared whatever facts say.
  let gained: [FirstValues?]
  /// The same for those that were lost, in the older version.
  let lost: [FirstValues?]
  /// How many paths of each are shown.
  private static let shown = 20

  /// What concerns other flows.
  var concerns: [FlowChange] { diff.changes.filter { $0.kind == .caller } }

  /// Whether nothing has changed but numbers.
  var isRenumbered: Bool {
    diff.gained.isEmpty && diff.lost.isEmpty && places.allSatisfy(\.isRenumbered)
  }

  init(_ diff: FlowDiff, before: Program, now: Program) {
    self.diff = diff
    gained = ReviewTable.runs(of: diff.gained, in: diff.new, on: now)
    lost = ReviewTable.runs(of: diff.lost, in: diff.old, on: before)
    let old = TableLines(diff.old, in: before.catalogue)
    let new = TableLines(diff.new, in: now.catalogue)
    let match = FlowMatch(diff.old, diff.new)
    var found: [Spot: ReviewPlace] = [:]
    for (number, change) in diff.changes.enumerated() {
      guard let part = change.kind.part else { continue }
      guard part != .header else {
        found[Spot(line: -1, isGone: false, number: number)] = ReviewPlace(.header, at: "", change)
        continue
      }
      let isGone = change.kind.isGone
      let lines = isGone ? old : new
      guard let piece = lines.piece(part, change.id) else { continue }
      let counterpart = isGone ? nil : ReviewTable.older(piece, match, diff, change)
      let line = lines.line(of: piece)
      let spot =
        isGone
        ? Spot(line: old.line(before: line, in: new, match), isGone: true, number: line)
        : Spot(line: line, isGone: false, number: 0)
      // A proposed row has no line of its own; it keeps its place apart from that of its step.
      let key = lines.isOwnLine(piece) ? spot : Spot(spot, row: piece)
      if found[key] == nil {
        found[key] = ReviewPlace(
          lines.part(of: piece), at: change.id, change,
          before: (isGone ? piece : counterpart).map(old.cell),
          now: isGone ? nil : new.cell(piece))
      } else {
        found[key]?.add(change)
      }
    }
    places = found.sorted { $0.key < $1.key }.map(\.value)
    screens = ReviewTable.screens(diff, match, Set(diff.changes.map(\.id)))
  }

  private static func runs(
    of paths: [String], in flow: Flow, on program: Program
  ) -> [FirstValues?] {
    paths.prefix(shown).map { path in
      let rows = path.split(separator: " ").prefix { $0 != "->" }
      return FirstValues(of: rows.map(String.init), in: flow, on: program)
    }
  }

  /// The part of the older version that a part of the newer one was.
  private static func older(
    _ piece: FlowPart, _ match: FlowMatch, _ diff: FlowDiff, _ change: FlowChange
  ) -> FlowPart? {
    switch piece {
    case .flow: nil
    case .section(let section):
      diff.old.sections.first {
        change.kind == .sectionRenumbered ? $0.id == change.old : $0.id == section.id
      }
      .flatMap { change.kind == .sectionAdded ? nil : .section($0) }
    case .step(let step): match.old(step).map { .step($0) }
    case .row(let row): match.old(row).map { .row($0) }
    }
  }

  /// The screens of which a change is told at their step or at one of its rows.
  private static func screens(
    _ diff: FlowDiff, _ match: FlowMatch, _ changed: Set<String>
  ) -> [(before: String?, now: String?)] {
    func look(_ step: Step) -> [String] {
      [step.text, step.message ?? ""] + step.buttons + step.items
        + step.rows(.written).filter { $0.kind == .user || $0.kind == .own }.map(\.text)
    }
    var screens: [(before: String?, now: String?)] = []
    for step in diff.new.steps where step.activity.isShown {
      guard let before = match.old(step) else {
        screens.append((nil, step.id))
        continue
      }
      if look(before) != look(step) { screens.append((before.id, step.id)) }
    }
    for step in diff.old.steps where step.activity.isShown && match.new(step) == nil {
      screens.append((step.id, nil))
    }
    return screens
  }
}

/// Where a changed line stands: at a line of the newer table, or after it.
private struct Spot: Hashable, Comparable {
  let line: Int
  let isGone: Bool
  let number: Int
  var row = ""

  init(line: Int, isGone: Bool, number: Int) {
    (self.line, self.isGone, self.number) = (line, isGone, number)
  }

  init(_ spot: Spot, row: FlowPart) {
    self = spot
    self.row = row.qualified
  }

  static func < (a: Spot, b: Spot) -> Bool {
    if a.line != b.line { return a.line < b.line }
    if a.isGone != b.isGone { return b.isGone }
    if a.number != b.number { return a.number < b.number }
    return a.row < b.row
  }
}

/// The lines of a printed table, by what they are of.
private struct TableLines {
  private let flow: Flow
  private let rows: [FlowTable.Row]
  private let lines: [Line]
  private var numbers: [FlowPart: Int] = [:]

  init(_ flow: Flow, in catalogue: Catalogue) {
    self.flow = flow
    rows = FlowTable(flow, in: catalogue).rows
    lines = flow.lines
    for (number, line) in lines.enumerated() {
      switch line {
      case .section(let section): numbers[.section(section)] = number
      case .step(let step): numbers[.step(step)] = number
      case .row(let row):
        numbers[.row(row.original)] = number
        let section = flow.sections.first { $0.extensionRow == row }
        if row.kind == .extension, let section { numbers[.section(section)] = number }
      case .anywhere: break
      }
    }
  }

  func piece(_ part: ReviewPlace.Part, _ id: String) -> FlowPart? {
    switch part {
    case .header: nil
    case .section: flow.sections.first { $0.id == id }.map { .section($0) }
    case .step: flow.step(id).map { .step($0) }
    case .row: flow.row(id).map { .row($0.original) } ?? flow.step(id).map { .step($0) }
    }
  }

  /// The own row of a step stands in the step's line.
  private func shown(_ piece: FlowPart) -> FlowPart {
    if case .row(let row) = piece, row.kind == .own { .step(row.step) } else { piece }
  }

  func isOwnLine(_ piece: FlowPart) -> Bool { numbers[shown(piece)] != nil }

  func part(of piece: FlowPart) -> ReviewPlace.Part {
    switch shown(piece) {
    case .flow: .header
    case .section: .section
    case .step: .step
    case .row: .row
    }
  }

  /// The number of the line of a part; for what is only proposed, that of the line before it.
  func line(of piece: FlowPart) -> Int {
    let piece = shown(piece)
    if let number = numbers[piece] { return number }
    switch piece {
    case .row(let row): return line(of: .step(row.step))
    case .step(let step):
      return flow.steps.prefix(step.index).reversed().lazy
        .compactMap { numbers[.step($0)] }.first ?? 0
    case .section(let section): return section.steps.first.map { line(of: .step($0)) } ?? 0
    case .flow: return 0
    }
  }

  /// The number of the line of the newer table after which an older line would stand.
  func line(before number: Int, in new: TableLines, _ match: FlowMatch) -> Int {
    for line in lines.prefix(number).reversed() {
      switch line {
      case .section, .anywhere: continue
      case .step(let step): if let now = match.new(step) { return new.line(of: .step(now)) }
      case .row(let row): if let now = match.new(row) { return new.line(of: .row(now)) }
      }
    }
    return 0
  }

  func cell(_ piece: FlowPart) -> ReviewPlace.Cell {
    let piece = shown(piece)
    if let number = numbers[piece] {
      let row = rows[number]
      return ReviewPlace.Cell(id: row.id, text: row.text, next: row.next)
    }
    switch piece {
    case .flow(let flow): return ReviewPlace.Cell(id: "", text: flow.title, next: "")
    case .section(let section):
      return ReviewPlace.Cell(id: section.id, text: section.title, next: "")
    case .step(let step): return ReviewPlace.Cell(id: step.id, text: step.text, next: "")
    case .row(let row):
      let next = row.next ?? row.meant
      return ReviewPlace.Cell(
        id: row.reference, text: row.text, next: next.map(\.description) ?? "")
    }
  }
}
