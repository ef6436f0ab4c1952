/// The card's side of the contacts: what runs in the chip, as far as a reader can tell.
///
/// The virtual card is one; any reader that can be fed from a program serves it. Calls come one
/// at a time.
public protocol CardProgram: Sendable {
  /// The answer to reset (ISO/IEC 7816-3 §8).
  var answerToReset: [UInt8] { get async }

  /// The card gets power, or loses it, or is reset: whatever is volatile in it is gone.
  func reset() async

  /// Takes one command as it came, whatever it holds, and reacts.
  func react(to command: [UInt8]) async -> CardReaction
}

/// What a card does with a command.
public enum CardReaction: Hashable, Sendable {
  /// It answers, with at least the two bytes of a status word.
  case response([UInt8])
  /// It says nothing, and never will until it is reset.
  case silence
  /// It is gone before it answers.
  case removal
}
