/// A criterion that a set of paths meets.
public enum PathCriterion: String, Hashable, Sendable, CaseIterable {
  /// Every row is taken.
  case rows
  /// Every row is taken right after every row it can follow.
  case pairs
  /// Every path through the flow that visits no step twice.
  case simple
  /// Every row that leads back closes its loop once.
  case loops
  /// Every timer runs out.
  case timers
  /// Every row that depends on a counter is taken for every value of the counter.
  case times

  /// A description of the criterion.
  public var about: String {
    switch self {
    case .rows: "every row is taken"
    case .pairs: "every row right after every row it can follow"
    case .simple: "every way through that comes to no step twice"
    case .loops: "every loop once"
    case .timers: "every timer runs out"
    case .times: "every first, second, n-th time"
    }
  }

  /// The prefix of the names of its paths.
  var prefix: String {
    switch self {
    case .rows: "row"
    case .pairs: "pair"
    case .simple: "simple"
    case .loops: "loop"
    case .timers: "timer"
    case .times: "time"
    }
  }
}
