import FlowFiles
import FlowLoader
import FlowModel
import TestSupport
import Testing
import WalletApp

@testable import WalletSimulator

/// The contract of `account.checkPin` in `Flows/rules` against the account server's policy.
@Suite struct ContractTests {
  @Test("In 500 random runs, the account server answers only what its contract allows")
  func contract() throws {
    let contracts = FlowLoader.rules(in: flowsFolder).rules.contracts
    let contract = try #require(contracts.first { $0.action.text == "account.checkPin" })
    let next = Dictionary(
      uniqueKeysWithValues: contract.states.map { state in
        (
          state.name.text,
          Dictionary(uniqueKeysWithValues: state.answers.map { ($0.answer.text, $0.next.text) })
        )
      })
    var random = SplitMix(seed: 13)
    var taken: Set<String> = []
    for _ in 0..<500 {
      var policy = RetryPolicy()
      var time: Int64 = 0
      var state = try #require(contract.states.first?.name.text)
      for _ in 0..<60 {
        time += random.pick([0, 1_000, 59_999, 61_000, 301_000, 3_601_000])
        let answer =
          switch policy.attempt(isRight: random.next(12) == 0, at: time) {
          case .valid: "valid"
          case .paused: "paused"
          case .blocked: "blocked"
          case .wrong(let attempt, let isFinal, _): "\(isFinal ? "final" : "wrong")-\(attempt)"
          }
        let following = try #require(next[state]?[answer], "\(answer) in \(state)")
        taken.insert("\(state) \(answer)")
        state = following
      }
    }
    // Nothing in the contract is impossible, either.
    #expect(taken.count == next.values.reduce(0) { $0 + $1.count })
  }
}
