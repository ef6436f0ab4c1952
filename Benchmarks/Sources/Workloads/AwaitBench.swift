/// Measures the bare cost of `await`, without looking up a step, taking a row or writing a trace.
/// No runner can be faster.
package enum AwaitBench {
  package static let calls = 240_000

  private typealias Body = nonisolated(nonsending) @Sendable (Int) async throws -> Int

  /// A closure that runs where its caller runs and answers at once, called from an actor.
  package static func closure() async throws -> Int {
    let bodies = (0..<8).map { answer -> Body in { $0 &+ answer } }
    return try await Asker().ask(bodies, calls)
  }

  /// A call from one actor to another and back.
  package static func actor() async throws -> Int {
    try await Asker().ask(Other(), calls)
  }

  private actor Asker {
    func ask(_ bodies: [Body], _ calls: Int) async throws -> Int {
      var sum = 0
      for call in 0..<calls { sum &+= try await bodies[call & 7](call) }
      return try answered(calls, sum)
    }

    func ask(_ other: Other, _ calls: Int) async throws -> Int {
      var sum = 0
      for call in 0..<calls { sum &+= await other.answer(call) }
      return try answered(calls, sum)
    }

    private func answered(_ calls: Int, _ sum: Int) throws -> Int {
      guard sum > 0 else { throw BenchError("nobody has answered") }
      return calls
    }
  }

  private actor Other {
    var asked = 0

    func answer(_ call: Int) -> Int {
      asked &+= 1
      return asked
    }
  }
}
