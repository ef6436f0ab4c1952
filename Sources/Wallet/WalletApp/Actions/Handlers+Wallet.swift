internal import FlowModel
public import FlowRuntime

extension Handlers {
  /// The handlers of all actions with their outcomes; see docs/actions.md.
  public static func wallet(_ wallet: Wallet) -> Handlers {
    var handlers = Handlers()
    handlers.bindApp(wallet)
    handlers.bindAccount(wallet)
    handlers.bindCard(wallet)
    return handlers
  }

  /// Binds an action that asks a yes-no question, with the outcomes for yes and for no.
  private mutating func look(
    _ action: String, _ yes: String, else no: String,
    _ question: @escaping @Sendable () async throws -> Bool
  ) {
    bind(action, outcomes: [yes, no]) { _ in Answer(try await question() ? yes : no) }
  }

  private static let offline = ["No internet", "Server unreachable"]
  private static let scans = ["scanned", "recoverable", "irrecoverable"]

  private mutating func bindApp(_ wallet: Wallet) {
    let (phone, store) = (wallet.environment.phone, wallet.store)
    let links = wallet.environment.links
    look("app.startState", "resumed", else: "launched") { await phone.isAppResumed }
    look("app.close", "closed", else: "still-open") { await phone.closeApp() }
    look("pid.status", "obtained", else: "missing") { try await store.contains(.pid) }
    look("link.status", "present", else: "none") { await links.link != nil }
    bind("app.updatePolicy", outcomes: VersionVerdict.names + Self.offline) { _ in
      Answer(try await wallet.versionVerdict().rawValue)
    }
    bind("app.lockState", outcomes: ["unlocked", "locked"]) { _ in await wallet.lockState() }
    bind("app.checkConditions", outcomes: ["ready", "not-ready"]) { _ in
      await wallet.checkConditions()
    }
    bind("app.start", outcomes: ["started", "not-found"]) {
      // Only these flows have something to sign, and a use for PIN2.
      let signs = $0.step.flow.steps.contains { $0.action == "token.sign" }
      return try await wallet.start(signs: signs)
    }
    bind("link.validate", outcomes: ["valid", "outside", "invalid"]) { _ in
      await wallet.validateLink()
    }
    bind("link.resolve", outcomes: UniversalLink.Purpose.names) { _ in
      try await wallet.resolveLink()
    }
    bind("store.wipe", outcomes: ["wiped"]) { _ in try await wallet.wipe() }
    bind("qr.scan", outcomes: Self.scans) { _ in await wallet.scanCode() }
    bind("licence.scan", outcomes: Self.scans) { _ in await wallet.scanLicence() }
    bind("proofing.send", outcomes: ProofingVerdict.names) { _ in
      try await wallet.sendProofing()
    }
  }

  private mutating func bindAccount(_ wallet: Wallet) {
    let (sensor, store) = (wallet.environment.biometrics, wallet.store)
    look("account.status", "set-up", else: "missing") { try await store.contains(.account) }
    look("biometrics.support", "supported", else: "unsupported") { await sensor.isSupported }
    look("biometrics.status", "enabled", else: "disabled") { try await store.contains(.biometrics) }
    look("biometrics.open", "ready", else: "unavailable") { await sensor.isReady }
    bind("account.setUp", outcomes: ["done", "Device insecure"] + Self.offline) { _ in
      try await wallet.setUpAccount()
    }
    let wrong = (1...PINVerdict.attemptsPerRound).flatMap { ["wrong-\($0)", "final-\($0)"] }
    bind("account.checkPin", outcomes: ["valid", "paused", "blocked"] + wrong + Self.offline) {
      let pin = try $0.secret("pin")
      do { return try await wallet.checkPIN(pin) } catch {
        // Without a connection it is tried again, with the same PIN.
        if let kept = await wallet.giveUpPIN() { $0.giveBack(kept, as: "pin") }
        throw error
      }
    }
    bind("account.pause", outcomes: ["over"]) { _ in try await wallet.waitForPause() }
    bind("pin.checkPolicy", outcomes: ["accepted", "too-simple"]) {
      let pin = $0.takeSecret("pin")
      return try await wallet.checkPINPolicy(pin)
    }
    bind("pin.compare", outcomes: ["same", "different"]) {
      // The calling flow passes `repeated` as `pin`. If the flow is run alone, the input keeps its
      // own name.
      var pin = $0.takeSecret("pin")
      if pin == nil { pin = $0.takeSecret("repeated") }
      return try await wallet.comparePIN(pin)
    }
    bind("biometrics.enable", outcomes: ["confirmed", "rejected"]) { _ in
      try await wallet.enableBiometrics()
    }
    bind("biometrics.disable", outcomes: ["disabled"]) { _ in
      try await wallet.disableBiometrics()
    }
    bind("biometrics.scan", outcomes: ["valid", "invalid"]) { _ in await wallet.scanBiometrics() }
  }

  private mutating func bindCard(_ wallet: Wallet) {
    for code in CardCode.allCases {
      let name = code.rawValue
      bind("\(name).checkLength", outcomes: code == .can ? ["valid"] : ["valid", "invalid"]) {
        let entered = $0.takeSecret(name)
        return try await wallet.check(code, entered)
      }
      // PIN2 is never stored.
      guard code.item != nil else { continue }
      bind("\(name).save", outcomes: ["saved"]) { _ in try await wallet.save(code) }
      bind("\(name).delete", outcomes: ["deleted"]) { _ in try await wallet.delete(code) }
    }
    bind("pin1.enterSaved", outcomes: ["accepted", "rejected"]) { _ in
      try await wallet.enterSavedPIN1()
    }
    let signing = ["signed", "wrong-can", "wrong-pin", "lost"]
    bind("card.wait", outcomes: ["present"]) { try await wallet.waitForCard(since: $0.enteredAt) }
    bind("card.connect", outcomes: ["connected", "wrong-can", "lost"]) { _ in
      try await wallet.connect()
    }
    bind("card.read", outcomes: ["read"], values: Wallet.shownFields.map(\.name)) { _ in
      try await wallet.read()
    }
    bind("token.logIn", outcomes: signing) { _ in try await wallet.logIn() }
    bind("token.sign", outcomes: signing) { _ in try await wallet.signDocument() }
    bind("token.create", outcomes: ["created"]) { _ in try await wallet.createToken() }
    bind("caller.answer", outcomes: ["delivered"]) { _ in try await wallet.answerCaller() }
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The names of the cases, used as the outcomes of an action.
  fileprivate static var names: [String] { allCases.map(\.rawValue) }
}
