internal import Encodings
internal import JSON
internal import WalletApp

/// A request to the account server and its reply, as JSON. The app's end and the server's end of
/// the connection both use it.
struct AccountCall<Request: Sendable, Reply: Sendable>: Sendable {
  let path: String
  let request: JSONForm<Request>
  let reply: JSONForm<Reply>
  /// Has the server answer a request.
  let ask: @Sendable (any AccountService, Request) async throws(AccountFailure) -> Reply

  /// Answers a request as it was sent.
  func answer(
    _ json: JSONValue, by server: any AccountService
  ) async throws(AccountFailure) -> JSONValue {
    guard let request = request.read(json) else { throw .refused }
    return reply.write(try await ask(server, request))
  }
}

/// How a value is written as JSON. `read` returns nil for anything else.
struct JSONForm<Value: Sendable>: Sendable {
  let write: @Sendable (Value) -> JSONValue
  let read: @Sendable (JSONValue) -> Value?
}

extension JSONForm<String> {
  /// A text under a key.
  static func text(_ key: String) -> JSONForm {
    JSONForm(write: { .object(members: [(key, .string($0))]) }, read: { $0[key]?.string })
  }
}

/// The calls of the account server.
enum AccountCalls {
  /// Asks whether a version of the app may be used.
  static let version = AccountCall(
    path: "/version", request: .text("version"),
    reply: JSONForm<VersionVerdict>(
      write: { .object(["verdict": .string($0.rawValue)]) },
      read: { $0["verdict"]?.string.flatMap(VersionVerdict.init(rawValue:)) }),
    ask: { server, version throws(AccountFailure) in try await server.policy(for: version) })

  /// Registers the public key that belongs to a PIN.
  static let register = AccountCall(
    path: "/register",
    request: JSONForm<Registration>(
      write: {
        .object(["key": .bytes($0.publicKey), "attestation": $0.attestation.map(JSONValue.bytes)])
      },
      read: { json in
        json["key"]?.bytes.map {
          Registration(publicKey: $0, attestation: json["attestation"]?.bytes)
        }
      }),
    reply: .text("account"),
    ask: { server, new throws(AccountFailure) in try await server.register(new) })

  /// Fetches a challenge for the PIN key to sign.
  static let challenge = AccountCall(
    path: "/challenge", request: .text("account"),
    reply: JSONForm<[UInt8]>(
      write: { .object(["challenge": .bytes($0)]) }, read: { $0["challenge"]?.bytes }),
    ask: { server, account throws(AccountFailure) in try await server.challenge(for: account) })

  /// Has a signed challenge checked.
  static let check = AccountCall(
    path: "/check",
    request: JSONForm<SignedChallenge>(
      write: {
        .object([
          "account": .string($0.account), "challenge": .bytes($0.challenge),
          "signature": .bytes($0.signature),
        ])
      },
      read: { json in
        guard let account = json["account"]?.string, let challenge = json["challenge"]?.bytes,
          let signature = json["signature"]?.bytes
        else { return nil }
        return SignedChallenge(account: account, challenge: challenge, signature: signature)
      }),
    reply: JSONForm<PINVerdict>(write: \.json, read: { PINVerdict($0) }),
    ask: { server, signed throws(AccountFailure) in
      try await server.check(signed.signature, of: signed.challenge, account: signed.account)
    })
}

struct SignedChallenge: Sendable {
  let account: String
  let challenge: [UInt8]
  let signature: [UInt8]
}

extension JSONValue {
  static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64.urlEncoded(bytes)) }

  var bytes: [UInt8]? { string.flatMap { Base64.urlDecoded($0) } }
}
