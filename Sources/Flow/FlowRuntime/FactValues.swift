/// The values of all facts of a run, each as its index in the fact's values.
///
/// The first sixteen are stored in the machine itself, so that counting needs no check for shared
/// memory. If a catalogue has more, the rest is in an array.
package struct FactValues: Sendable {
  private static let near = 16
  private var first = SIMD16<UInt8>(repeating: 0)
  private var rest: [UInt8]

  package init(count: Int) {
    rest = Array(repeating: 0, count: max(0, count - FactValues.near))
  }

  package subscript(fact: Int) -> UInt8 {
    get { fact < FactValues.near ? first[fact] : rest[fact - FactValues.near] }
    set {
      if fact < FactValues.near {
        first[fact] = newValue
      } else {
        rest[fact - FactValues.near] = newValue
      }
    }
  }

  /// Applies a change of a row. Counting stops at the last value.
  mutating func apply(_ change: ProgramChange) {
    let fact = Int(change.fact)
    guard fact < FactValues.near else { return applyFar(change, fact - FactValues.near) }
    first[fact] = change.result(on: first[fact])
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
