internal import ArgumentParser
internal import CardDesk
internal import Dates
internal import EstEID
internal import FlowModel
internal import FlowRuntime
internal import ISO7816
internal import VirtualCard
internal import WalletApp

extension CardConnection {
  /// Runs a flow with the card that the options mean, about one of its codes.
  ///
  /// - Returns: whether the code is as the person wanted; false if nothing had to be done.
  func desk(_ flow: String, _ code: PINReference, _ codes: CodesOption) async throws -> Bool {
    let console = Console.current
    console.willHoldSecrets()
    let catalogue = try FlowsFolder(name: codes.flows.folder).catalogue(reachedFrom: flow)
    let reader = ReaderSource(name: reader, within: .seconds(within))
    // Nobody is in a hurry with a virtual card: no prompt is given up.
    let clock: any RunClock =
      virtual ? ManualRunClock(timeOfDay: SystemTime.milliseconds()) : SystemRunClock()
    let desk = try CardDesk(
      cards: try virtual ? virtualSource() : reader, code: code, clock: clock)
    let person = PersonAtTerminal(
      code: code, can: CANSource(option: canFrom, isVirtual: virtual), codesFrom: codes.codesFrom,
      clock: virtual ? nil : clock)
    let run = try DeskRun(
      catalogue.compiled(), try catalogue.find(flow), desk: desk, person: person, clock: clock)
    do {
      try await run.run()
    } catch {
      if let failure = await reader.failure { throw Refusal(failure) }
      if let error = error as? RunnerError { throw Refusal(error.description, status: 1) }
      throw error
    }
    if await desk.isDone { return true }
    let last = await run.trace.last { $0.row.kind != .result }?.row
    if await !person.hasShown { for line in await desk.facts { console.out(line + "\n") } }
    if let trouble = await desk.trouble {
      throw trouble.isInput
        ? Refusal(trouble.words) : Refusal(trouble.words, help: trouble.help, status: 1)
    }
    switch last?.kind {
    case .user: throw ExitCode(130)
    case .event: throw Refusal(last?.label.lowercased() ?? "", status: 1)
    case .own, .case, .result, .error, .extension, nil: return false
    }
  }

  private func virtualSource() throws -> VirtualSource {
    VirtualSource(card: try virtualCard.card())
  }
}

/// A virtual card in this process.
struct VirtualSource: CardSource {
  let card: VirtualCard

  func card(since began: Int64) async throws -> any CardChannel { await card.insert() }
}
