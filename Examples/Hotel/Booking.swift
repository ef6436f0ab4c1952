public import FlowKit

/// A booking: what its screens show and do.
public struct Booking: Sendable {
  public let runner: Runner

  /// A new booking, or the one that was saved before the app was killed.
  public init(
    flows: [UInt8], saved: String? = nil, clock: any RunClock = SystemRunClock()
  ) throws {
    let program = try Hotel.program(of: Catalogue(compiled: flows))
    let handlers = Hotel.handlers(Desk())
    if let saved {
      runner = try Runner(
        restoring: Snapshot(json: saved), on: program, handlers: handlers, clock: clock)
    } else {
      runner = try Runner(program, start: Hotel.UC1.self, handlers: handlers, clock: clock)
    }
  }

  /// What a screen shows: `for await now in booking.runner.updates { show(booking.lines(now)) }`.
  public func lines(_ now: Situation) -> [String] {
    if let end = now.end { return ["The end: \(end)"] }
    switch Hotel.UC1.Step(now) {
    case .bookRoom: return [now.title, "name:", "[Book]"]
    case .payment:
      let room = now.value(Hotel.Value.room) ?? ""
      let rest = now.remaining?.components.seconds ?? 0
      return ["\(now.title) for room \(room)", "\(rest) s left", "[Pay] [Cancel]"]
    case .noRoom: return [now.title, "[Close]"]
    case .holdRoom, .takePayment: return [now.message ?? "..."]
    case nil: return []  // a step of another flow
    }
  }

  public func book(as name: String) async throws {
    await runner.enter(name, as: Hotel.Input.name)
    _ = try await runner.choose(Hotel.UC1.Row.book)
  }

  public func pay(_ card: consuming Secret) async throws {
    await runner.enter(secret: card, as: Hotel.Secret.card)
    _ = try await runner.choose(Hotel.UC1.Row.pay)
  }

  /// The booking as text, to be kept until the app runs again. It has no secrets.
  public var saved: String? { get async { await runner.snapshot?.json } }
}
