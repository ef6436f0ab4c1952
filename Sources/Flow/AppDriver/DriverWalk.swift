public import FlowModel
public import FlowRuntime

/// Chooses what a run does next, for ``drive(_:_:_:_:as:from:facts:until:)``.
///
/// The walks of this module are ``WeightedWalk``, ``ShortestWalk``, ``CoveringWalk`` and
/// ``PathsWalk``. They are the same in `driver.mjs` and in `flowrun_driver` for Python.
public protocol DriverWalk {
  /// Whether it ends by itself. Otherwise it ends after 1,000 moves, unless ``DriverLimits`` says
  /// when. False if it is missing.
  var ends: Bool { get }

  /// Is told, before the first run, which flow is driven. Does nothing if it is missing.
  mutating func begin(_ flow: Flow, as reading: Reading) throws(DriverError)

  /// Makes sure, before the first run, that the flows have the rows and steps that the walk names.
  /// Does nothing if it is missing.
  func check(on flows: Catalogue) throws(DriverError)

  /// What to do next. Nil where the walk is over.
  mutating func next(at place: DriverPlace) throws -> DriverChoice?

  /// Whether the call is entered at which the run stands. Where it is not, the rows of the calling
  /// step are moves. True if it is missing.
  ///
  /// - Parameter taken: the newest rows of the run.
  func enters(_ situation: Situation, taken: [Row]) -> Bool

  /// The first values of facts of a run by its number, from 0. Nil if the walk has none of its own,
  /// and if it is missing.
  func facts(ofRun number: Int) -> [String: String]?
}

extension DriverWalk {
  public var ends: Bool { false }
  public mutating func begin(_ flow: Flow, as reading: Reading) throws(DriverError) {}
  public func check(on flows: Catalogue) throws(DriverError) {}
  public func enters(_ situation: Situation, taken: [Row]) -> Bool { true }
  public func facts(ofRun number: Int) -> [String: String]? { nil }
}

/// Where a walk chooses.
public struct DriverPlace: Sendable {
  /// The run, to try moves in a copy of it.
  public let run: DrivenRun
  /// What may happen next.
  public let moves: [DriverMove]
  /// The rows that any run of this drive has taken, with their flows: `UC1:1.1a`. One that holds at
  /// any time is the same at each step.
  public let covered: Set<String>
  /// The newest rows of the run.
  public let taken: [Row]
}

/// What a walk chooses.
public enum DriverChoice: Hashable, Sendable {
  /// One of the moves.
  case make(DriverMove)
  /// A new run.
  case restart
}

/// Any move; one with a weight of 3 three times as often as one of 1. At the end of a run it begins
/// again. The same seed makes the same walk.
public struct WeightedWalk: DriverWalk, Sendable {
  private var chance: Chance
  private let weights: [String: Int]

  /// The largest weight.
  public static let largest = 1_000_000

  /// - Parameter weights: weights of rows, as `UC1:1.1a`, `1.1a` or `signOut`, or of kinds, from 0
  ///   to ``largest``. Other rows have a weight of 1.
  public init(seed: UInt64 = 0, weights: [String: Int] = [:]) {
    chance = Chance(state: seed)
    self.weights = weights.mapValues { min(max($0, 0), WeightedWalk.largest) }
  }

  private func weight(_ move: DriverMove) -> UInt64 {
    let row = move.row
    let named = row.name.flatMap { weights[row.qualifiedName] ?? weights[$0] }
    return UInt64(
      weights[row.qualified] ?? weights[row.reference] ?? named ?? weights[move.kind.key] ?? 1)
  }

  public func check(on flows: Catalogue) throws(DriverError) {
    let kinds = Set(Row.Kind.allCases.map(\.key))
    let unknown = weights.keys.sorted().first { !kinds.contains($0) && !flows.hasRow($0) }
    guard let unknown else { return }
    throw DriverError("a weight is of `\(unknown)`, which is no row and no kind of rows")
  }

  public mutating func next(at place: DriverPlace) -> DriverChoice? {
    let total = place.moves.reduce(0) { $0 + weight($1) }
    guard total > 0 else { return .restart }
    var left = chance.below(total)
    for move in place.moves {
      let weight = weight(move)
      if left < weight { return .make(move) }
      left -= weight
    }
    return nil
  }
}

/// Numbers that are the same in all drivers (SplitMix64).
private struct Chance {
  var state: UInt64

  mutating func below(_ limit: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ (mixed >> 31)) % limit
  }
}

extension DriverWalk where Self == WeightedWalk {
  /// Any move. At the end of a run it begins again.
  public static func random(seed: UInt64 = 0) -> WeightedWalk { WeightedWalk(seed: seed) }

  /// Any move; one with a weight of 3 three times as often as one of 1. Weights, whole numbers, are
  /// of rows (`UC1:1.1a`, `1.1a`, `signOut`) or kinds.
  public static func weighted(seed: UInt64 = 0, _ weights: [String: Int]) -> WeightedWalk {
    WeightedWalk(seed: seed, weights: weights)
  }
}

extension DriverWalk where Self == ShortestWalk {
  /// The fewest moves to a row or a step.
  public static func shortest(to place: String) -> ShortestWalk { ShortestWalk(to: place) }
}

extension DriverWalk where Self == CoveringWalk {
  /// All rows that can be taken, each by the fewest moves from where the run stands, or else from
  /// the start.
  public static var covering: CoveringWalk { CoveringWalk() }
}

extension DriverWalk where Self == PathsWalk {
  /// Paths, each in a run of its own.
  public static func paths(_ paths: [DriverPath]) -> PathsWalk { PathsWalk(paths) }

  /// Those of these paths that are of the driven flow, each in a run of its own.
  public static func paths(_ listed: [DriverPaths]) -> PathsWalk { PathsWalk(listed) }

  /// The paths of the driven flow in what `flowrun paths --follow --format json` prints, in UTF-8:
  /// all of it, the entry of the flow, or its list of paths. Throws if it is something else.
  public static func paths(json: some Sequence<UInt8>) throws(DriverError) -> PathsWalk {
    try PathsWalk(json: json)
  }
}
