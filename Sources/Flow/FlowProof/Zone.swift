/// What is known of the values of some clocks: for every two of them, how much more one shows than
/// the other at most. Clock 0 always shows 0, and the others never less.
///
/// A difference bound matrix. Times are whole milliseconds, so that it is exact.
struct Zone: Hashable {
  /// A clock shows at most so much more than another one.
  struct Bound {
    let clock: Int
    let other: Int
    let most: Int64
  }

  private static let none = Int64.max

  private let size: Int
  private var bounds: [Int64]

  /// No clocks.
  init() {
    size = 1
    bounds = [0]
  }

  /// Time passes.
  mutating func delay() {
    for clock in 1..<max(size, 1) { bounds[clock * size] = Zone.none }
  }

  /// Keeps only the values within a bound. Returns false if there are none.
  mutating func constrain(_ bound: Bound) -> Bool {
    let (one, other, most) = (bound.clock, bound.other, bound.most)
    guard one != other else { return most >= 0 }
    guard most < bounds[one * size + other] else { return true }
    guard Zone.sum(bounds[other * size + one], most) >= 0 else { return false }
    for row in 0..<size {
      let start = Zone.sum(bounds[row * size + one], most)
      guard start < Zone.none else { continue }
      for column in 0..<size {
        let sum = Zone.sum(start, bounds[other * size + column])
        if sum < bounds[row * size + column] { bounds[row * size + column] = sum }
      }
    }
    return true
  }

  /// The zone in which clock `place + 1` shows what `clocks[place]` shows here, without differences
  /// above `limit`.
  func picking(_ clocks: [Int], limit: Int64) -> Zone {
    let old = [0] + clocks
    var zone = Zone(size: old.count)
    for (row, one) in old.enumerated() {
      for (column, other) in old.enumerated() {
        let bound = bounds[one * size + other]
        zone.bounds[row * zone.size + column] =
          bound > limit ? Zone.none : max(bound, -limit)
      }
    }
    zone.close()
    return zone
  }

  /// What is known at all.
  var allBounds: [Bound] {
    bounds.indices.compactMap { place in
      let (clock, other) = place.quotientAndRemainder(dividingBy: size)
      guard clock != other, bounds[place] < Zone.none else { return nil }
      return Bound(clock: clock, other: other, most: bounds[place])
    }
  }

  /// Any time before.
  mutating func goBack() {
    for clock in 1..<max(size, 1) {
      bounds[clock] = (1..<size).reduce(0) { min($0, bounds[$1 * size + clock]) }
    }
  }

  /// Whether some values are in another zone too.
  func meets(_ other: Zone) -> Bool {
    var zone = self
    return other.allBounds.allSatisfy { zone.constrain($0) }
  }

  /// The values that are not in another zone, in zones of which no two have a value in common.
  func subtracting(_ other: Zone) -> [Zone] {
    var rest = self
    var parts: [Zone] = []
    for bound in other.allBounds {
      var part = rest
      if part.constrain(Bound(clock: bound.other, other: bound.clock, most: -bound.most - 1)) {
        parts.append(part)
      }
      guard rest.constrain(bound) else { break }
    }
    return parts
  }

  /// Whether all values of another zone are in this one.
  func includes(_ other: Zone) -> Bool {
    for place in bounds.indices where bounds[place] < other.bounds[place] { return false }
    return true
  }

  /// Makes every bound as small as the others make it.
  private mutating func close() {
    for middle in 0..<size {
      for row in 0..<size where bounds[row * size + middle] < Zone.none {
        for column in 0..<size {
          let sum = Zone.sum(bounds[row * size + middle], bounds[middle * size + column])
          if sum < bounds[row * size + column] { bounds[row * size + column] = sum }
        }
      }
    }
  }

  private init(size: Int) {
    self.size = size
    bounds = Array(repeating: 0, count: size * size)
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    one == none || other == none ? none : one + other
  }
}
