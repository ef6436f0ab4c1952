internal import FlowRuntime

extension Wallet {
  /// `qr.scan`: scans the QR code and takes the account's nonce from it. A code that is no
  /// account's, or is used up, is beyond mending.
  func scanCode() -> Answer {
    let text = next(&world.proofing.codes)
    do throws(ProofingCode.Problem) {
      let code = try ProofingCode(text)
      guard backend.knows(code.nonce) else { return "irrecoverable" }
      proofingCode = code
      return "scanned"
    } catch { return error == .unreadable ? "recoverable" : "irrecoverable" }
  }

  /// `licence.scan`: scans the barcode of a driver's licence and takes its fields. A licence that
  /// has expired, or of a kind that nobody knows, is beyond mending.
  func scanLicence(_ clock: any RunClock) -> Answer {
    let seen = next(&world.proofing.licences)
    let text =
      switch seen {
      case "sample": Licence.sample
      case "expired": Licence.expiredSample
      case "truncated": Licence.truncatedSample
      default: seen
      }
    do throws(LicenceError) {
      let licence = try Licence(barcode: text)
      guard !licence.isExpired(on: day(clock)) else {
        notices.append("The licence has expired on \(licence.expiryDate)")
        return "irrecoverable"
      }
      self.licence = licence
      return "scanned"
    } catch { return error == .unreadable ? "recoverable" : "irrecoverable" }
  }

  /// `proofing.send`: sends both to the proofing backend and waits for its verdict. One that cannot
  /// be reached may be tried again.
  func sendProofing(_ clock: any RunClock) async throws -> Answer {
    guard let proofingCode, let licence else { throw WalletProblem("something was not scanned") }
    do throws(AccountFailure) {
      _ = try await account.policy(for: world.app.version)
    } catch { return "recoverable" }
    return Answer(backend.vet(proofingCode.nonce, licence, on: day(clock)).rawValue)
  }

  /// The next of a list; the last one stays.
  private func next(_ list: inout [String]) -> String {
    list.count > 1 ? list.removeFirst() : list.first ?? ""
  }
}
