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
