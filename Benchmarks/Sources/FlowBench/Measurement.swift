import Glibc

/// What is compared with what, and how fast it was in every round.
struct Measurement {
  /// Reads a clock, in nanoseconds.
  enum Time {
    /// The processor time of this process: what other programs do to the machine does not count.
    case processor
    /// The time that passes: for work on two threads.
    case wall

    var now: Int64 {
      var time = timespec()
      clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }

  /// One of the things that are compared.
  struct Contestant {
    let name: String
    /// Does the work once; the nanoseconds a unit.
    let work: () async throws -> Double

    /// One that times itself.
    init(_ name: String, timed work: @escaping () async throws -> Double) {
      self.name = name
      self.work = work
    }

    /// One whose work says how many units it did.
    init(_ name: String, _ time: Time = .processor, work: @escaping () async throws -> Int) {
      self.name = name
      self.work = {
        let start = time.now
        let units = try await work()
        return Double(time.now - start) / Double(max(units, 1))
      }
    }

    /// One whose work makes something. Releasing that is no part of the work: the clock has stopped.
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
  /// Nanoseconds a unit: for every contestant, its rounds in order.
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

  /// How many times as long as `base` a contestant takes: the median of the rounds' ratios, and the
  /// lowest and highest of them.
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
