extension CardChannel {
  /// Sends a plain command and follows `61XX` and `6CXX` (ISO/IEC 7816-4 §5.1.3, table 5).
  ///
  /// Not for commands under secure messaging: sending one again would break its counter. Throws
  /// `cardLost` for a response of fewer than two bytes, and for a card that never stops announcing
  /// more data.
  public func exchange(_ command: CommandAPDU) async throws(CardChannelError) -> ResponseAPDU {
    let response = try await transmitOnce(command)
    guard let exact = response.status.exactLength else {
      return try await collecting(response, cla: command.header.cla)
    }
    let again = CommandAPDU(command.header, data: command.data, expectedLength: exact)
    return try await collecting(try await transmitOnce(again), cla: command.header.cla)
  }

  /// Fetches the data that `response` announces with `61XX` by GET RESPONSE, and joins the parts.
  ///
  /// Sends nothing for any other status word.
  public func collecting(
    _ response: ResponseAPDU, cla: UInt8 = 0
  ) async throws(CardChannelError) -> ResponseAPDU {
    var whole = response
    // Only the last part is shorter than 256 bytes. A card gets three of them at most; else it
    // could go on almost forever.
    var shortParts = 0
    while let waiting = whole.status.bytesWaiting {
      let next = try await transmitOnce(
        CommandAPDU(cla, 0xC0, 0, 0, expectedLength: waiting))
      if next.data.count < 256 { shortParts += 1 }
      guard shortParts <= 3, !next.data.isEmpty || next.status.bytesWaiting == nil,
        whole.data.count + next.data.count <= 0x10000
      else { throw .cardLost }
      whole.data += next.data
      whole.status = next.status
    }
    return whole
  }

  private func transmitOnce(
    _ command: CommandAPDU
  ) async throws(CardChannelError) -> ResponseAPDU {
    guard let response = ResponseAPDU(parsing: try await transmit(command.encoded)) else {
      throw .cardLost
    }
    return response
  }
}
