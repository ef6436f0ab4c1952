internal import FlowModel
internal import FlowRuntime

/// The names of a log as numbers, and the rows for which they stand.
struct LogNames {
  /// The facts that no row changes, so that a run may begin with any of their values.
  let givenFacts: [Program.FactDomain]
  private let nameOfRow: [Int32]
  private let rows: [Row?]
  /// For each name, the first name of the same row.
  private let firstNames: [Int32]

  init(_ names: [String], in program: Program) {
    var numbers: [String: [Int32]] = [:]
    for (flow, first) in zip(program.catalogue.flows, program.tables.firstRows) {
      for row in flow.rowsOfSteps {
        let number = first + Int32(row.index)
        numbers[row.qualified, default: []].append(number)
        if program.reading == .meant, let id = row.meantID {
          numbers["\(flow.id):\(id)", default: []].append(number)
        }
      }
    }
    var nameOfRow = Array(repeating: Int32(-1), count: program.tables.flowOfRow.count)
    var firstNames = names.indices.map { Int32($0) }
    var rows: [Row?] = []
    for (index, name) in names.enumerated() {
      let found = numbers[name] ?? []
      if let known = found.first(where: { nameOfRow[Int($0)] >= 0 }) {
        firstNames[index] = nameOfRow[Int(known)]
      }
      for number in found where nameOfRow[Int(number)] < 0 {
        nameOfRow[Int(number)] = firstNames[index]
      }
      rows.append(found.first.map { program.row($0).original })
    }
    (self.nameOfRow, self.rows, self.firstNames) = (nameOfRow, rows, firstNames)
    var changed: Set<String> = []
    for flow in program.catalogue.flows {
      for change in flow.rows.flatMap(\.changes) + flow.steps.flatMap(\.counts) {
        changed.insert(change.fact.name)
      }
    }
    givenFacts = program.facts.filter { !changed.contains($0.name) }
  }

  /// The row that a name stands for.
  func row(of name: Int32) -> Row? { rows[Int(name)] }
  /// The number that all names of one row share.
  func canonical(_ name: Int32) -> Int32 { firstNames[Int(name)] }
  /// The name under which a row was logged; -1 if it was not.
  func name(ofRow number: Int32) -> Int32 { nameOfRow[Int(number)] }
}
