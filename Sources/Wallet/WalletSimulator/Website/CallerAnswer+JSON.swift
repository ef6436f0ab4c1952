internal import JSON
internal import WalletApp

/// How an answer reaches a caller: by POST to a website, or as a result to an app.
package enum AnswerWay: String, Hashable, Sendable {
  case post, result

  fileprivate var tokenKey: String { self == .post ? "auth-token" : "token" }
}

extension CallerAnswer {
  /// The form in which it is sent: `auth-token` or `signature`, with `error`, which is 200 on
  /// success. For an app also `result`, which is OK or CANCELED, with the token or the reason.
  func json(by way: AnswerWay) -> JSONValue {
    var token: JSONValue?
    var signature: JSONValue?
    switch self {
    case .token(let text): token = .string(text)
    case .signature(let text): signature = .string(text)
    case .failure: break
    }
    let isOK = code == 200
    return .object([
      "result": way == .post ? nil : .string(isOK ? "OK" : "CANCELED"),
      way.tokenKey: token, "signature": signature,
      "error": way == .post || !isOK ? .integer(Int64(code)) : nil,
    ])
  }

  /// Reads the form in which it was sent. Nil for anything else.
  init?(_ json: JSONValue, by way: AnswerWay) {
    let code = json["error"]?.integer
    let isOK =
      way == .post ? code == 200 : json["result"] == .string("OK")
    switch (isOK, json[way.tokenKey]?.string, json["signature"]?.string) {
    case (true, let token?, nil): self = .token(token)
    case (true, nil, let signature?): self = .signature(signature)
    case (false, nil, nil):
      guard let code, (400...499).contains(code),
        way == .post || json["result"] == .string("CANCELED")
      else { return nil }
      self = .failure(Int(code))
    default: return nil
    }
  }
}
