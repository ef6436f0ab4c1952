import Glibc

/// A comparison of contestants, with the times of every round.
struct Measurement {
  /// Reads a clock, in nanoseconds.
  enum Time {
    /// The processor time of this process, without that of other programs.
    case processor
    /// The elapsed time, for work on two threads.
    case wall

    var now: Int64 {
      var time = timespec()
      clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }

  /// One side of a comparison.
  struct Contestant {
    let name: String
    /// Does the work once. Returns the nanoseconds per unit.
    let work: () async throws -> Double

    /// A contestant that times itself.
    init(_ name: String, timed work: @escaping () async throws -> Double) {
      self.name = name
      self.work = work
    }

    /// A contestant whose work returns the number of units it did.
    init(_ name: String, _ time: Time = .processor, work: @escaping () async throws -> Int) {
      self.name = name
      self.work = {
        let start = time.now
        let units = try await work()
        return Double(time.now - start) / Double(max(units, 1))
      }
    }

    /// A contestant whose work makes something. The time to release it does not count.
    init<Made>(
      _ name: String, _ time: Time = .processor,
      making work: @escaping () async throws -> (units: Int, made: Made)
    ) {
      self.name = name
      self.work = {
        let start = time.now
        let (units, made) = try await work()
        let passed = time.now - start
        return withExtendedLifetime(made) { Double(passed) / Double(max(units, 1)) }
      }
    }
  }

  let names: [String]
  /// Nanoseconds per unit: for every contestant, its rounds in order.
  let rounds: [[Double]]

  /// Runs all contestants in turn, A B C A B C, after one turn that does not count.
  static func interleaved(rounds: Int, _ contestants: [Contestant]) async throws -> Measurement {
    var results = [[Double]](repeating: [], count: contestants.count)
    for round in 0...rounds {
      for (index, contestant) in contestants.enumerated() {
        let time = try await contestant.work()
        if round > 0 { results[index].append(time) }
      }
    }
    return Measurement(names: contestants.map(\.name), rounds: results)
  }

  func median(_ index: Int) -> Double { Measurement.median(rounds[index]) }

  /// The time of a contestant as a multiple of that of `base`: the median, the lowest and the
  /// highest of the rounds' ratios.
  func ratio(_ index: Int, to base: Int) -> (median: Double, low: Double, high: Double) {
    let ratios = zip(rounds[index], rounds[base]).map { $0 / $1 }
    return (Measurement.median(ratios), ratios.min() ?? 0, ratios.max() ?? 0)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
