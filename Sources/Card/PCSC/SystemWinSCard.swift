internal import CPCSC
internal import Platform

/// The calls as pcsc-lite implements them. Its numbers have 64 bits on Linux, and 32 on Darwin.
struct SystemWinSCard: WinSCard {
  func establishContext() throws(PCSCCode) -> Int {
    var context = SCARDCONTEXT()
    try check(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context))
    return Int(context)
  }

  func releaseContext(_ context: Int) { _ = SCardReleaseContext(SCARDCONTEXT(context)) }

  func cancel(_ context: Int) { _ = SCardCancel(SCARDCONTEXT(context)) }

  func readerNames(in context: Int) throws(PCSCCode) -> [String] {
    var count = DWORD()
    do throws(PCSCCode) {
      try check(SCardListReaders(SCARDCONTEXT(context), nil, nil, &count))
      // A reader may be attached between the two calls, so leave room for more than were counted.
      count += 1024
      var names = [CChar](repeating: 0, count: Int(count))
      try check(SCardListReaders(SCARDCONTEXT(context), nil, &names, &count))
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
      state.dwCurrentState = DWORD(reader.state)
      return state
    }
    try check(
      SCardGetStatusChange(SCARDCONTEXT(context), DWORD(milliseconds), &states, DWORD(states.count))
    )
    return zip(readers, states).map { reader, state in
      let atr = withUnsafeBytes(of: state.rgbAtr) { Array($0.prefix(Int(state.cbAtr))) }
      return ReaderStatus(name: reader.name, state: UInt(state.dwEventState), answerToReset: atr)
    }
  }

  func connect(_ context: Int, to reader: String) throws(PCSCCode) -> ConnectedCard {
    var card = SCARDHANDLE()
    var active = DWORD()
    try check(
      SCardConnect(
        SCARDCONTEXT(context), reader, DWORD(SCARD_SHARE_SHARED),
        DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1), &card, &active))
    return ConnectedCard(handle: Int(card), activeProtocol: UInt(active))
  }

  func reconnect(_ card: Int) throws(PCSCCode) -> UInt {
    var active = DWORD()
    try check(
      SCardReconnect(
        SCARDHANDLE(card), DWORD(SCARD_SHARE_SHARED), DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1),
        DWORD(SCARD_LEAVE_CARD), &active))
    return UInt(active)
  }

  func beginTransaction(_ card: Int) throws(PCSCCode) {
    try check(SCardBeginTransaction(SCARDHANDLE(card)))
  }

  func endTransaction(_ card: Int) {
    _ = SCardEndTransaction(SCARDHANDLE(card), DWORD(SCARD_LEAVE_CARD))
  }

  func disconnectResetting(_ card: Int) {
    _ = SCardDisconnect(SCARDHANDLE(card), DWORD(SCARD_RESET_CARD))
  }

  func answerToReset(of card: Int) throws(PCSCCode) -> [UInt8] {
    var atr = [UInt8](repeating: 0, count: Int(MAX_ATR_SIZE))
    var count = DWORD(atr.count)
    try check(SCardStatus(SCARDHANDLE(card), nil, nil, nil, nil, &atr, &count))
    return Array(atr.prefix(Int(count)))
  }

  func transmit(
    _ command: [UInt8], to card: Int, over protocol: UInt
  ) throws(PCSCCode) -> [UInt8] {
    // `SCARD_PCI_T0` and `SCARD_PCI_T1` are macros around an address, which Swift does not import.
    var header = SCARD_IO_REQUEST(
      dwProtocol: .init(`protocol`), cbPciLength: .init(MemoryLayout<SCARD_IO_REQUEST>.size))
    var response = [UInt8](repeating: 0, count: 65_538)
    var count = DWORD(response.count)
    try check(
      SCardTransmit(
        SCARDHANDLE(card), &header, command, DWORD(command.count), nil, &response, &count))
    return Array(response.prefix(Int(count)))
  }

  private func check(_ result: LONG) throws(PCSCCode) {
    guard result != 0 else { return }
    throw PCSCCode(rawValue: UInt32(truncatingIfNeeded: result))
  }
}
