public import FlowRuntime

extension Handlers {
  /// The handlers of all actions, by what they may answer; docs/wallet.md has a page on each.
  public static func wallet(_ wallet: Wallet) -> Handlers {
    var handlers = Handlers()
    handlers.bindApp(wallet)
    handlers.bindAccount(wallet)
    handlers.bindCodes(wallet)
    handlers.bindCard(wallet)
    return handlers
  }

  private mutating func bindApp(_ wallet: Wallet) {
    let offline = ["No internet", "Server unreachable"]
    bind("app.startState", outcomes: ["launched", "resumed"]) { _ in await wallet.startState() }
    bind("app.updatePolicy", outcomes: ["allowed", "update", "blocked"] + offline) { _ in
      try await wallet.updatePolicy()
    }
    bind("app.lockState", outcomes: ["unlocked", "locked"]) { await wallet.lockState($0.clock) }
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
    bind("qr.scan", outcomes: ["scanned", "recoverable", "irrecoverable"]) { _ in
      await wallet.scanCode()
    }
    bind("licence.scan", outcomes: ["scanned", "recoverable", "irrecoverable"]) {
      await wallet.scanLicence($0.clock)
    }
    bind("proofing.send", outcomes: ["proven", "recoverable", "irrecoverable"]) {
      try await wallet.sendProofing($0.clock)
    }
  }

  private mutating func bindAccount(_ wallet: Wallet) {
    let offline = ["No internet", "Server unreachable"]
    bind("account.status", outcomes: ["set-up", "missing"]) { _ in
      try await wallet.accountStatus()
    }
    bind("account.setUp", outcomes: ["done", "Device insecure"] + offline) { _ in
      try await wallet.setUpAccount()
    }
    let wrong = (1...4).flatMap { ["wrong-\($0)", "final-\($0)"] }
    bind("account.checkPin", outcomes: ["valid", "paused", "blocked"] + wrong + offline) {
      let pin = $0.takeSecret("pin")
      return try await wallet.checkPIN(pin, $0.clock)
    }
    bind("account.pause", outcomes: ["over"]) {
      try await wallet.waitForPause($0.clock, due: $0.due)
    }
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
    bind("biometrics.scan", outcomes: ["valid", "invalid"]) {
      await wallet.scanBiometrics($0.clock)
    }
  }

  private mutating func bindCodes(_ wallet: Wallet) {
    bind("can.checkLength", outcomes: ["valid"]) {
      let can = $0.takeSecret("can")
      return try await wallet.checkCAN(can)
    }
    bind("can.save", outcomes: ["saved"]) { _ in try await wallet.saveCAN() }
    bind("can.delete", outcomes: ["deleted"]) { _ in try await wallet.deleteCAN() }
    bind("pin1.checkLength", outcomes: ["valid", "invalid"]) {
      let pin = $0.takeSecret("pin1")
      return try await wallet.checkPIN1(pin)
    }
    bind("pin1.save", outcomes: ["saved"]) { _ in try await wallet.savePIN1() }
    bind("pin1.delete", outcomes: ["deleted"]) { _ in try await wallet.deletePIN1() }
    bind("pin1.enterSaved", outcomes: ["accepted", "rejected"]) {
      try await wallet.enterSavedPIN1($0.clock, due: $0.due)
    }
    bind("pin2.checkLength", outcomes: ["valid", "invalid"]) {
      let pin = $0.takeSecret("pin2")
      return try await wallet.checkPIN2(pin)
    }
  }

  private mutating func bindCard(_ wallet: Wallet) {
    let signing = ["signed", "wrong-can", "wrong-pin", "lost"]
    bind("card.wait", outcomes: ["present"]) {
      try await wallet.waitForCard($0.clock, since: $0.enteredAt, due: $0.due)
    }
    bind("card.connect", outcomes: ["connected", "wrong-can", "lost"]) {
      try await wallet.connect($0.clock)
    }
    bind("card.read", outcomes: ["read"]) { _ in try await wallet.read() }
    bind("token.logIn", outcomes: signing) { try await wallet.logIn($0.clock) }
    bind("token.sign", outcomes: signing) { try await wallet.signDocument($0.clock) }
    bind("token.create", outcomes: ["created"]) {
      try await wallet.createToken($0.clock, due: $0.due)
    }
    bind("caller.answer", outcomes: ["delivered"]) { _ in try await wallet.answerCaller() }
  }
}
