internal import FlowRuntime

extension Wallet {
  /// `qr.scan`: scans the QR code and takes the account's nonce from it. A code of another kind, or
  /// whose nonce was used before, is irrecoverable.
  func scanCode() async -> Answer {
    do throws(ScanProblem) {
      let code = try ProofingCode(await environment.camera.scanCode())
      guard await environment.proofing.knows(code.nonce) else { return "irrecoverable" }
      hand.proofingCode = code
      return "scanned"
    } catch { return Answer(error.rawValue) }
  }

  /// `licence.scan`: scans the barcode of a driver's licence. An expired licence, or a document of
  /// another kind, is irrecoverable.
  func scanLicence() async -> Answer {
    let text = await environment.camera.scanLicence()
    do throws(ScanProblem) {
      let licence = try Licence(barcode: text)
      guard !licence.isExpired(on: today) else {
        notify("The licence has expired on \(licence.expiryDate)")
        return "irrecoverable"
      }
      hand.licence = text
      return "scanned"
    } catch { return Answer(error.rawValue) }
  }

  /// `proofing.send`: sends nonce and licence to the proofing backend and waits for its verdict.
  func sendProofing() async throws -> Answer {
    guard let code = hand.proofingCode, let licence = hand.licence else {
      throw WalletProblem("something was not scanned")
    }
    return Answer(await environment.proofing.verdict(on: licence, for: code.nonce).rawValue)
  }
}
