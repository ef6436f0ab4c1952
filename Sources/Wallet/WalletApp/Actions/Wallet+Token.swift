internal import CryptoCore
internal import EstEID
internal import FlowRuntime
internal import Secrets
internal import WebToken

extension Wallet {
  /// `token.logIn`: runs PACE, reads the authentication certificate and verifies PIN1; then the
  /// card signs the token over origin and challenge. A PIN1 that was never entered counts as wrong,
  /// and nothing is sent.
  func logIn() async throws -> Answer {
    var pin = hand.take(.pin1)
    let isSaved = pin == nil
    if isSaved { pin = try await store.value(.pin1) }
    guard let pin else {
      notify("PIN1 was not entered; the card was not asked")
      return "wrong-pin"
    }
    // A PIN that the user has just entered may use the last try. A saved PIN must not.
    let policy = isSaved ? PINPolicy.standard : PINPolicy(floor: 1)
    return try await sign(.authentication, pin, policy) { caller, challenge, time, signer in
      if caller.usesWebEID {
        let token = try await WebEIDToken.signed(for: caller.origin, nonce: challenge, by: signer)
        return .token(token.text)
      }
      let token = try await LogInToken.signed(
        for: caller.origin, nonce: challenge, at: time, by: signer)
      return .token(token.compact)
    }
  }

  /// `token.sign`: does the same with the signing certificate and PIN2. It signs the digest of the
  /// caller's document, never the challenge.
  func signDocument() async throws -> Answer {
    let kept = hand.take(.pin2)
    guard let kept else {
      notify("PIN2 was not entered; the card was not asked")
      return "wrong-pin"
    }
    guard let document = hand.document else {
      throw WalletProblem("the user was not told what is to be signed")
    }
    return try await sign(.signing, kept, PINPolicy(floor: 1)) { caller, _, time, signer in
      let signature = try await DocumentSignature.signed(
        document, for: caller.origin, at: time, by: signer)
      return .signature(signature.compact)
    }
  }

  /// `token.create`: makes the token of a card that was read before.
  func createToken() async throws -> Answer {
    if hand.token != nil { return "created" }
    try await needCard()
    guard try await logIn() == "signed" else {
      throw WalletProblem("no token could be made: \(notices.last ?? "the card refused")")
    }
    return "created"
  }

  /// `caller.answer`: sends the token or signature to the caller that started the app, at the
  /// origin that the token names and nowhere else.
  func answerCaller() async throws -> Answer {
    guard let token = hand.token else { throw WalletProblem("there is no token to deliver") }
    hand.token = nil
    hand.isAnswered = true
    try await deliver(token)
    return "delivered"
  }

  /// Called when a row with `answer` was taken. Reports once to the caller how the run ended.
  public func answer(code: Int) async throws {
    guard !hand.isAnswered else { return }
    hand.isAnswered = true
    try await deliver(.failure(code))
  }

  // MARK: The way of a token

  private func deliver(_ answer: CallerAnswer) async throws {
    try checkRelay()
    try await environment.caller.receive(answer)
  }

  /// Checks that the answer goes to the origin that the token is for. Called before anything is
  /// made, and again before it is sent.
  private func checkRelay() throws(CallerError) {
    guard let origin = try? Origin(of: environment.caller.answerAddress),
      origin == environment.caller.origin
    else { throw .otherOrigin }
  }

  func newChallenge() async throws -> String {
    try checkRelay()
    return try await environment.caller.challenge()
  }

  private func sign(
    _ kind: CertificateKind, _ pin: consuming Secret, _ policy: PINPolicy,
    _ make: @Sendable (any Caller, String, Int64, CardSigner) async throws -> CallerAnswer
  ) async throws -> Answer {
    try checkRelay()
    let challenge: String
    if let known = hand.challenge {
      challenge = known
    } else {
      challenge = try await newChallenge()
    }
    // A challenge is used once.
    hand.challenge = nil
    do {
      try await open()
      guard let card = hand.card else { return "lost" }
      // The counter is at the root, so reading it after the certificate would cost two exchanges
      // more.
      _ = try await card.status(of: kind.pin)
      let signer = CardSigner(
        card: card, kind: kind, certificate: try await card.certificate(kind), pin: pin,
        policy: policy)
      hand.token = try await make(
        environment.caller, challenge, environment.clock.timeOfDay / 1_000, signer)
      return "signed"
    } catch let error as EstEIDError {
      return try outcome(error)
    }
  }
}
