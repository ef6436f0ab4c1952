import Workloads

/// A goal of the table: the allowed ratio of ours to a limit of the same run.
struct Goal {
  enum Bound {
    /// The least speed, as a multiple of the limit's. Nil if it is only printed.
    case speed(atLeast: Double?)
    /// The longest time, as a multiple of the limit's. Nil if it is only printed.
    case time(atMost: Double?)
  }

  let work: String
  let limit: String
  let bound: Bound
  /// Formats nanoseconds per unit for the table.
  let figure: (Double) -> String

  /// A line of the table, and whether the goal is met.
  func line(_ measurement: Measurement, _ ours: Int, _ base: Int) -> (cells: [String], isMet: Bool)
  {
    let ratio = measurement.ratio(ours, to: base)
    let wanted: String
    let got: String
    let spread: String
    let isMet: Bool
    switch bound {
    case .speed(let least):
      let digits = least ?? 1 < 0.1 ? 4 : 2
      wanted = least.map { "≥ \($0.rounded(to: digits))x the speed" } ?? ""
      got = "\((1 / ratio.median).rounded(to: digits))x"
      spread =
        "\((1 / ratio.high).rounded(to: digits))-\((1 / ratio.low).rounded(to: digits))"
      isMet = 1 / ratio.median >= least ?? 0
    case .time(let most):
      wanted = most.map { "≤ \($0.rounded(to: 2))x the time" } ?? ""
      got = "\(ratio.median.rounded(to: 2))x"
      spread = "\(ratio.low.rounded(to: 2))-\(ratio.high.rounded(to: 2))"
      isMet = ratio.median <= most ?? .infinity
    }
    let cells = [
      work, "\(limit): \(figure(measurement.median(base)))", figure(measurement.median(ours)), got,
      spread, wanted, wanted.isEmpty ? "" : isMet ? "yes" : "no",
    ]
    return (cells, isMet)
  }

  static func rate(_ nanoseconds: Double) -> String {
    "\((1_000 / nanoseconds).rounded(to: 1)) M/s"
  }
  static func bytes(_ nanoseconds: Double) -> String {
    "\((1_000 / nanoseconds).rounded(to: 1)) MB/s"
  }
  static func milliseconds(_ nanoseconds: Double) -> String {
    "\((nanoseconds / 1_000_000).rounded(to: 3)) ms"
  }
}
