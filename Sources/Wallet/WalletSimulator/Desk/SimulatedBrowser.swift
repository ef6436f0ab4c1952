package import CardDesk
internal import CryptoCore
internal import Encodings
internal import EstEID
package import JSON
internal import WalletApp
internal import WebToken

/// A browser with the extension, as described by a world: it asks once, and brings the answer to
/// the website.
package struct SimulatedBrowser: BrowserPort {
  private let settings: World.Browser
  private let party: RelyingParty
  private let reader: VirtualReader

  init(_ settings: World.Browser, party: RelyingParty, reader: VirtualReader) {
    self.settings = settings
    self.party = party
    self.reader = reader
  }

  package func receive() async -> BrowserMessage {
    if settings.asks == .nothing { return .closed }
    if let text = settings.message { return .message(Array(text.utf8)) }
    guard let request = try? await request() else { return .closed }
    return .message(Array(request.text.utf8))
  }

  private func request() async throws -> JSONValue {
    let origin = JSONValue.string(settings.origin)
    switch settings.asks {
    case .logIn:
      return command(
        "authenticate",
        .object(["challengeNonce": .string(try await party.challenge()), "origin": origin]))
    case .certificate:
      return command("get-signing-certificate", .object(["origin": origin]))
    case .signature:
      let certificate = JSONValue.string(Base64.encoded(try await certificate()))
      guard
        case .object(let hash)? = await party.prepare(
          .object(["certificate": certificate]), session: "")
      else { throw WalletProblem("the website cannot prepare the signature") }
      let other: [JSONValue.Member] = [
        .init(key: "certificate", value: certificate), .init(key: "origin", value: origin),
      ]
      return command("sign", .object(hash + other))
    case .version: return command("quit", .object([]))
    case .nothing: return .null
    }
  }

  private func command(_ name: String, _ arguments: JSONValue) -> JSONValue {
    .object(["command": .string(name), "arguments": arguments])
  }

  /// The certificate that the website has got before: that of the card, or another one.
  private func certificate() async throws -> [UInt8] {
    let memory = try PINMemory()
    let card = try await EstEIDCard.open(
      over: await reader.insertedCard(), can: await reader.can(),
      options: .init(memory: memory))
    let kind: CertificateKind = settings.isOtherCard ? .authentication : .signing
    let certificate = try await card.certificate(kind)
    await card.close()
    return certificate.der
  }

  package func send(_ message: JSONValue) async -> Bool {
    await party.take(browser: message)
    return true
  }

  package func closed() async {
    let never = AsyncStream<Never>.makeStream()
    for await _ in never.stream {}
    never.continuation.finish()
  }
}
