import CardTestSupport
import ISO7816
import PACE
import Secrets
import TestSupport

/// A recorded card that continues after PACE with a script of plain commands, under secure
/// messaging.
///
/// Like a ``ScriptedChannel`` it knows its lines in their order and nothing else.
actor ProtectedCard: CardChannel {
  nonisolated let answerToReset: [UInt8]
  private var opening: ArraySlice<ScriptedChannel.Exchange>
  private var script: ArraySlice<ScriptedChannel.Exchange>
  private var chip: ChipSecureMessaging
  private var mismatches: [String] = []
  /// The exchange, counted from 1, at which the card is gone: it gets the command, no answer comes.
  private let lostAt: Int?
  private(set) var count = 0
  /// All bytes that went over the air, in both directions.
  private(set) var traffic: [[UInt8]] = []
  /// Plain headers of what came under secure messaging.
  private(set) var headers: [CommandHeader] = []

  init(
    _ session: RecordedSession, _ script: [ScriptedChannel.Exchange], lostAt: Int? = nil,
    answerToReset: [UInt8]? = nil
  ) throws {
    self.answerToReset = answerToReset ?? session.answerToReset
    opening = session.exchanges[...]
    self.script = script[...]
    self.lostAt = lostAt
    chip = try session.chip()
  }

  func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8] {
    count += 1
    traffic.append(command)
    if let lostAt, count > lostAt { mismatches.append("a command after the loss") }
    let response = try opening.isEmpty ? protectedAnswer(to: command) : openingAnswer(to: command)
    if let lostAt, count >= lostAt { throw .cardLost }
    traffic.append(response)
    return response
  }

  private func openingAnswer(to command: [UInt8]) throws(CardChannelError) -> [UInt8] {
    guard let next = opening.popFirst(), next.command == command else {
      mismatches.append("command \(count) of the opening: \(hexString(command))")
      throw .cardLost
    }
    return try next.response.get()
  }

  private func protectedAnswer(to command: [UInt8]) throws(CardChannelError) -> [UInt8] {
    let plain: [UInt8]
    do throws(ChipSecureMessagingError) {
      let unprotected = try chip.unprotect(command)
      headers.append(unprotected.header)
      let data = unprotected.data.withBytes { Array($0) }
      plain =
        CommandAPDU(
          unprotected.header, data: data, expectedLength: unprotected.expectedLength
        ).encoded
    } catch {
      return error.status.bytes
    }
    guard let next = script.popFirst() else {
      mismatches.append("command \(count) after the end: \(hexString(plain))")
      throw .cardLost
    }
    guard next.command == plain else {
      mismatches.append(
        "command \(count): \(hexString(plain)) instead of \(hexString(next.command))")
      throw .cardLost
    }
    guard let response = ResponseAPDU(parsing: try next.response.get()),
      let protected = try? chip.protect(data: response.data, status: response.status)
    else { throw .cardLost }
    return protected
  }

  var problems: [String] {
    let left = opening.count + script.count
    return mismatches + (left > 0 && lostAt == nil ? ["\(left) exchanges were not reached"] : [])
  }
}
