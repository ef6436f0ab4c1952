/// The card's side of the contacts: the program that runs in the chip.
///
/// The virtual card is one. Any reader that accepts a program can use it. Calls come one at a time.
public protocol CardProgram: Sendable {
  /// The answer to reset (ISO/IEC 7816-3 §8).
  var answerToReset: [UInt8] { get async }

  /// Called when the card gets or loses power, or is reset. Clears everything volatile.
  func reset() async

  /// Handles one command. The bytes are as received and need not be valid.
  func react(to command: [UInt8]) async -> CardReaction
}

/// The behaviour of a card: its answer to each command.
public enum CardReaction: Hashable, Sendable {
  /// It answers, with at least the two bytes of a status word.
  case response([UInt8])
  /// It does not answer, and will not until it is reset.
  case silence
  /// It is removed before it answers.
  case removal
}
