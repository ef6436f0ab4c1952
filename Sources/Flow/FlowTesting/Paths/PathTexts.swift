internal import FlowModel
internal import FlowRuntime

/// What the numbers of the rows of a book mean, for all of its paths.
struct PathTexts: Sendable {
  let flow: Flow
  let program: Program
  /// Whether the paths continue into other flows. Then the rows of all flows have numbers, and the
  /// names of rows begin with their flow's.
  let follows: Bool
  private var names: [Int32: String] = [:]
  private var anywhere: Set<Int32> = []
  private var timed: Set<Int32> = []

  init(_ flow: Flow, on program: Program, follow: Bool, labels: [Int32]) {
    (self.flow, self.program, follows) = (flow, program, follow)
    names.reserveCapacity(labels.count)
    for label in labels where names[label] == nil {
      let row = row(label)
      names[label] = follow ? row.qualified : row.reference
      if row.isAnywhere { anywhere.insert(label) }
      if row.after != nil { timed.insert(label) }
    }
  }

  /// The row with this label.
  func row(_ label: Int32) -> Row {
    follows ? program.row(label) : Row(tables: flow.tables, index: Int(label))
  }

  /// The label of a row of any step of the flow; those of any step of the program if the paths
  /// continue into other flows. A row that holds anywhere has one, wherever it is taken.
  func label(of row: Row) -> Int32? {
    let index = Int32(row.original.index)
    guard follows else { return row.flow == flow ? index : nil }
    guard let flow = program.catalogue.indexByID[row.flow.id] else { return nil }
    return program.tables.firstRows[flow] + index
  }

  /// Whether the row holds anywhere in a flow or section.
  func isAnywhere(_ label: Int32) -> Bool { !anywhere.isEmpty && anywhere.contains(label) }

  /// Whether the row is taken when a time is over.
  func hasTimer(_ label: Int32) -> Bool { timed.contains(label) }

  /// The name of the row in a script.
  func name(of label: Int32) -> String { names[label] ?? "" }

  /// The name of the row in the name of a path.
  func reference(_ label: Int32) -> String {
    let row = row(label)
    return row.flow == flow ? row.reference : row.qualified
  }

  /// A checksum of the ids of rows, so that a path keeps its name.
  func checksum(_ labels: [Int32]) -> String {
    var sum = Checksum()
    let flow = follows ? "" : "\(flow.id):"
    for label in labels {
      sum.add(flow[...])
      sum.add(name(of: label)[...])
      sum.add("\0")
    }
    return sum.text
  }

  /// How a path ends, in the words of a script's `end`.
  func words(of end: PathEnd) -> String {
    switch end {
    case .over(let end): end.description
    case .standing(let block, let isError):
      isError
        ? "error \(program.step(at: block).flow.id)"
        : "waiting \(program.step(at: block).qualified)"
    case .left(let row): program.row(row).target(program.reading)?.description ?? ""
    case .told(let words): words
    }
  }
}
