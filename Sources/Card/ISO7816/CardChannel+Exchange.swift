extension CardChannel {
  /// Sends a plain command and follows `61XX` and `6CXX` (ISO/IEC 7816-4 §5.1.3, table 5).
  ///
  /// Not for commands under secure messaging: sending one again would break its counter.
  /// A response of fewer than two bytes, or a card that never stops announcing more data, counts as
  /// a lost card.
  public func exchange(_ command: CommandAPDU) async throws(CardChannelError) -> ResponseAPDU {
    let response = try await transmitOnce(command)
    guard let exact = response.status.exactLength else {
      return try await collecting(response, cla: command.header.cla)
    }
    let again = CommandAPDU(command.header, data: command.data, expectedLength: exact)
    return try await collecting(try await transmitOnce(again), cla: command.header.cla)
  }

  /// Fetches by GET RESPONSE what `response` announces with `61XX`, and joins the parts.
  ///
  /// Sends nothing for any other status word.
  public func collecting(
    _ response: ResponseAPDU, cla: UInt8 = 0
  ) async throws(CardChannelError) -> ResponseAPDU {
    var whole = response
    while let waiting = whole.status.bytesWaiting {
      let next = try await transmitOnce(
        CommandAPDU(cla, 0xC0, 0, 0, expectedLength: waiting))
      // Without progress, or beyond the largest response there is, this would never end.
      guard !next.data.isEmpty || next.status.bytesWaiting == nil,
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
