/// The tables of a flow, in the order of the format.
enum TableName: Int, CaseIterable {
  case path, pool, texts, facts, sections, steps, rows, stepRareFields, rowRareFields, inputs
  case conditions, changes, stepRows, calls, leavings, allowances, anywhere
  case callees, meantCallees, next, meant

  var name: String {
    switch self {
    case .path: "path"
    case .pool: "pool"
    case .texts: "texts"
    case .facts: "facts"
    case .sections: "sections"
    case .steps: "steps"
    case .rows: "rows"
    case .stepRareFields: "stepRareFields"
    case .rowRareFields: "rowRareFields"
    case .inputs: "inputs"
    case .conditions: "conditions"
    case .changes: "changes"
    case .stepRows: "stepRows"
    case .calls: "calls"
    case .leavings: "leavings"
    case .allowances: "allowances"
    case .anywhere: "anywhere"
    case .callees: "callees"
    case .meantCallees: "meantCallees"
    case .next: "next"
    case .meant: "meant"
    }
  }
}
