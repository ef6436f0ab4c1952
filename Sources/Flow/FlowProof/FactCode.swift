internal import FlowModel
internal import FlowRuntime

/// The values of those facts that decide anything, packed into one word.
struct FactCode {
  private struct Field {
    let shift: UInt64
    let mask: UInt64
    let count: Int
  }

  private var fields: [Field] = []
  private var used: UInt64 = 0
  /// For every fact of the program its field; -1 for a fact that decides nothing.
  private var fieldOfFact: [Int32]
  /// The facts and contracts that did not fit.
  private(set) var isFull = false

  init(factCount: Int) { fieldOfFact = Array(repeating: -1, count: factCount) }

  /// Adds a fact of the program, and returns its field. Nil if there is no room.
  mutating func add(fact: Int, of program: Program) -> Int? {
    if fieldOfFact[fact] >= 0 { return Int(fieldOfFact[fact]) }
    guard let field = add(values: program.facts[fact].values.count) else { return nil }
    fieldOfFact[fact] = Int32(field)
    return field
  }

  /// Adds something else with so many values.
  mutating func add(values: Int) -> Int? {
    let width = UInt64(64 - max(values - 1, 1).leadingZeroBitCount)
    guard used + width <= 64 else {
      isFull = true
      return nil
    }
    fields.append(Field(shift: used, mask: (1 << width) - 1, count: values))
    used += width
    return fields.count - 1
  }

  func field(of fact: Int) -> Int? { fieldOfFact[fact] < 0 ? nil : Int(fieldOfFact[fact]) }

  func value(of field: Int, in word: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: word >> fields[field].shift & fields[field].mask)
  }

  func set(_ field: Int, to value: UInt8, in word: UInt64) -> UInt64 {
    word & ~(fields[field].mask << fields[field].shift) | UInt64(value) << fields[field].shift
  }

  /// Whether a condition of the program holds.
  func holds(_ condition: ProgramCondition, in word: UInt64) -> Bool {
    let field = fieldOfFact[Int(condition.fact)]
    return field < 0 || condition.holds(value(of: Int(field), in: word))
  }

  /// The word after a change of the program.
  func applying(_ change: ProgramChange, to word: UInt64) -> UInt64 {
    let field = Int(fieldOfFact[Int(change.fact)])
    guard field >= 0 else { return word }
    let old = value(of: field, in: word)
    let new = change.counts ? (old < change.value ? old + 1 : old) : change.value
    return set(field, to: new, in: word)
  }

  /// The words with which runs may begin: every combination of the allowed values, with the first
  /// values first. Nil if there are too many.
  func starts(allowed: [Int: [UInt8]], most: Int) -> [UInt64]? {
    var words: [UInt64] = [0]
    for (field, about) in fields.enumerated() {
      let values = allowed[field] ?? (0..<about.count).map { UInt8(truncatingIfNeeded: $0) }
      guard words.count * values.count <= most else { return nil }
      words = values.flatMap { value in words.map { set(field, to: value, in: $0) } }
    }
    return words
  }

  /// The values of the facts of a program in a word, as names, for a script. Facts with their first
  /// value are left out.
  func names(_ word: UInt64, of program: Program) -> [(name: String, value: String)] {
    program.facts.enumerated().compactMap { fact, domain in
      guard let field = field(of: fact) else { return nil }
      let value = Int(value(of: field, in: word))
      return value == 0 || value >= domain.values.count
        ? nil : (domain.name, domain.values[value])
    }
  }
}
