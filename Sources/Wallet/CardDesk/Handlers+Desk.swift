public import FlowRuntime

extension Handlers {
  /// The handlers of the flows of a desk with their outcomes; see docs/actions.md.
  public static func desk(_ desk: CardDesk) -> Handlers {
    var handlers = Handlers()
    handlers.bindCard(desk)
    handlers.bindBrowser(desk)
    handlers.bindCodes(desk)
    return handlers
  }

  private mutating func bindCard(_ desk: CardDesk) {
    bind("card.wait", outcomes: ["present"]) { try await desk.waitForCard(since: $0.enteredAt) }
    bind("card.interface", outcomes: ["nfc", "contacts"]) { _ in await desk.interface() }
    bind("card.connect", outcomes: ["connected", "wrong-can", "lost"]) {
      let can = $0.takeSecret("can")
      return try await desk.connect(can)
    }
  }

  private mutating func bindBrowser(_ desk: CardDesk) {
    bind(
      "browser.request",
      outcomes: [
        "authenticate", "sign", "get-signing-certificate", "quit", "wrong-origin", "invalid",
        "closed",
      ]
    ) { _ in await desk.receiveRequest() }
    bind(
      "card.certificate",
      outcomes: [
        "to-log-in", "to-sign", "to-be-given", "unusable", "other-card", "blocked", "lost",
      ]
    ) { _ in await desk.readCertificate() }
    let signing = ["signed", "wrong-pin", "blocked", "lost"]
    bind("card.authenticate", outcomes: signing) {
      let pin = $0.takeSecret("pin1")
      return try await desk.authenticate(pin)
    }
    bind("card.sign", outcomes: signing) {
      let pin = $0.takeSecret("pin2")
      return try await desk.sign(pin)
    }
    bind("browser.answer", outcomes: ["delivered"]) { _ in try await desk.sendAnswer() }
  }

  private mutating func bindCodes(_ desk: CardDesk) {
    bind("code.tries", outcomes: ["left", "blocked", "lost"]) { _ in await desk.readTries() }
    bind("code.triesOfPUK", outcomes: ["left", "blocked", "lost"]) { _ in
      await desk.readTriesOfPUK()
    }
    bind("code.activation", outcomes: ["needed", "not-needed", "blocked", "lost"]) { _ in
      await desk.readActivation()
    }
    bind("code.compare", outcomes: ["accepted", "rejected"]) {
      let puk = $0.takeSecret("puk")
      let old = $0.takeSecret("old")
      let new = $0.takeSecret("new")
      let again = $0.takeSecret("again")
      if let puk { return await desk.compare(puk, isPUK: true, new: new, again: again) }
      return await desk.compare(old, isPUK: false, new: new, again: again)
    }
    bind("code.change", outcomes: ["changed", "wrong-code", "blocked", "lost"]) { _ in
      await desk.changeCode()
    }
    bind("code.unblock", outcomes: ["unblocked", "wrong-code", "blocked", "lost"]) { _ in
      await desk.unblockCode()
    }
  }
}
