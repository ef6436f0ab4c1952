internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Names in code: `name`.
extension FlowReader {
  /// A name for code. Reports a text that cannot be one.
  mutating func codeName(_ node: YAMLTree.Node) -> PooledText {
    let name = reader.text(node)
    hasNames = true
    if !reader.pool[name.range].isEmpty, !CodeName.isName(reader.pool[name.range]) {
      reader.report(
        .wrongValue, at: name.span, "`\(reader.string(name))` cannot be a name in code",
        help: "write a lower case letter, then letters and digits, at most "
          + "\(CodeName.longest): `signOut`")
    }
    return name
  }

  /// Reports names that are given twice, or that are ids of the flow.
  mutating func checkNames() {
    guard hasNames else { return }
    var taken: [String: (part: String, start: UInt32)] = [:]
    for step in tables.steps where step.rare >= 0 {
      note(
        tables.stepRareFields[Int(step.rare)].name, "step `\(reader.string(step.id))`", &taken)
    }
    // The own row of a step has the name of the step, at the same place of the file.
    for (index, row) in tables.rows.enumerated() where row.rare >= 0 {
      let isCopy =
        row.anywhere > 0 && Int(tables.anywhere[Int(row.anywhere) - 1].rows.start) != index
      if isCopy { continue }
      note(tables.rowRareFields[Int(row.rare)].name, "row `\(reader.string(row.id))`", &taken)
    }
    checkInputNames()
  }

  private mutating func note(
    _ name: PooledText, _ part: String, _ taken: inout [String: (part: String, start: UInt32)]
  ) {
    guard name.isPresent else { return }
    let text = reader.string(name)
    if let first = taken[text] {
      if first.start != name.span.start { refuse(name, "is the name of \(first.part)") }
      return
    }
    taken[text] = (part, name.span.start)
    let (pool, range) = (reader.pool, name.range)
    if stepIndex.find(range, in: pool, known: pool) != nil
      || rowIndex.find(range, in: pool, known: pool) != nil
    {
      refuse(name, "is an id")
    }
  }

  private mutating func refuse(_ name: PooledText, _ why: String) {
    reader.report(
      .duplicateID, at: name.span, "`\(reader.string(name))` \(why) already",
      help: "a name is there once in a flow; write another one")
  }

  /// Inputs of several steps that are the same one have one name, which no other input has.
  private mutating func checkInputNames() {
    var keys: [String: String] = [:]
    for input in tables.inputs { keys[reader.string(input.name)] = reader.string(input.name) }
    var names: [String: String] = [:]
    for input in tables.inputs where input.codeName.isPresent {
      let (key, name) = (reader.string(input.name), reader.string(input.codeName))
      if let other = keys[name], other != key {
        refuse(input.codeName, "is the name of the input `\(other)`")
      } else if let first = names[key], first != name {
        reader.report(
          .duplicateID, at: input.codeName.span, "the input `\(key)` has the name `\(first)`",
          help: "an input that several steps ask for has one name; write `name: \(first)`")
      }
      keys[name] = key
      names[key] = names[key] ?? name
    }
  }
}
