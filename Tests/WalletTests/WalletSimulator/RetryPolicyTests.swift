import Testing
import WalletApp

@testable import WalletSimulator

@Suite struct RetryPolicyTests {
  @Test("The retry policy gives sixteen attempts with pauses of 60, 300 and 3600 seconds")
  func policy() {
    var policy = RetryPolicy()
    var time: Int64 = 0
    var said: [String] = []
    for _ in 0..<16 {
      switch policy.attempt(isRight: false, at: time) {
      case .wrong(let attempt, let isFinal, let until):
        said.append("\(isFinal ? "final" : "wrong")-\(attempt)")
        if attempt == 4, !isFinal {
          said.append("pause \((until - time) / 1_000)")
          #expect(policy.attempt(isRight: true, at: until - 1) == .paused(until: until))
          time = until
        }
      case .valid, .paused, .blocked: said.append("?")
      }
    }
    let round = ["wrong-1", "wrong-2", "wrong-3", "wrong-4"]
    #expect(
      said == round + ["pause 60"] + round + ["pause 300"] + round + ["pause 3600"]
        + ["final-1", "final-2", "final-3", "final-4"])
    #expect(policy.attempt(isRight: true, at: time + 1_000_000_000) == .blocked)
  }

  @Test("The right PIN takes all failures back, at any of them", arguments: 0..<16)
  func rightPIN(_ failures: Int) {
    var policy = RetryPolicy(failures: failures)
    #expect(policy.attempt(isRight: true, at: 1) == .valid)
    #expect(policy == RetryPolicy())
  }
}
