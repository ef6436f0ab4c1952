import FlowKit

@main struct App {
  static func main() async throws {
    let runner = try Runner(
      Hotel.program(), start: Hotel.UC1.self, handlers: Hotel.handlers(Desk()))
    for await situation in runner.updates {
      show(situation)
    }
  }

  static func show(_ situation: Situation) {
    if let end = situation.end { return print("The end: \(end)") }
    print("== \(situation.title)", situation.message ?? "")
    for input in situation.inputs { print("   \(input.name): \(input.requirement)") }
    if let timer = situation.timer { print("   \(timer.rest / 1_000) s left") }
  }
}
