import FlowKit
import Foundation

@main struct App {
  static func main() async throws {
    let runner = try Runner(
      Hotel.program(), start: Hotel.UC1.self, handlers: Hotel.handlers(Desk()))
    for await situation in runner.updates {
      show(situation)
      // A refused choice changes nothing, so the same screen asks again.
      while await runner.situation.step == situation.step, situation.end == nil {
        do {
          try await decide(situation, runner)
          break
        } catch {
          print("   ! \(error)")
        }
      }
    }
  }

  static func decide(_ situation: Situation, _ runner: Runner) async throws(RunnerError) {
    switch Hotel.UC1.Step(situation) {
    case .bookRoom:
      await runner.enter(line(), as: Hotel.Input.name)
      _ = try await runner.choose(Hotel.UC1.Row.book)
    case .payment:
      var card = Array(line().utf8)
      guard !card.isEmpty else {
        _ = try await runner.choose(Hotel.UC1.Row.cancel)
        return
      }
      await runner.enter(secret: Secret(moving: &card), as: Hotel.Secret.card)
      _ = try await runner.choose(Hotel.UC1.Row.pay)
    case .noRoom:
      _ = line()
      _ = try await runner.choose(Hotel.UC1.Row.close)
    case .holdRoom, .takePayment, nil: break
    }
  }

  /// What the guest types.
  static func line() -> String {
    guard let line = readLine() else { exit(0) }
    return line
  }

  static func show(_ situation: Situation) {
    if let end = situation.end { return print("The end: \(end)") }
    print("== \(situation.title)", situation.message ?? "")
    for input in situation.inputs { print("   \(input.name): \(input.requirement)") }
    if let timer = situation.timer { print("   \(timer.rest / 1_000) s left") }
  }
}
