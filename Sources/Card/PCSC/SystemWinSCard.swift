internal import CPCSC
internal import Glibc

/// The calls as pcsc-lite implements them.
struct SystemWinSCard: WinSCard {
  func establishContext() throws(PCSCCode) -> Int {
    var context = SCARDCONTEXT()
    try check(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context))
    return context
  }

  func releaseContext(_ context: Int) { _ = SCardReleaseContext(context) }

  func cancel(_ context: Int) { _ = SCardCancel(context) }

  func readerNames(in context: Int) throws(PCSCCode) -> [String] {
    var count = DWORD()
    do throws(PCSCCode) {
      try check(SCardListReaders(context, nil, nil, &count))
      // A reader may be attached between the two calls, so leave room for more than were counted.
      count += 1024
      var names = [CChar](repeating: 0, count: Int(count))
      try check(SCardListReaders(context, nil, &names, &count))
      return names.prefix(Int(count)).split(separator: 0).map {
        String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    } catch {
      guard error == .noReadersAvailable else { throw error }
      return []
    }
  }

  func statusChange(
    in context: Int, of readers: [ReaderStatus], milliseconds: UInt
  ) throws(PCSCCode) -> [ReaderStatus] {
    // The names have to live longer than the call.
    let names = readers.map { strdup($0.name) }
    defer { for name in names { free(name) } }
    var states = zip(readers, names).map { reader, name in
      var state = SCARD_READERSTATE()
      state.szReader = UnsafePointer(name)
      state.dwCurrentState = reader.state
      return state
    }
    try check(
      SCardGetStatusChange(context, milliseconds, &states, DWORD(states.count)))
    return zip(readers, states).map { reader, state in
      let atr = withUnsafeBytes(of: state.rgbAtr) { Array($0.prefix(Int(state.cbAtr))) }
      return ReaderStatus(name: reader.name, state: state.dwEventState, answerToReset: atr)
    }
  }

  func connect(_ context: Int, to reader: String) throws(PCSCCode) -> ConnectedCard {
    var card = SCARDHANDLE()
    var active = DWORD()
    try check(
      SCardConnect(
        context, reader, DWORD(SCARD_SHARE_SHARED),
        DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1), &card, &active))
    return ConnectedCard(handle: card, activeProtocol: active)
  }

  func reconnect(_ card: Int) throws(PCSCCode) -> UInt {
    var active = DWORD()
    try check(
      SCardReconnect(
        card, DWORD(SCARD_SHARE_SHARED), DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1),
        DWORD(SCARD_LEAVE_CARD), &active))
    return active
  }

  func beginTransaction(_ card: Int) throws(PCSCCode) { try check(SCardBeginTransaction(card)) }

  func endTransaction(_ card: Int) { _ = SCardEndTransaction(card, DWORD(SCARD_LEAVE_CARD)) }

  func disconnectResetting(_ card: Int) { _ = SCardDisconnect(card, DWORD(SCARD_RESET_CARD)) }

  func answerToReset(of card: Int) throws(PCSCCode) -> [UInt8] {
    var atr = [UInt8](repeating: 0, count: Int(MAX_ATR_SIZE))
    var count = DWORD(atr.count)
    try check(SCardStatus(card, nil, nil, nil, nil, &atr, &count))
    return Array(atr.prefix(Int(count)))
  }

  func transmit(
    _ command: [UInt8], to card: Int, over protocol: UInt
  ) throws(PCSCCode) -> [UInt8] {
    // `SCARD_PCI_T0` and `SCARD_PCI_T1` are macros around an address, which Swift does not import.
    var header = SCARD_IO_REQUEST(
      dwProtocol: `protocol`, cbPciLength: UInt(MemoryLayout<SCARD_IO_REQUEST>.size))
    var response = [UInt8](repeating: 0, count: 65_538)
    var count = DWORD(response.count)
    try check(
      SCardTransmit(card, &header, command, DWORD(command.count), nil, &response, &count))
    return Array(response.prefix(Int(count)))
  }

  private func check(_ result: LONG) throws(PCSCCode) {
    guard result != 0 else { return }
    throw PCSCCode(rawValue: UInt32(truncatingIfNeeded: result))
  }
}
