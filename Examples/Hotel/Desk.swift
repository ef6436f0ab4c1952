import FlowKit

/// What the app does: a function for every action of its flows, with the outcomes that have a row.
struct Desk: Hotel.Actions {
  func roomHold(_ context: borrowing HandlerContext) -> Hotel.RoomHold {
    context.input(Hotel.Input.name) == "Nobody" ? .taken : .held(room: "12")
  }

  func paymentTake(_ context: borrowing HandlerContext) throws -> Hotel.PaymentTake {
    let card = try context.secret(Hotel.Secret.card)
    return card.withBytes { $0.first == UInt8(ascii: "4") } ? .paid : .refused
  }
}
