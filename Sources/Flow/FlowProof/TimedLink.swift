/// What the way to a place of a ``TimedSearch`` says about times, in the clocks of the place
/// before.
struct TimedLink {
  /// Whether time may pass first.
  var delays = false
  var isTimer = false
  var bounds: [Zone.Bound] = []
  /// The clocks of the place before that are the clocks of this one.
  var clocks: [Int] = []

  /// How long a run waits before each of its deeds, in milliseconds, so that all that its ways say
  /// is true and every deed comes as early as it can. Nothing before a timer, which tells its time
  /// itself. Nil if there are no such times.
  static func waits(_ ways: [(link: TimedLink, isDeed: Bool)]) -> [Int64]? {
    // Every delay is a moment, and every clock began at one.
    var moments = [0]
    var bounds: [Bound] = []
    var deeds: [(from: Int, to: Int, isTimer: Bool)] = []
    var (now, last) = (0, 0)
    for (link, isDeed) in ways {
      let before = now
      if link.delays {
        last += 1
        now = last
        bounds.append(Bound(moment: now, after: before, least: 0))
        moments[0] = now
      }
      for bound in link.bounds {
        bounds.append(
          Bound(moment: moments[bound.clock], after: moments[bound.other], least: -bound.most))
      }
      if isDeed { deeds.append((before, now, link.isTimer)) }
      moments = [now] + link.clocks.map { moments[$0] }
    }
    return earliest(last + 1, bounds).map { times in
      deeds.map { $0.isTimer ? 0 : times[$0.to] - times[$0.from] }
    }
  }

  /// A moment is at least so long after another one.
  private struct Bound {
    let moment: Int
    let after: Int
    let least: Int64
  }

  /// The earliest times of moments. Nil if there are none.
  private static func earliest(_ count: Int, _ bounds: [Bound]) -> [Int64]? {
    var times = Array(repeating: Int64(0), count: count)
    for _ in 0...count {
      var isDone = true
      for bound in bounds where times[bound.moment] < times[bound.after] + bound.least {
        times[bound.moment] = times[bound.after] + bound.least
        isDone = false
      }
      if isDone { return times }
    }
    return nil
  }
}
