internal import FlowModel
internal import FlowRuntime
public import FlowTesting
public import JSON
internal import Markup

// Prints a path book for people, for programs, and as a script file.
extension PathBook {
  /// The number of paths per criterion, then one path per line, then the paths that were left out.
  public func text(listing: Bool = true) -> String {
    var text = "\(flow.id) \(TerminalText.line(flow.title)), as \(reading.rawValue)"
    text += follows ? ", through other flows" : ""
    text += ": \(String.count(stepCount, "step")), \(String.count(rowCount, "row"))\n"
    for criterion in PathCriterion.allCases {
      guard let paths = paths[criterion], let total = totals[criterion] else { continue }
      let of =
        criterion == .rows || criterion == .pairs
        ? " (\(String.count(total, criterion == .rows ? "row" : "pair")))" : ""
      text += "  \(criterion.rawValue.padded(to: 7))\("\(paths.count)".aligned(to: 6)) "
      text += paths.count == 1 ? "path   " : "paths  "
      text += "\(criterion.about)\(of)\n"
    }
    let only = isComplete ? "only " : ""
    for (what, rows) in [
      ("reached \(only)when facts begin at other values", needFacts),
      ("reached \(only)when entered at a step", needEntry),
      (isComplete ? "never reached: the conditions never hold" : "not found", unreached),
    ] where !rows.isEmpty {
      text += "  \(what): \(rows.map(\.reference).joined(separator: ", "))\n"
    }
    for omission in omissions { text += "  left out: \(omission)\n" }
    guard listing else { return text }
    for criterion in PathCriterion.allCases {
      guard let paths = paths[criterion], !paths.isEmpty else { continue }
      text += "\n\(criterion.rawValue)\n"
      let names = paths.map(\.name)
      let width = names.map(\.count).max() ?? 0
      for (path, name) in zip(paths, names) {
        text += "  \(name.padded(to: width))  "
        if let from = path.from { text += "(from \(from)) " }
        if !path.facts.isEmpty {
          text += "(\(path.facts.map { "\($0.name)=\($0.value)" }.joined(separator: ", "))) "
        }
        text += "\(path.rows.joined(separator: " ")) -> \(path.end)\n"
      }
    }
    return text
  }

  /// The book as one JSON object.
  public var json: JSONValue {
    let listed = PathCriterion.allCases.flatMap { paths[$0] ?? [] }.map { path in
      JSONValue.object([
        "path": .string(path.name), "by": .string(path.criterion.rawValue),
        "from": path.from.map { .string($0) },
        "facts": .object(members: path.facts.map { ($0.name, .string($0.value)) }),
        "rows": .strings(path.rows), "end": .string(path.end),
      ])
    }
    return .object([
      "flow": .string(flow.id), "reading": .string(reading.rawValue),
      "follow": .bool(follows), "complete": .bool(isComplete), "steps": .integer(stepCount),
      "rows": .integer(rowCount),
      "totals": .object(
        members: PathCriterion.allCases.compactMap { criterion in
          totals[criterion].map { (criterion.rawValue, .integer($0)) }
        }),
      "paths": .array(listed), "needFacts": .strings(needFacts.map(\.reference)),
      "needEntry": .strings(needEntry.map(\.reference)),
      "unreached": .strings(unreached.map(\.reference)), "leftOut": .strings(omissions),
    ])
  }

  /// The paths as entries of a script file, below `paths:`.
  ///
  /// - Parameter named: whether every path names its flow, for a file with paths of several flows.
  public func scripts(named: Bool = false) -> String {
    PathCriterion.allCases.flatMap { paths[$0] ?? [] }
      .map { $0.script.entry(of: named ? flow.id : nil) }.joined()
  }
}

extension PathCriterion {
  /// A description of the criterion.
  fileprivate var about: String {
    switch self {
    case .rows: "every row is taken"
    case .pairs: "every row right after every row it can follow"
    case .simple: "every way through that comes to no step twice"
    case .loops: "every loop once"
    case .timers: "every timer runs out"
    case .times: "every first, second, n-th time"
    }
  }
}
