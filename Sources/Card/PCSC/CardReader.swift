/// A reader as the PC/SC service shows it at one moment.
public struct CardReader: Hashable, Sendable {
  /// What lies on the reader.
  public enum Content: Hashable, Sendable {
    case empty
    /// A card, with its answer to reset.
    case card(answerToReset: [UInt8])
    /// A card that does not answer to a reset.
    case mute
    /// The reader itself does not answer.
    case unknown
  }

  /// The name by which the service knows the reader, with interface and slot number.
  public let name: String
  public let content: Content
  /// Whether some program is connected to the card.
  public let isInUse: Bool

  /// How many insertions and removals the service has counted, modulo 65,536. It looks every
  /// 400 ms: a card that is changed for another in less goes unnoticed.
  public let eventCount: Int

  public init(name: String, content: Content, isInUse: Bool = false, eventCount: Int = 0) {
    self.name = name
    self.content = content
    self.isInUse = isInUse
    self.eventCount = eventCount
  }

  /// The card's answer to reset, where there is a card that gave one.
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
