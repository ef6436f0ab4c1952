internal import CryptoCore
internal import Encodings
internal import EstEID
internal import FlowModel
package import FlowRuntime
internal import JSON
internal import Markup
internal import Secrets
internal import WalletApp
internal import WebToken

extension CardDesk {
  /// `browser.request`: waits for the one request that the extension starts the program for.
  func receiveRequest() async -> Answer {
    // From here on the end of the connection ends the run. But a request to quit is answered, also
    // if the connection is closed by then.
    defer { if request?.command != .quit { requestIsThere.continuation.finish() } }
    let message: [UInt8]
    switch await browser.receive() {
    case .message(let bytes): message = bytes
    case .invalid(let reason):
      trouble = Trouble(reason)
      return "invalid"
    case .closed: return "closed"
    }
    do throws(BrowserRequest.Problem) {
      let request = try BrowserRequest(message)
      self.request = request
      switch request.command {
      case .authenticate: return "authenticate"
      case .sign: return "sign"
      case .signingCertificate: return "get-signing-certificate"
      case .quit:
        answer = .object([])
        return "quit"
      }
    } catch {
      switch error {
      case .invalid(let reason):
        trouble = Trouble(reason)
        return "invalid"
      case .wrongOrigin(let reason):
        trouble = Trouble(reason)
        return "wrong-origin"
      }
    }
  }

  /// `card.certificate`: reads the tries left of the PIN and the certificate that the request is
  /// about, and checks whether it can be used. No try is used.
  func readCertificate() async -> Answer {
    guard let card, let request else { return "lost" }
    trouble = nil
    let kind: CertificateKind
    switch request.command {
    case .authenticate: kind = .authentication
    case .sign, .signingCertificate, .quit: kind = .signing
    }
    do throws(EstEIDError) {
      // The counter is at the root, so reading it after the certificate would cost two exchanges
      // more.
      let status = try await card.status(of: kind.pin)
      let certificate = try await card.certificate(kind)
      self.certificate = certificate
      switch request.command {
      case .signingCertificate, .quit:
        answer = .object([
          "certificate": .string(Base64.encoded(certificate.der)),
          "supportedSignatureAlgorithms": .array(Hash.ofCards.map(\.algorithm)),
        ])
        return "to-be-given"
      case .sign(_, _, let prepared) where prepared != certificate.der:
        trouble = Trouble("the website has prepared the signature for another certificate")
        return "other-card"
      case .sign, .authenticate: note(status, of: kind.pin)
      }
      if let problem = CertificateProblem(certificate, kind, at: clock.timeOfDay / 1_000) {
        throw .certificate(problem)
      }
      if status.isBlocked { throw .pinBlocked(kind.pin) }
      if !status.isActivated { throw .pinNotActivated(kind.pin) }
      return kind == .authentication ? "to-log-in" : "to-sign"
    } catch {
      if case .certificate = error {
        trouble = Trouble(error)
        return "unusable"
      }
      return outcome(error, wrong: "blocked")
    }
  }

  /// `card.authenticate`: verifies PIN1, and has the card sign the token over origin and challenge.
  func authenticate(_ pin: consuming Secret?) async throws -> Answer {
    guard let pin, let card, let certificate, let origin = request?.origin,
      case .authenticate(let challenge)? = request?.command
    else { return "lost" }
    trouble = nil
    let signer = CardSigner(
      card: card, kind: .authentication, certificate: certificate, pin: pin,
      policy: PINPolicy(floor: 1))
    do {
      let token = try await WebEIDToken.signed(for: origin, nonce: challenge, by: signer)
      answer = token.json
      return "signed"
    } catch let error as EstEIDError {
      return outcome(error, wrong: "wrong-pin")
    }
  }

  /// `card.sign`: verifies PIN2, and has the card sign the digest.
  func sign(_ pin: consuming Secret?) async throws -> Answer {
    guard let pin, let card, let certificate,
      case .sign(let digest, let function, _)? = request?.command
    else { return "lost" }
    trouble = nil
    do throws(EstEIDError) {
      let signature = try await card.sign(
        digest, pin: pin, certificate: certificate, policy: PINPolicy(floor: 1))
      answer = .object([
        "signature": .string(Base64.encoded(signature.rawSignature)),
        "signatureAlgorithm": function.algorithm,
      ])
      return "signed"
    } catch {
      return outcome(error, wrong: "wrong-pin")
    }
  }

  /// `browser.answer`: gives the extension what it asked for. If the browser has closed the
  /// connection by now, the answer is lost.
  func sendAnswer() async throws -> Answer {
    guard let message = answer.take() else { throw WalletProblem("there is no answer to send") }
    _ = await browser.send(message)
    return "delivered"
  }

  /// Rows whose answer is one of the protocol's errors tell the extension why it gets nothing.
  package func answerBrowser(after entries: [TraceEntry]) async {
    for entry in entries {
      guard let error = entry.row.answer.flatMap({ BrowserError(rawValue: $0) }) else { continue }
      let words =
        entry.row.kind == .user ? "the user cancelled" : entry.row.label.lowercased()
      await refuse(error, error == .cancelled ? words : trouble?.words ?? words)
    }
  }

  /// Tells the extension why it gets nothing.
  func refuse(_ error: BrowserError, _ reason: String) async {
    _ = await browser.send(error.answer(reason))
  }

  /// Tells who asks, for what, and with whose key.
  var requestLines: [String] {
    guard let request, let origin = request.origin else { return [] }
    var lines: [String]
    switch request.command {
    case .authenticate: lines = ["\(origin) asks you to log in"]
    case .signingCertificate: lines = ["\(origin) asks for your signing certificate"]
    case .sign(let digest, let function, _):
      lines = [
        "\(origin) asks you to sign",
        "To be signed: \(function.name) \(Hexadecimal.text(digest))",
      ]
    case .quit: lines = []
    }
    if let certificate, let subject = try? Subject(of: certificate) {
      lines.append("As \(subject.name), \(subject.identifier)")
    }
    return lines.map(TerminalText.line)
  }
}
