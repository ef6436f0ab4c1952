/// The values of all facts of a run, each as its index in the fact's values.
///
/// The first sixteen are stored in the machine itself, so that counting needs no check for shared
/// memory. If a catalogue has more, the rest is in an array.
package struct FactValues: Sendable {
  private static let near = 16
  // A byte for each of the first sixteen, the first one lowest.
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var rest: [UInt8]

  package init(count: Int) {
    rest = Array(repeating: 0, count: max(0, count - FactValues.near))
  }

  package subscript(fact: Int) -> UInt8 {
    get { fact < FactValues.near ? near(fact) : rest[fact - FactValues.near] }
    set {
      if fact < FactValues.near {
        setNear(fact, newValue)
      } else {
        rest[fact - FactValues.near] = newValue
      }
    }
  }

  @inline(__always)
  private func near(_ fact: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (fact < 8 ? low : high) &>> UInt64(truncatingIfNeeded: fact &* 8))
  }

  @inline(__always)
  private mutating func setNear(_ fact: Int, _ value: UInt8) {
    let shift = UInt64(truncatingIfNeeded: fact &* 8)
    let (mask, bits) = (~(0xFF as UInt64 &<< shift), UInt64(value) &<< shift)
    if fact < 8 { low = low & mask | bits } else { high = high & mask | bits }
  }

  /// Applies a change of a row. Counting stops at the last value.
  mutating func apply(_ change: ProgramChange) {
    let fact = Int(change.fact)
    guard fact < FactValues.near else { return applyFar(change, fact - FactValues.near) }
    setNear(fact, change.result(on: near(fact)))
  }

  @inline(never)
  private mutating func applyFar(_ change: ProgramChange, _ place: Int) {
    rest[place] = change.result(on: rest[place])
  }
}

extension ProgramChange {
  /// The value of the fact after the change.
  fileprivate func result(on old: UInt8) -> UInt8 { counts ? (old < value ? old + 1 : old) : value }
}
