/// A reader, as the PC/SC service reported it at one moment.
public struct CardReader: Hashable, Sendable {
  /// The content of the reader.
  public enum Content: Hashable, Sendable {
    /// No card.
    case empty
    /// A card, with its answer to reset.
    case card(answerToReset: [UInt8])
    /// A card that does not answer to a reset.
    case mute
    /// The reader itself does not answer.
    case unknown
  }

  /// The service's name for the reader, with interface and slot number.
  public let name: String
  /// The content of the reader.
  public let content: Content
  /// Whether a program is connected to the card.
  public let isInUse: Bool

  /// How many insertions and removals the service has counted, modulo 65,536. The service looks
  /// every 400 ms, so it does not notice when a card is exchanged faster.
  public let eventCount: Int

  /// A reader with these values.
  public init(name: String, content: Content, isInUse: Bool = false, eventCount: Int = 0) {
    self.name = name
    self.content = content
    self.isInUse = isInUse
    self.eventCount = eventCount
  }

  /// The answer to reset of the card. Nil without a card that answers.
  public var answerToReset: [UInt8]? {
    if case .card(let answerToReset) = content { answerToReset } else { nil }
  }

  init(_ status: ReaderStatus) {
    let content: Content =
      if status.has(ReaderStatus.unknown) || status.has(ReaderStatus.unavailable) {
        .unknown
      } else if status.has(ReaderStatus.mute) {
        .mute
      } else if status.has(ReaderStatus.present) {
        .card(answerToReset: status.answerToReset)
      } else {
        .empty
      }
    self.init(
      name: status.name, content: content,
      isInUse: status.has(ReaderStatus.inUse) || status.has(ReaderStatus.exclusive),
      eventCount: Int(status.state >> 16 & 0xFFFF))
  }
}
