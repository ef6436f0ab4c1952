public import FlowRuntime

extension Handlers {
  /// The handlers of all actions, with the outcomes of each; docs/actions.md lists them.
  public static func wallet(_ wallet: Wallet) -> Handlers {
    var handlers = Handlers()
    handlers.bindApp(wallet)
    handlers.bindAccount(wallet)
    handlers.bindCard(wallet)
    return handlers
  }

  private static let offline = ["No internet", "Server unreachable"]
  private static let scans = ["scanned", "recoverable", "irrecoverable"]

  private mutating func bindApp(_ wallet: Wallet) {
    bind("app.startState", outcomes: ["launched", "resumed"]) { _ in await wallet.startState() }
    bind("app.updatePolicy", outcomes: ["allowed", "update", "blocked"] + Self.offline) { _ in
      try await wallet.updatePolicy()
    }
    bind("app.lockState", outcomes: ["unlocked", "locked"]) { _ in await wallet.lockState() }
    bind("app.checkConditions", outcomes: ["ready", "not-ready"]) { _ in
      await wallet.checkConditions()
    }
    bind("app.start", outcomes: ["started", "not-found"]) { _ in try await wallet.start() }
    bind("app.close", outcomes: ["closed", "still-open"]) { _ in await wallet.close() }
    bind("pid.status", outcomes: ["obtained", "missing"]) { _ in try await wallet.pidStatus() }
    bind("link.status", outcomes: ["present", "none"]) { _ in await wallet.linkStatus() }
    bind("link.validate", outcomes: ["valid", "outside", "invalid"]) { _ in
      await wallet.validateLink()
    }
    bind("link.resolve", outcomes: ["issuance", "sharing", "login"]) { _ in
      try await wallet.resolveLink()
    }
    bind("store.wipe", outcomes: ["wiped"]) { _ in try await wallet.wipe() }
    bind("qr.scan", outcomes: Self.scans) { _ in await wallet.scanCode() }
    bind("licence.scan", outcomes: Self.scans) { _ in await wallet.scanLicence() }
    bind("proofing.send", outcomes: ["proven", "recoverable", "irrecoverable"]) { _ in
      try await wallet.sendProofing()
    }
  }

  private mutating func bindAccount(_ wallet: Wallet) {
    bind("account.status", outcomes: ["set-up", "missing"]) { _ in
      try await wallet.accountStatus()
    }
    bind("account.setUp", outcomes: ["done", "Device insecure"] + Self.offline) { _ in
      try await wallet.setUpAccount()
    }
    let wrong = (1...PINVerdict.attemptsPerRound).flatMap { ["wrong-\($0)", "final-\($0)"] }
    bind("account.checkPin", outcomes: ["valid", "paused", "blocked"] + wrong + Self.offline) {
      let pin = $0.takeSecret("pin")
      return try await wallet.checkPIN(pin)
    }
    bind("account.pause", outcomes: ["over"]) { _ in try await wallet.waitForPause() }
    bind("pin.checkPolicy", outcomes: ["accepted", "too-simple"]) {
      let pin = $0.takeSecret("pin")
      return try await wallet.checkPINPolicy(pin)
    }
    bind("pin.compare", outcomes: ["same", "different"]) {
      // The flow hands in `repeated` as `pin`; without a call it keeps its own name.
      var pin = $0.takeSecret("pin")
      if pin == nil { pin = $0.takeSecret("repeated") }
      return try await wallet.comparePIN(pin)
    }
    bind("biometrics.support", outcomes: ["supported", "unsupported"]) { _ in
      await wallet.biometricSupport()
    }
    bind("biometrics.enable", outcomes: ["confirmed", "rejected"]) { _ in
      try await wallet.enableBiometrics()
    }
    bind("biometrics.disable", outcomes: ["disabled"]) { _ in
      try await wallet.disableBiometrics()
    }
    bind("biometrics.status", outcomes: ["enabled", "disabled"]) { _ in
      try await wallet.biometricStatus()
    }
    bind("biometrics.open", outcomes: ["ready", "unavailable"]) { _ in
      await wallet.openBiometrics()
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
    bind("card.read", outcomes: ["read"]) { _ in try await wallet.read() }
    bind("token.logIn", outcomes: signing) { _ in try await wallet.logIn() }
    bind("token.sign", outcomes: signing) { _ in try await wallet.signDocument() }
    bind("token.create", outcomes: ["created"]) { _ in try await wallet.createToken() }
    bind("caller.answer", outcomes: ["delivered"]) { _ in try await wallet.answerCaller() }
  }
}
