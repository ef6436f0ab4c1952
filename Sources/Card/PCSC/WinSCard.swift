/// The functions of PC/SC part 5 that are needed here: blocking calls on handles.
///
/// ``SystemWinSCard`` implements them; tests script them. They may be called from any thread, and
/// all except ``cancel(_:)`` wait for other calls in the same context.
protocol WinSCard: Sendable {
  func establishContext() throws(PCSCCode) -> Int
  func releaseContext(_ context: Int)
  /// Ends the ``statusChange(in:of:milliseconds:)`` that waits at this moment, and no other call.
  func cancel(_ context: Int)
  func readerNames(in context: Int) throws(PCSCCode) -> [String]
  func statusChange(
    in context: Int, of readers: [ReaderStatus], milliseconds: UInt
  ) throws(PCSCCode) -> [ReaderStatus]
  func connect(_ context: Int, to reader: String) throws(PCSCCode) -> ConnectedCard
  func reconnect(_ card: Int) throws(PCSCCode) -> UInt
  func beginTransaction(_ card: Int) throws(PCSCCode)
  func endTransaction(_ card: Int)
  func disconnectResetting(_ card: Int)
  func answerToReset(of card: Int) throws(PCSCCode) -> [UInt8]
  func transmit(
    _ command: [UInt8], to card: Int, over protocol: UInt
  ) throws(PCSCCode) -> [UInt8]
}

/// A reader's state in the form of the service (`SCARD_READERSTATE`).
struct ReaderStatus: Hashable, Sendable {
  let name: String
  /// The state word: flags in the low half, the number of insertions and removals in the high half.
  var state: UInt = 0
  var answerToReset: [UInt8] = []

  /// A reader that does not exist. Its state changes when a reader is attached or detached.
  static let plugAndPlay = ReaderStatus(name: #"\\?PnP?\Notification"#)

  func has(_ flag: UInt) -> Bool { state & flag != 0 }

  static let changed: UInt = 0x0002
  static let unknown: UInt = 0x0004
  static let unavailable: UInt = 0x0008
  static let empty: UInt = 0x0010
  static let present: UInt = 0x0020
  static let exclusive: UInt = 0x0080
  static let inUse: UInt = 0x0100
  static let mute: UInt = 0x0200
}

/// A card handle with the transmission protocol agreed on (1: T=0, 2: T=1).
struct ConnectedCard: Hashable, Sendable {
  let handle: Int
  var activeProtocol: UInt
}
