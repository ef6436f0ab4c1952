public import AppDriver
public import FlowKit
import Screen

/// The app with the hotel's flow and its screen. A test taps, moves its clock, and answers for the
/// hotel.
@MainActor public final class Phone: DrivenApp {
  /// The app shows something else than it should.
  public struct Elsewhere: Error {
    public let shown: [String]
  }

  private let flows: Catalogue
  private let hotel = AsyncStream<String>.makeStream()
  private var clock = ManualRunClock()
  private var runner: Runner?
  private var model: RunModel?

  public init(_ flows: Catalogue) {
    self.flows = flows
  }

  public func start(_ situation: Situation) throws {
    var handlers = Handlers()
    for (action, outcomes) in [
      "room.hold": ["held", "taken"], "payment.take": ["paid", "refused"],
    ] {
      handlers.bind(action, outcomes: outcomes, values: ["room"]) { [answers = hotel.stream] _ in
        for await answer in answers { return Answer(answer, values: ["room": "12"]) }
        throw CancellationError()
      }
    }
    clock = ManualRunClock()
    let runner = try Runner(
      flows.compiled(), start: try flow(of: situation), handlers: handlers, clock: clock)
    let model = RunModel(runner)
    Task { await model.follow() }
    (self.runner, self.model) = (runner, model)
  }

  /// The flow that the app has: the driver's may be another version.
  private func flow(of situation: Situation) throws -> Flow {
    guard let flow = flows.flow(id: situation.step.flow.id) else { throw Elsewhere(shown: []) }
    return flow
  }

  public func take(_ move: DriverMove, _ situation: Situation) async -> [String: String] {
    if move.wait > .zero {
      clock.advance(to: clock.now + Int64((move.wait / .milliseconds(1)).rounded()))
    } else if let outcome = move.outcome {
      hotel.continuation.yield(outcome)
    } else {
      var fields: [String: String] = [:]
      for input in situation.inputs where move.enters.contains(input.name) {
        let length = input.length.lowerBound
        if input.isSecret {
          var digits = [UInt8](repeating: UInt8(ascii: "4"), count: length)
          await runner?.enter(secret: Secret(moving: &digits), as: input.name)
        } else {
          fields[input.name] = String(repeating: "4", count: length)
        }
      }
      let model = model
      Task { await model?.tap(move.row.qualified, fields: fields) }
    }
    return ["room": "12", "name": "44"]
  }

  public func shows(_ situation: Situation) async throws {
    guard let model else { return }
    let expected = situation.end.map { "The end: \($0)" } ?? situation.title
    for _ in 0..<2_000 {
      if RunView(model).body.first == expected { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw Elsewhere(shown: RunView(model).body)
  }
}
