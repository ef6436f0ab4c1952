/// Where the rows of a flow lead in one reading, and which steps can be reached.
///
/// A graph made with a catalogue knows the other flows. A graph made without one treats every other
/// flow as an outline.
public struct FlowGraph: Sendable {
  /// Where a row leads.
  public enum Successor: Hashable, Sendable {
    /// A step of the same flow. For `stay`, the row's own step.
    case step(Step)
    /// A step of another flow, without return.
    case flow(Step)
    /// The first step of an error flow, which may resume this flow.
    case error(Step)
    /// The id of a flow that is not written yet.
    case outline(String)
    /// What only the run knows: the caller, an earlier state, or the end.
    case exit(Target)
    /// A step or a flow that does not exist, or that cannot be read.
    case missing(Target)
  }

  /// The flow.
  public let flow: Flow
  /// The reading.
  public let reading: Reading
  /// A row or step that is read in the other reading, to find out what a single `meant` changes.
  package let exception: FlowPart?
  private let catalogue: Catalogue?
  private let links: FlowLinks
  private let tables: FlowTables
  /// The rows of step `s` are `rows[starts[s]..<starts[s + 1]]`.
  package let starts: [Int32]
  package let rows: [Int32]
  /// For each of `rows`, the index of the step it leads to; -1 if it leaves the flow.
  package let targets: [Int32]

  /// The graph of a flow without a catalogue.
  public init(_ flow: Flow, as reading: Reading) {
    self.init(flow, as: reading, links: FlowLinks(), in: nil, except: nil)
  }

  /// The graph of a flow in its catalogue.
  package init(
    _ flow: Int, of catalogue: Catalogue, as reading: Reading, except exception: FlowPart? = nil
  ) {
    self.init(
      catalogue.flows[flow], as: reading, links: catalogue.links[flow], in: catalogue,
      except: exception)
  }

  /// The graph of a flow that has not changed, in a catalogue in which others have.
  init(_ same: FlowGraph, _ flow: Int, of catalogue: Catalogue) {
    self.flow = same.flow
    reading = same.reading
    exception = same.exception
    tables = same.tables
    (starts, rows, targets) = (same.starts, same.rows, same.targets)
    links = catalogue.links[flow]
    self.catalogue = catalogue
  }

  private init(
    _ flow: Flow, as reading: Reading, links: FlowLinks, in catalogue: Catalogue?,
    except exception: FlowPart?
  ) {
    self.flow = flow
    self.reading = reading
    self.exception = exception
    self.links = links
    self.catalogue = catalogue
    tables = flow.tables
    (starts, rows, targets) = FlowGraph.edges(flow.tables) {
      FlowGraph.reading(of: $0, reading, exception)
    }
  }

  /// Sorts the rows by their steps in two passes: count the rows of each step, then place them.
  private static func edges(
    _ tables: FlowTables, _ reading: (Row) -> Reading
  ) -> (starts: [Int32], rows: [Int32], targets: [Int32]) {
    var starts = [Int32](repeating: 0, count: tables.all.steps.count + 1)
    // For each row, its step and the step it leads to; the latter is -2 for a row outside the
    // reading.
    let edges = tables.all.rows.indices.map { index in
      let row = Row(tables: tables, index: index)
      let reading = reading(row)
      guard row.has(reading) else { return (home: -2, target: -2) }
      return (row.step(reading).index, row.next(reading)?.index ?? -1)
    }
    for edge in edges where edge.home >= 0 { starts[edge.home + 1] += 1 }
    for step in tables.all.steps.indices { starts[step + 1] += starts[step] }
    var rows = [Int32](repeating: 0, count: Int(starts[tables.all.steps.count]))
    var targets = rows
    var places = starts
    for (row, edge) in edges.enumerated() where edge.home >= 0 {
      let place = Int(places[edge.home])
      (rows[place], targets[place]) = (Int32(row), Int32(edge.target))
      places[edge.home] += 1
    }
    return (starts, rows, targets)
  }

  // MARK: Rows

  /// The reading of a row. With an exception, a proposed row exists unless it is the exception
  /// itself in a flow that is read as meant.
  private static func reading(
    of row: Row, _ reading: Reading, _ exception: FlowPart?
  ) -> Reading {
    guard let exception else { return reading }
    let isException = exception == .row(row)
    if row.isProposed { return reading == .written || !isException ? .meant : .written }
    return isException ? reading.other : reading
  }

  /// The reading of a row in this graph.
  package func reading(of row: Row) -> Reading { FlowGraph.reading(of: row, reading, exception) }

  /// The step that a row belongs to.
  public func step(of row: Row) -> Step { row.step(reading(of: row)) }

  /// The target of a row. Nil if the row does not exist in the reading.
  public func target(of row: Row) -> Target? { row.target(reading(of: row)) }

  /// The rows of a step, in document order.
  public func rows(of step: Step) -> some RandomAccessCollection<Row> {
    rows[range(of: step.index)].lazy.map { [tables] in Row(tables: tables, index: Int($0)) }
  }

  /// Whether a step exists in the reading. A proposed step or line does not exist as written.
  public func has(_ step: Step) -> Bool {
    !rows(of: step).isEmpty || !(step.hasOwnRow || step.isLine || step.isProposed)
  }

  private func range(of step: Int) -> Range<Int> { Int(starts[step])..<Int(starts[step + 1]) }

  /// The rows that leave the flow, ordered by step.
  package var leavings: [Row] {
    rows.indices.filter { targets[$0] < 0 }.map { Row(tables: tables, index: Int(rows[$0])) }
  }

  // MARK: Where they lead

  /// Where a row leads. Nil if the row does not exist in the reading.
  public func successor(of row: Row) -> Successor? {
    if let next = next(row) { return .step(next) }
    guard let target = target(of: row) else { return nil }
    guard target.kind.leadsToFlow else {
      return target.kind.destination == .step ? .missing(target) : .exit(target)
    }
    guard let catalogue else { return .outline(target.name) }
    let link = links.link(row.index, as: reading(of: row))
    guard link.flow >= 0 else { return .missing(target) }
    let flow = catalogue.flows[Int(link.flow)]
    guard !flow.isOutline else { return .outline(flow.id) }
    guard link.step >= 0 else { return .missing(target) }
    let step = flow.step(at: Int(link.step))
    return target.kind.destination == .flow ? .flow(step) : .error(step)
  }

  /// The step of this flow that a row leads to. Nil if the row leaves the flow, or names a step that
  /// does not exist.
  public func next(_ row: Row) -> Step? { row.next(reading(of: row)) }

  /// The flow that a step calls. Nil if it calls none, if that flow cannot be read, or if the graph
  /// has no catalogue.
  public func callee(of step: Step) -> Flow? {
    guard let catalogue, step.activity == .call else { return nil }
    let callee = links.callee(
      step.index, as: exception == .step(step) ? reading.other : reading)
    return callee < 0 ? nil : catalogue.flows[Int(callee)]
  }

  /// The rows that lead to a step.
  public func predecessors(of step: Step) -> [Row] {
    rows.indices.filter { targets[$0] == step.index }.map {
      Row(tables: tables, index: Int(rows[$0]))
    }
  }

  // MARK: Reach

  /// The steps that can be reached from some steps, including these.
  ///
  /// - Parameter through: whether a row may be taken; nil means any row.
  public func reachable(
    from first: some Sequence<Step>, through: ((Row) -> Bool)? = nil
  ) -> StepSet {
    var reached = StepSet(of: flow)
    reach(first, &reached, through: through)
    return reached
  }

  /// Adds the steps that can be reached from `first` to `reached`. Steps already in `reached` are
  /// not followed.
  public func reach(
    _ first: some Sequence<Step>, _ reached: inout StepSet, through: ((Row) -> Bool)? = nil
  ) {
    var waiting: [Int] = []
    for step in first where reached.insert(step.index) { waiting.append(step.index) }
    while let step = waiting.popLast() {
      for edge in range(of: step) where targets[edge] >= 0 {
        if let through, !through(Row(tables: tables, index: Int(rows[edge]))) { continue }
        if reached.insert(Int(targets[edge])) { waiting.append(Int(targets[edge])) }
      }
    }
  }

  /// The steps from which one of these steps can be reached, including these.
  public func leading(to goals: some Sequence<Step>) -> StepSet {
    var before = [[Int]](repeating: [], count: tables.all.steps.count)
    for step in tables.all.steps.indices {
      for edge in range(of: step) where targets[edge] >= 0 {
        before[Int(targets[edge])].append(step)
      }
    }
    var leading = StepSet(of: flow)
    var waiting: [Int] = []
    for step in goals where leading.insert(step.index) { waiting.append(step.index) }
    while let step = waiting.popLast() {
      for from in before[step] where leading.insert(from) { waiting.append(from) }
    }
    return leading
  }

  /// The first row, by steps, that leaves the flow on a path beginning with `row`. Nil if there is
  /// none.
  ///
  /// - Parameter through: whether a row may be taken; also asked for `row`.
  public func firstExit(from row: Row, through: @escaping (Row) -> Bool) -> Row? {
    guard through(row) else { return nil }
    guard let first = next(row) else { return row }
    let reached = reachable(from: [first], through: through)
    return leavings.first { reached.contains(step(of: $0)) && through($0) }
  }
}
