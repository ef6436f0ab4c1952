internal import JSON
internal import WalletApp
internal import WebToken

/// A relying party in this process, as the app's caller.
struct LocalCaller: Caller {
  private let party: RelyingParty
  private let request: World.CallerRequest

  init(_ party: RelyingParty, _ request: World.CallerRequest) {
    self.party = party
    self.request = request
  }

  var origin: Origin { party.origin }
  var answerAddress: String { request.answersTo ?? origin.description + "/answer" }
  var usesWebEID: Bool { request.token == .webEID }

  func challenge() async throws(CallerError) -> String { try await party.challenge() }

  func document() async throws(CallerError) -> DocumentSignature.Document { party.document }

  func receive(_ answer: CallerAnswer) async throws(CallerError) {
    let way: AnswerWay = request.kind == .app ? .result : .post
    // The answer is converted to text and back, as if it were sent.
    guard let json = JSONValue(parsing: answer.json(by: way).text),
      let arrived = CallerAnswer(json, by: way)
    else { throw .refused("it is not an answer") }
    let received = await party.take(arrived, by: way)
    if let refusal = received.refusal { throw .refused("\(refusal)") }
  }
}
