internal import TestSupport

// The rows of steps and those that hold anywhere, and what rows have.
extension WholeLanguage {
  /// Rows for the first head, and for some of the others, at times more than once.
  mutating func rows(_ first: FlowTree, _ others: [FlowTree]) -> FlowTree {
    // A step of which all rows are proposals would be one itself.
    var own = row(first)
    if own["next"] == nil { own["next"] = target() }
    var rows = [FlowTree.Pair(key: "a", value: own)]
    for letter in ["b", "c", "d", "e"].prefix(random.next(5)) {
      rows.append(FlowTree.Pair(key: letter, value: row(random.pick(others))))
    }
    if chance(6) { rows.append(FlowTree.Pair(key: "a#2", value: row(random.pick(others)))) }
    if chance(9) {
      foreign += 1
      rows.append(FlowTree.Pair(key: "9.\(foreign)a", value: row(random.pick(others))))
    }
    return .map(rows)
  }

  /// Rows that hold anywhere. Every section has a screen and a step that finds something.
  ///
  /// - Parameter hasCall: whether a step calls a flow.
  mutating func anywhere(_ star: String, hasCall: Bool) -> FlowTree {
    // A row of a section would win over one of the flow for the same outcome.
    let own = star.dropFirst()
    var rows: [FlowTree] = []
    if chance(2) { rows.append(row(["user": "closes the app"], isAnywhere: true)) }
    if chance(2) { rows.append(row(timer(), isAnywhere: true)) }
    if chance(2) {
      // Of two rows for one outcome, one holds at a time.
      for language in ["et", "en"] {
        var row = row(["error": "Network\(own)"], isAnywhere: true)
        row["if"] = ["lang": .text(language)]
        rows.append(row)
      }
    } else if chance(2) {
      rows.append(row(["error": "Network\(own)"], isAnywhere: true))
    }
    if chance(2) {
      rows.append(row(["case": "Something else", "on": "other\(own)"], isAnywhere: true))
    }
    if hasCall, chance(2) { rows.append(row(["result": "Closed\(own)"], isAnywhere: true)) }
    if rows.isEmpty { rows.append(row(["user": "closes the app"], isAnywhere: true)) }
    return .map(
      zip("abcdefg", rows).map { FlowTree.Pair(key: "\(star)\($0)", value: $1) })
  }

  mutating func row(_ head: FlowTree, isAnywhere: Bool = false) -> FlowTree {
    var row = head
    if chance(3) { row["if"] = conditions() }
    if chance(6) { row["message"] = "It is done" }
    if chance(9) { (row["meant id"], row["why"]) = ("z", "A slip") }
    finish(&row, isAnywhere: isAnywhere)
    decorate(&row)
    return row
  }

  /// Where a row leads to, and what it does.
  mutating func finish(_ row: inout FlowTree, isAnywhere: Bool = false) {
    change(&row)
    if chance(6) { row["answer"] = "449" }
    let choice = random.next(8)
    if choice != 0 { row["next"] = target(isAnywhere: isAnywhere) }
    if choice < 2 { (row["meant"], row["why"]) = (target(isAnywhere: isAnywhere), "A slip") }
  }

  mutating func change(_ row: inout FlowTree) {
    let (fact, values) = random.pick(Self.facts)
    if chance(4) { row["set"] = [fact: .text(random.pick(values))] }
    if chance(4) { row["reset"] = chance(2) ? "mode" : ["tries", "lang"] }
    if chance(6) { row["does"] = "opens the browser" }
  }

  mutating func conditions() -> FlowTree {
    if chance(3) { return ["tries": .text(random.pick(["0", "1..2", "2..3"]))] }
    let (fact, values) = random.pick(Self.facts)
    if chance(2) { return [fact: .text(random.pick(values))] }
    var conditions: FlowTree = [fact: .list(values.dropLast().map { .text($0) })]
    conditions["lang"] = "et"
    return conditions
  }

  mutating func target(isAnywhere: Bool = false) -> FlowTree {
    switch random.next(16) {
    case 0: "back"
    case 1: "resume"
    case 2: "end"
    case 3: isAnywhere ? "end" : "stay"
    case 4: "result \(random.pick(Self.results))"
    case 5: "error ER1"
    case 6: "goto \(random.pick(ids))"
    case 7: "goto UC1:1.1"
    default: .text(random.pick(places))
    }
  }
}
