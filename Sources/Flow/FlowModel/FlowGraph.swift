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
    /// A place that only the run knows: the caller, an earlier state, or the end.
    case exit(Target)
    /// A step or a flow that does not exist, or that cannot be read.
    case missing(Target)
  }

  @usableFromInline let edges: FlowEdges
  /// The flows of the catalogue. Nil without one.
  private let flows: [Flow]?
  /// The links of all flows, and the place of those of this flow.
  private let allLinks: [FlowLinks]
  private let place: Int

  /// The graph of a flow without a catalogue.
  public init(_ flow: Flow, as reading: Reading) {
    self.init(FlowEdges(flow, as: reading, except: nil), 0, of: [FlowLinks()], in: nil)
  }

  /// The graph of a flow in its catalogue.
  package init(
    _ flow: Int, of catalogue: Catalogue, as reading: Reading, except exception: FlowPart? = nil
  ) {
    self.init(
      FlowEdges(catalogue.flows[flow], as: reading, except: exception), flow, of: catalogue.links,
      in: catalogue.flows)
  }

  /// The graph in which one row leads where it does in the other reading, and all else is the same.
  /// So the row must be at the same step in both readings, and the flow must not have proposed
  /// rows.
  package init(_ whole: FlowGraph, retargeting row: Row) {
    self.init(
      FlowEdges(whole.edges, retargeting: row), whole.place, of: whole.allLinks, in: whole.flows)
  }

  private init(_ edges: FlowEdges, _ place: Int, of links: [FlowLinks], in flows: [Flow]?) {
    (self.edges, self.place, self.flows) = (edges, place, flows)
    allLinks = links
  }

  /// The flow.
  public var flow: Flow { Flow(tables: edges.tables) }
  /// The reading.
  public var reading: Reading { edges.reading }
  /// A row or step that is read in the other reading, to find out what a single `meant` changes.
  package var exception: FlowPart? { edges.exception }
  /// The rows of step `s` are `rows[starts[s]..<starts[s + 1]]`.
  @inlinable package var starts: [Int32] { edges.starts }
  @inlinable package var rows: [Int32] { edges.rows }
  /// For each of `rows`, the index of the step it leads to; -1 if it leaves the flow.
  @inlinable package var targets: [Int32] { edges.targets }
  var ends: [FlowEdges.RowEnds] { edges.ends }
  var tables: FlowTables { edges.tables }
  private var links: FlowLinks { allLinks[place] }

  // MARK: Rows

  /// The reading of a row in this graph.
  package func reading(of row: Row) -> Reading { edges.reading(of: row) }

  /// The step that a row belongs to.
  public func step(of row: Row) -> Step {
    Step(tables: tables, index: Int(ends[row.index].home))
  }

  /// The target of a row. Nil if the row does not exist in the reading.
  public func target(of row: Row) -> Target? { row.target(reading(of: row)) }

  /// The kind of a row's target, without its name. Nil if the row does not exist in the reading.
  package func targetKind(of row: Row) -> Target.Kind? { ends[row.index].kind }

  /// The rows of a step, in document order.
  public func rows(of step: Step) -> some RandomAccessCollection<Row> {
    rows[range(of: step.index)].lazy.map { [tables] in Row(tables: tables, index: Int($0)) }
  }

  /// Whether a step exists in the reading. A proposed step or line does not exist as written.
  public func has(_ step: Step) -> Bool {
    !rows(of: step).isEmpty || !(step.hasOwnRow || step.isLine || step.isProposed)
  }

  func range(of step: Int) -> Range<Int> { Int(starts[step])..<Int(starts[step + 1]) }

  // MARK: Where they lead

  /// Where a row leads. Nil if the row does not exist in the reading.
  public func successor(of row: Row) -> Successor? {
    switch way(of: row) {
    case .step(let next): return .step(next)
    case .flow(let place, let step):
      return flows.map { .flow($0[place].step(at: step)) }
    case .error(let place, let step):
      return flows.map { .error($0[place].step(at: step)) }
    case .outline(let place):
      if let place, let flows { return .outline(flows[place].id) }
      return target(of: row).map { .outline($0.name) }
    case .exit: return target(of: row).map { .exit($0) }
    case .missing: return target(of: row).map { .missing($0) }
    case nil: return nil
    }
  }

  /// Where a row leads, by numbers: a flow is its place in the catalogue.
  package enum Way: Hashable, Sendable {
    case step(Step)
    case flow(Int, step: Int)
    case error(Int, step: Int)
    /// Nil without a catalogue.
    case outline(Int?)
    case exit(Target.Kind)
    case missing
  }

  /// Where a row leads. Nil if the row does not exist in the reading.
  package func way(of row: Row) -> Way? {
    if let next = next(row) { return .step(next) }
    guard let kind = targetKind(of: row) else { return nil }
    let destination = kind.destination
    guard destination == .flow || destination == .errorFlow else {
      return destination == .step ? .missing : .exit(kind)
    }
    guard let flows else { return .outline(nil) }
    let link = links.link(row.index, as: reading(of: row))
    guard link.flow >= 0 else { return .missing }
    let place = Int(link.flow)
    guard !flows[place].isOutline else { return .outline(place) }
    guard link.step >= 0 else { return .missing }
    return destination == .flow
      ? .flow(place, step: Int(link.step)) : .error(place, step: Int(link.step))
  }

  /// The step of this flow that a row leads to. Nil if the row leaves the flow, or names a step
  /// that does not exist.
  public func next(_ row: Row) -> Step? {
    let next = ends[row.index].next
    return next < 0 ? nil : Step(tables: tables, index: Int(next))
  }

  /// The flow that a step calls. Nil if it calls none, if that flow cannot be read, or if the graph
  /// has no catalogue.
  public func callee(of step: Step) -> Flow? {
    guard let flows, let place = calleePlace(of: step) else { return nil }
    return flows[place]
  }

  /// The same flow, by its place in the catalogue.
  package func calleePlace(of step: Step) -> Int? {
    guard step.activity == .call, flows != nil else { return nil }
    let callee = links.callee(
      step.index, as: exception == .step(step) ? reading.other : reading)
    return callee < 0 ? nil : Int(callee)
  }

  /// The rows that lead to a step.
  public func predecessors(of step: Step) -> [Row] {
    rows.indices.filter { targets[$0] == step.index }.map {
      Row(tables: tables, index: Int(rows[$0]))
    }
  }
}
