import ISO7816

extension EstEIDCard {
  /// Reads a PIN's counter with GET DATA.
  func readStatus(of reference: PINReference) async throws(EstEIDError) -> PINStatus {
    guard let pin = profile.pins[reference] else { throw .unsupportedCard }
    if let kind = pin.application {
      if location != .application(kind, surely: true) { try await selectApplication(of: kind) }
    } else if profile.countersNeedRoot {
      try await selectRoot()
    }
    let response = try await transmit(pin.counter)
    guard response.status.isSuccess else {
      throw .unexpectedStatus(response.status, .readCounter)
    }
    // Thales pads the object with zeros.
    var reader = TLVReader(response.data)
    guard let object = try? reader.next(),
      let tries = [object].firstNested(tag: pin.triesTag)?.first
    else { throw .malformedData(.readCounter) }
    let flag = pin.activationTag.flatMap { [object].firstNested(tag: $0)?.first }
    knownTries[reference] = Int(tries)
    activation[reference] = flag != 0
    await options.memory.settle(key(reference), triesLeft: Int(tries))
    return PINStatus(triesLeft: Int(tries), isActivated: flag != 0)
  }

  /// Reads the counter, and throws if it cannot be known: then no PIN may be sent.
  func readStatusOrRefuse(of reference: PINReference) async throws(EstEIDError) -> PINStatus {
    do throws(EstEIDError) {
      return try await readStatus(of: reference)
    } catch {
      switch error {
      case .unexpectedStatus(_, .readCounter), .malformedData(.readCounter):
        throw .triesUnknown(reference)
      default: throw error
      }
    }
  }
}
