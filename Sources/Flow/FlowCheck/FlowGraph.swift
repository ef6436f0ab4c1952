internal import Diagnostics
internal import FlowModel

/// One flow in one reading, as a graph: which rows a step has, and where each leads.
///
/// One row or step may be read the other way (`flip`), to find out what a single `meant` repairs.
struct FlowGraph: Sendable {
  enum Flip: Hashable, Sendable {
    case none
    case row(Int)
    case step(Int)
  }

  /// The flow's position in the catalogue.
  let index: Int
  let tables: FlowTables
  let links: FlowLinks
  let reading: Reading
  let flip: Flip
  /// The rows of step `s` are `list[starts[s]..<starts[s + 1]]`, in document order.
  private var starts: [Int32]
  private var list: [Int32]

  init(_ index: Int, of catalogue: Catalogue, as reading: Reading, flip: Flip = .none) {
    self.index = index
    tables = catalogue.flows[index].tables
    links = catalogue.links[index]
    self.reading = reading
    self.flip = flip
    starts = Array(repeating: 0, count: tables.steps.count + 1)
    list = []
    for row in tables.rows.indices where target(row) != nil { starts[step(of: row) + 1] += 1 }
    for step in tables.steps.indices { starts[step + 1] += starts[step] }
    list = Array(repeating: 0, count: Int(starts[tables.steps.count]))
    var places = starts
    for row in tables.rows.indices where target(row) != nil {
      let step = step(of: row)
      list[Int(places[step])] = Int32(row)
      places[step] += 1
    }
  }

  var flow: Flow { Flow(tables: tables) }

  /// Whether the row is read as meant.
  func isMeant(_ row: Int) -> Bool {
    if flip != .none, tables.rows[row].next == nil {
      return reading == .written || flip != .row(row)
    }
    return (reading == .meant) != (flip == .row(row))
  }

  /// Where the row leads; nil when the reading does not have it.
  func target(_ row: Int) -> TargetRecord? {
    let record = tables.rows[row]
    return isMeant(row) ? tables.meant(record) ?? record.next : record.next
  }

  func link(_ row: Int) -> FlowLinks.Link {
    links.link(row, as: isMeant(row) ? .meant : .written)
  }

  /// The step that has the row.
  func step(of row: Int) -> Int {
    Int(isMeant(row) ? tables.rows[row].meantStep : tables.rows[row].step)
  }

  /// The rows of a step, in document order.
  func rows(of step: Int) -> LazyMapSequence<ArraySlice<Int32>, Int> {
    list[Int(starts[step])..<Int(starts[step + 1])].lazy.map { Int($0) }
  }

  /// The row of a step at a position, for walks that stop and go on.
  func row(_ position: Int, of step: Int) -> Int? {
    position < rowCount(of: step) ? Int(list[Int(starts[step]) + position]) : nil
  }

  func rowCount(of step: Int) -> Int { Int(starts[step + 1] - starts[step]) }

  /// The step of this flow that the row leads to; nil when it leaves the flow.
  func next(_ row: Int) -> Int? {
    guard let target = target(row) else { return nil }
    switch target.kind {
    case .step, .section: return Int(target.step)
    case .stay: return step(of: row)
    case .goto, .back, .resume, .end, .result, .error: return nil
    }
  }

  /// The position of the flow that the step calls; nil when it calls none.
  func callee(_ step: Int) -> Int? {
    guard tables.steps[step].activity == .call else { return nil }
    let isMeant = (reading == .meant) != (flip == .step(step))
    let callee = links.callee(step, as: isMeant ? .meant : .written)
    return callee < 0 ? nil : Int(callee)
  }

  /// Whether the reading has the step: a line that is only proposed is not in the document.
  func has(_ step: Int) -> Bool {
    rowCount(of: step) > 0 || !(tables.steps[step].hasOwnRow || tables.steps[step].isLine)
  }

  /// Which steps can be reached from these, by the rows for which `through` holds.
  func reached(from first: [Int], through: (Int) -> Bool = { _ in true }) -> [Bool] {
    var reached = Array(repeating: false, count: tables.steps.count)
    var waiting: [Int] = []
    for step in first where !reached[step] {
      reached[step] = true
      waiting.append(step)
    }
    while let step = waiting.popLast() {
      for row in rows(of: step) where through(row) {
        guard let next = next(row), !reached[next] else { continue }
        reached[next] = true
        waiting.append(next)
      }
    }
    return reached
  }

  /// Which steps a step can be reached from.
  func leading(to step: Int) -> [Bool] {
    var before: [[Int]] = Array(repeating: [], count: tables.steps.count)
    for from in tables.steps.indices {
      for row in rows(of: from) { if let next = next(row) { before[next].append(from) } }
    }
    var leading = Array(repeating: false, count: tables.steps.count)
    leading[step] = true
    var waiting = [step]
    while let step = waiting.popLast() {
      for from in before[step] where !leading[from] {
        leading[from] = true
        waiting.append(from)
      }
    }
    return leading
  }

  // MARK: Names

  func id(ofStep step: Int) -> String { tables.string(tables.steps[step].id) }
  func reference(_ row: Int) -> String { Row(tables: tables, index: row).reference }
  func label(_ row: Int) -> String { tables.string(tables.rows[row].label) }
  func subject(_ step: Int) -> String { tables.string(tables.steps[step].subject) }
  func action(_ step: Int) -> String? { tables.optional(tables.steps[step].action) }

  /// The outcome that takes the row; `done` for the own row of a step that does something.
  func outcome(_ row: Int) -> String? {
    if let outcome = Row(tables: tables, index: row).outcome { return outcome }
    let step = tables.steps[step(of: row)]
    guard tables.rows[row].kind == .own else { return nil }
    return step.action.isPresent || step.activity == .call ? "done" : nil
  }

  /// Where the row's target stands, in this reading.
  func targetSpan(_ row: Int) -> Span { target(row)?.span ?? tables.rows[row].span }
}
