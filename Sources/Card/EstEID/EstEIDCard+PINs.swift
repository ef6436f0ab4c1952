import ISO7816
public import Secrets

extension EstEIDCard {
  /// Reads the state of a PIN, without using a try.
  public func status(of reference: PINReference) async throws(EstEIDError) -> PINStatus {
    try await exclusively { () async throws(EstEIDError) in try await readStatus(of: reference) }
  }

  /// Verifies a PIN, which unlocks its key for the rest of the session.
  public func verify(
    _ pin: consuming Secret, as reference: PINReference, policy: PINPolicy = .standard
  ) async throws(EstEIDError) {
    try begin()
    defer { end() }
    try await check(pin, reference, policy)
    try await send(pin, reference)
  }

  /// Changes a PIN.
  public func change(
    _ reference: PINReference, from old: consuming Secret, to new: consuming Secret,
    policy: PINPolicy = .standard
  ) async throws(EstEIDError) {
    try begin()
    defer { end() }
    guard new.isDigits(reference.digits), let pin = profile.pins[reference] else {
      throw .malformedPIN(reference)
    }
    try await check(old, reference, policy)
    try await selectApplication(for: pin)
    let status = try await spendTry(
      reference, pin: old, CommandHeader(0x00, 0x24, 0x00, pin.reference),
      data: PINBlock.padded(old, new, with: profile.padding))
    guard status.isSuccess else { throw .unexpectedStatus(status, .change(reference)) }
    activation[reference] = nil
    await options.memory.forgetRejections(for: key(reference))
  }

  /// Gives a blocked PIN a new value and all its tries, with the PUK.
  public func unblock(
    _ reference: PINReference, puk: consuming Secret, new: consuming Secret,
    policy: PINPolicy = .standard
  ) async throws(EstEIDError) {
    try begin()
    defer { end() }
    guard reference != .puk, new.isDigits(reference.digits),
      let pin = profile.pins[reference]
    else { throw .malformedPIN(reference) }
    try await check(puk, .puk, policy)
    let status: StatusWord
    if profile.unblocksAfterPUK {
      try await send(puk, .puk)
      try await selectApplication(for: pin)
      let block = PINBlock.padded(new, with: profile.padding)
      status = try await transmit(
        CommandHeader(0x00, 0x2C, 0x02, pin.reference), secret: block
      ).status
    } else {
      status = try await spendTry(
        .puk, pin: puk, CommandHeader(0x00, 0x2C, 0x00, pin.reference),
        data: PINBlock.padded(puk, new, with: profile.padding))
    }
    guard status.isSuccess else { throw .unexpectedStatus(status, .unblock(reference)) }
    knownTries[reference] = nil
    activation[reference] = nil
    await options.memory.forgetRejections(for: key(reference))
  }

  /// Makes every check that is possible before a PIN is sent.
  func check(
    _ pin: borrowing Secret, _ reference: PINReference, _ policy: PINPolicy
  ) async throws(EstEIDError) {
    guard pin.isDigits(reference.digits) else { throw .malformedPIN(reference) }
    if !policy.allowsRejected, try await options.memory.isRejected(pin, for: key(reference)) {
      throw .rejectedBefore(reference)
    }
    let inDoubt = await options.memory.isInDoubt(key(reference))
    if inDoubt || (policy.readsCounter && knownTries[reference] == nil) {
      _ = try await readStatusOrRefuse(of: reference)
    }
    // The counter may have shown that this PIN, sent before the card was lost, was rejected.
    if inDoubt, !policy.allowsRejected,
      try await options.memory.isRejected(pin, for: key(reference))
    {
      throw .rejectedBefore(reference)
    }
    guard let left = knownTries[reference] else { return }
    guard left > 0 else { throw .pinBlocked(reference) }
    guard left >= policy.floor else { throw .tooFewTries(reference, left: left) }
  }

  /// Sends VERIFY once.
  func send(_ pin: borrowing Secret, _ reference: PINReference) async throws(EstEIDError) {
    guard let known = profile.pins[reference] else { throw .malformedPIN(reference) }
    try await selectApplication(for: known)
    let header = CommandHeader(0x00, 0x20, 0x00, known.reference)
    let block = PINBlock.padded(pin, with: profile.padding)
    var status = try await spendTry(reference, pin: pin, header, data: block)
    if status == .referenceDataNotFound, case .application(let kind, surely: false) = location {
      // So selecting the path did not select the application. No try was used, since the card does
      // not know the PIN here.
      try await selectApplication(of: kind)
      status = try await spendTry(reference, pin: pin, header, data: block)
    }
    guard status.isSuccess else { throw .unexpectedStatus(status, .verify(reference)) }
  }

  /// Selects the application that a PIN belongs to, unless it is selected already.
  private func selectApplication(for pin: CardProfile.PIN) async throws(EstEIDError) {
    guard let kind = pin.application else { return }
    if case .application(kind, _) = location { return }
    try await selectApplication(of: kind)
  }

  /// Sends a command that uses a try if the PIN is wrong, and stores what its response says.
  ///
  /// The counter is in doubt from before the command until its authentic response. If the card is
  /// lost in between, the counter is read before the next try, even in another session.
  private func spendTry(
    _ reference: PINReference, pin: borrowing Secret, _ header: CommandHeader,
    data: borrowing Secret
  ) async throws(EstEIDError) -> StatusWord {
    let memory = options.memory
    try await memory.doubt(pin, for: key(reference), triesBefore: knownTries[reference])
    knownTries[reference] = nil
    let status = try await transmit(header, secret: data).status
    let left: Int
    switch status {
    case .authenticationMethodBlocked, .referenceDataNotUsable: left = 0
    case _ where status.triesLeft != nil: left = status.triesLeft ?? 0
    default:
      await memory.settle(key(reference))
      return status
    }
    knownTries[reference] = left
    try await memory.remember(rejected: pin, for: key(reference))
    throw left == 0 ? .pinBlocked(reference) : .wrongPIN(reference, triesLeft: left)
  }

  func key(_ reference: PINReference) -> PINMemory.Key {
    PINMemory.Key(card: cardName, reference: reference)
  }
}
