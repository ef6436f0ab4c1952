public import ISO7816

extension PACETerminal {
  /// Runs all five exchanges over a channel.
  ///
  /// The caller selects the application or file in which PACE is run, before this.
  public consuming func run(
    over channel: any CardChannel
  ) async throws(PACEError) -> SecureMessaging {
    var command: CommandAPDU? = begin()
    while let next = command {
      let response: ResponseAPDU
      do throws(CardChannelError) {
        response = try await channel.exchange(next)
      } catch { throw .channel(error) }
      command = try advance(on: response)
    }
    return try takeSecureMessaging()
  }
}
