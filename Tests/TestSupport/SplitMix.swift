/// Random numbers that are the same in every run for the same seed (Steele, Lea, Flood:
/// SplitMix64).
public struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  /// A different sequence for each seed.
  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to below a limit.
  public mutating func next(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// One of the values, which must not be empty.
  public mutating func pick<T>(_ values: [T]) -> T { values[next(values.count)] }

  /// So many random bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
