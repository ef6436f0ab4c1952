internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Facts, conditions and changes.
extension FlowReader {
  /// The largest number of values of a fact: one bit each in a condition.
  static let maximumValues = 64

  mutating func readFacts(_ node: YAMLTree.Node) {
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      let start = reader.texts.count
      var lowerBound: Int32?
      if reader.tree.kind(value) == .sequence {
        _ = reader.list(value, "a value")
      } else if reader.isText(value, "a fact's values") {
        guard let range = reader.numbers(value),
          range.count <= FlowReader.maximumValues
        else {
          reader.report(
            .wrongValue, at: reader.tree.span(value),
            "`\(reader.string(value))` is not a set of values",
            help: "write a list, `[ios, android]`, or a range, `0..5`, of at most 64 values")
          declare(name, TableRange(start: start, count: 0))
          continue
        }
        lowerBound = Int32(range.lowerBound)
        for number in range {
          let text = reader.made("\(number)", from: reader.tree.span(value))
          reader.texts.append(text)
        }
      }
      let count = reader.texts.count - start
      if count == 0 || count > FlowReader.maximumValues {
        reader.report(
          .wrongValue, at: reader.tree.headSpan(value),
          "the fact `\(reader.string(name))` has \(count) values",
          help: "give it 1 to 64 values")
      }
      declare(name, TableRange(start: start, count: count), lowerBound)
    }
  }

  /// A fact whose values are wrong has none, so that its uses are not reported as well.
  private mutating func declare(
    _ name: YAMLTree.Node, _ values: TableRange, _ lowerBound: Int32? = nil
  ) {
    tables.facts.append(
      FactRecord(name: reader.text(name), values: values, lowerBound: lowerBound))
  }

  /// The fact that a key names.
  mutating func fact(_ node: YAMLTree.Node) -> Int32? {
    let range = reader.tree.range(node)
    for index in tables.facts.indices where reader.equal(tables.facts[index].name.range, range) {
      return Int32(index)
    }
    if hidesFacts { return nil }
    let name = reader.string(node)
    let names = suggestions.isOver ? [] : tables.facts.map { reader.string($0.name) }
    reader.report(
      .unknownFact, at: reader.tree.span(node), "there is no fact `\(name)`",
      help: suggestions.question(for: name, in: names)
        ?? "declare it under `facts:`, with its values")
    return nil
  }

  /// `fact: value`, `fact: [a, b]`, `fact: 1..4`.
  mutating func readConditions(_ node: YAMLTree.Node) -> TableRange {
    let start = tables.conditions.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      guard let fact = fact(name) else { continue }
      var mask: UInt64 = 0
      var entries = reader.entries(value)
      while let entry = reader.next(&entries) {
        if reader.isText(entry, "a value") { mask |= values(entry, of: fact) }
      }
      if mask != 0 {
        tables.conditions.append(
          ConditionRecord(fact: fact, mask: mask, span: reader.tree.span(name)))
      }
    }
    return TableRange(start: start, count: tables.conditions.count - start)
  }

  /// Reads `set`. It is stored before `reset`, so that the changes of a row are contiguous.
  mutating func readSet(_ node: YAMLTree.Node, into row: inout RowDraft) {
    let start = tables.changes.count
    var pairs = reader.pairs(node)
    while let (name, value) = reader.next(&pairs) {
      guard let fact = fact(name), reader.isText(value, "a value") else { continue }
      let mask = values(value, of: fact)
      guard mask.nonzeroBitCount == 1 else {
        // A value that the fact does not have was reported already.
        if mask != 0 {
          reader.report(
            .wrongValue, at: reader.tree.span(value),
            "`set` gives `\(reader.string(name))` one value, not `\(reader.string(value))`",
            help: "write one of them")
        }
        continue
      }
      tables.changes.append(
        ChangeRecord(
          kind: .set, fact: fact, value: UInt8(mask.trailingZeroBitCount),
          span: reader.tree.span(name)))
    }
    row.record.changes = TableRange(start: start, count: tables.changes.count - start)
  }

  mutating func readReset(_ node: YAMLTree.Node, into row: inout RowDraft) {
    let start =
      row.record.changes.isEmpty ? tables.changes.count : Int(row.record.changes.start)
    var entries = reader.entries(node)
    while let entry = reader.next(&entries) {
      guard reader.isText(entry, "a fact"), let fact = fact(entry) else { continue }
      tables.changes.append(
        ChangeRecord(kind: .reset, fact: fact, span: reader.tree.span(entry)))
    }
    row.record.changes = TableRange(start: start, count: tables.changes.count - start)
  }

  /// The values that a scalar names, as a bit set.
  private mutating func values(_ node: YAMLTree.Node, of fact: Int32) -> UInt64 {
    let record = tables.facts[Int(fact)]
    if record.values.isEmpty { return 0 }
    if let place = reader.place(of: node, among: record.values) { return 1 << UInt64(place) }
    if let lower = record.lowerBound, let range = reader.numbers(node) {
      let places = (range.lowerBound - Int(lower))...(range.upperBound - Int(lower))
      if places.lowerBound >= 0, places.upperBound < record.values.range.count {
        return places.reduce(0) { $0 | 1 << UInt64($1) }
      }
    }
    let wanted = reader.string(node)
    let names = record.values.range.map { reader.string(reader.texts[$0]) }
    reader.report(
      .wrongValue, at: reader.tree.span(node),
      "the fact `\(reader.string(record.name))` has no value `\(wanted)`",
      help: (record.lowerBound == nil ? DidYouMean.question(for: wanted, in: names) : nil)
        ?? "it has: \(names.joined(separator: ", "))")
    return 0
  }
}
