internal import FlowRuntime
internal import Secrets
internal import WebToken

extension Wallet {
  /// `app.lockState`: the wallet locks itself after 300 s without use, in the foreground or
  /// background.
  func lockState() -> Answer {
    if let last = lastUse, environment.clock.now - last >= 300_000 { lastUse = nil }
    return lastUse == nil ? "locked" : "unlocked"
  }

  /// `app.checkConditions`: a camera, a connection, and a server that answers.
  func checkConditions() async -> Answer {
    guard await environment.camera.hasCamera else { return "not-ready" }
    return (try? await versionVerdict()) == nil ? "not-ready" : "ready"
  }

  /// `app.updatePolicy`: asks the server whether this version may be used.
  func versionVerdict() async throws -> VersionVerdict {
    do throws(AccountFailure) {
      return try await environment.account.policy(for: await environment.phone.appVersion)
    } catch { throw failure(error) }
  }

  /// `app.start`: the caller starts the app and tells it what it wants. The user sees who asks
  /// and what is to be signed, before a flow asks for a PIN.
  func start(signs: Bool) async throws -> Answer {
    guard await environment.phone.isAppInstalled else { return "not-found" }
    hand.token = nil
    hand.isAnswered = false
    hand.document = nil
    hand.challenge = try await newChallenge()
    let origin = environment.caller.origin
    if signs {
      let document = try await environment.caller.document()
      notify("\(origin) asks for a signature")
      notify("To be signed: \(document.name)")
      hand.document = document
    } else {
      notify("\(origin) asks for a log in")
    }
    return "started"
  }

  /// `link.validate`: parses the link. A link that was shown on another screen should have been
  /// scanned with the wallet.
  func validateLink() async -> Answer {
    guard let link = await environment.links.link.flatMap(UniversalLink.init(_:)) else {
      return "invalid"
    }
    hand.link = link
    return link.isCrossDevice ? "outside" : "valid"
  }

  /// `link.resolve`: returns what the link asks for.
  func resolveLink() throws -> Answer {
    guard let link = hand.link else { throw WalletProblem("the link was not validated") }
    return Answer(link.purpose.rawValue)
  }

  /// `store.wipe`: destroys the key, then all stored data, and wipes the memory. It works while the
  /// wallet is locked and does not contact the server.
  func wipe() async throws -> Answer {
    try await store.wipe()
    forgetPINs()
    await endRun()
    lastUse = nil
    return "wiped"
  }

  /// The error flow for a failed connection.
  func failure(_ failure: AccountFailure) -> any Error {
    switch failure {
    case .noInternet: ActionFailure("No internet")
    case .serverUnreachable: ActionFailure("Server unreachable")
    case .deviceInsecure: ActionFailure("Device insecure")
    case .refused: WalletProblem("the account server does not know this account")
    }
  }
}
