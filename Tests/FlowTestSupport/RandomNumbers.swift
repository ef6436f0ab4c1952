/// Numbers that are the same for the same seed, on every machine (xorshift).
public struct RandomNumbers {
  private var state: UInt64

  public init(seed: UInt64) {
    state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
  }

  /// A number from 0 to below a limit.
  public mutating func next(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % limit
  }

  public mutating func pick<T>(_ values: [T]) -> T { values[next(values.count)] }
}
