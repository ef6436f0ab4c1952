// swift-format-ignore-file: AlwaysUseLowerCamelCase, IdentifiersMustBeASCII
// Written by `flowrun swift` from flow files. Change those, and write it again.

import FlowKit

/// The flows of the app: UC1.
enum Hotel {
  /// The program of these flows in a catalogue that has them, as they are written.
  static func program(of catalogue: Catalogue) -> Program {
    catalogue.compiled(as: .written)
  }

  /// `UC1`: Book a room
  ///
  /// Flows/UC1-book-a-room.yaml
  enum UC1: TypedFlow {
    /// The id of the flow.
    static let flow = "UC1"

    /// The steps.
    enum Step: String, StepName {
      /// `1.1`: System shows screen 'Book a room' (line 11)
      case bookRoom = "UC1:bookRoom"
      /// `1.2`: System asks the hotel to hold a room (line 19)
      case holdRoom = "UC1:holdRoom"
      /// `2.1`: System shows screen 'Pay' (line 32)
      case payment = "UC1:payment"
      /// `2.2`: System takes the payment (line 42)
      case takePayment = "UC1:takePayment"
      /// `3.1`: System shows prompt 'No room is free' (line 54)
      case noRoom = "UC1:noRoom"
    }

    /// The rows.
    enum Row: String, RowName {
      /// `1.1a`: User selects Book -> 1.2 (line 18)
      case book = "UC1:book"
      /// `1.2a`: Case: A room is held -> 2 (line 26)
      case roomHeld = "UC1:roomHeld"
      /// `1.2b`: Case: No room is free -> 3 (line 27)
      case noneFree = "UC1:noneFree"
      /// `2.1a`: User selects Pay -> 2.2 (line 39)
      case pay = "UC1:pay"
      /// `2.1b`: User selects Cancel -> end (line 40)
      case cancel = "UC1:cancel"
      /// `2.1c`: Event: 15 minutes pass -> 3 (line 41)
      case timeIsUp = "UC1:timeIsUp"
      /// `2.2a`: Case: The card is charged -> end (line 48)
      case paid = "UC1:paid"
      /// `2.2b`: Case: The card is refused -> 2.1 (line 49)
      case refused = "UC1:refused"
      /// `3.1a`: User selects Close -> end (line 59)
      case close = "UC1:close"
    }
  }

  /// What the app does: a function for every action of the flows.
  protocol Actions: Sendable {
    /// `room.hold`: System asks the hotel to hold a room
    ///
    /// At UC1:1.2
    nonisolated(nonsending) func roomHold(
      _ context: borrowing HandlerContext
    ) async throws -> RoomHold

    /// `payment.take`: System takes the payment
    ///
    /// At UC1:2.2
    nonisolated(nonsending) func paymentTake(
      _ context: borrowing HandlerContext
    ) async throws -> PaymentTake
  }

  /// The handlers of a run, bound to what the app does.
  static func handlers(_ actions: some Actions) -> Handlers {
    var handlers = Handlers()
    handlers.bind("room.hold") {
      try await actions.roomHold($0)
    }
    handlers.bind("payment.take") {
      try await actions.paymentTake($0)
    }
    return handlers
  }

  /// The outcomes of `room.hold`, with the values that texts show.
  enum RoomHold: TypedAnswer {
    /// UC1:1.2a Case: A room is held
    case held(room: String)
    /// UC1:1.2b Case: No room is free
    case taken

    /// All outcomes.
    static let outcomes = ["held", "taken"]
    /// The names of all values.
    static let values = ["room"]

    /// The outcome with its values.
    var answer: Answer {
      switch self {
      case .held(let room):
        Answer("held", values: ["room": room])
      case .taken:
        Answer("taken")
      }
    }
  }

  /// The outcomes of `payment.take`.
  enum PaymentTake: String, OutcomeName {
    /// UC1:2.2a Case: The card is charged
    case paid
    /// UC1:2.2b Case: The card is refused
    case refused
  }

  /// What the user enters.
  enum Input: String, InputName {
    case name
  }

  /// What the user enters in secret.
  enum Secret: String, SecretName {
    case card
  }

  /// What actions return to be shown.
  enum Value: String, ValueName {
    case room
  }
}
