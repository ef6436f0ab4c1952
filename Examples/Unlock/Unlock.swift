public import FlowKit

/// Unlocks the app with a PIN. Besides its flows, an app needs only this code.
public func unlock(flows: [UInt8], pin: consuming Secret) async throws -> [String] {
  let catalogue = try Catalogue(compiled: flows)  // of `flowrun compile Flows -o app.flows`
  guard let flow = catalogue.flow(named: "unlock-the-app") else { return [] }
  var handlers = Handlers()
  handlers.bind("biometrics.status", outcomes: ["enabled", "disabled"]) { _ in "disabled" }
  handlers.bind("account.checkPin", outcomes: ["valid", "wrong-1"]) { context in
    guard let pin = context.takeSecret("pin") else { return "wrong-1" }
    return pin.withBytes { $0.elementsEqual("135790".utf8) } ? "valid" : "wrong-1"
  }
  let program = catalogue.compiled(as: .meant)
  let runner = try Runner(program, start: flow, handlers: handlers)
  _ = try await runner.run()  // waits at UC2.3:1.3, the PIN screen
  let saved = await runner.snapshot?.json ?? ""  // the position, times, plain inputs; no secrets
  let restored = try Runner(restoring: Snapshot(json: saved), on: program, handlers: handlers)
  _ = try await restored.run()
  await restored.enter(secret: pin, as: "pin")
  _ = try await restored.choose("1.3a")
  return await restored.trace.map(\.text)
}
