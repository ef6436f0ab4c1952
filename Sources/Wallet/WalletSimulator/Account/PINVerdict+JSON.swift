internal import JSON
internal import WalletApp

extension PINVerdict {
  var json: JSONValue {
    switch self {
    case .valid: .object(["verdict": .string("valid")])
    case .blocked: .object(["verdict": .string("blocked")])
    case .paused(let until): .object(["verdict": .string("paused"), "until": .integer(until)])
    case .wrong(let attempt, let isFinal, let until):
      .object([
        "verdict": .string("wrong"), "attempt": .integer(Int64(attempt)), "final": .bool(isFinal),
        "until": .integer(until),
      ])
    }
  }

  init?(_ json: JSONValue) {
    switch json["verdict"]?.string {
    case "valid": self = .valid
    case "blocked": self = .blocked
    case "paused":
      guard let until = json["until"]?.integer else { return nil }
      self = .paused(until: until)
    case "wrong":
      guard let attempt = json["attempt"]?.integer,
        (1...Int64(PINVerdict.attemptsPerRound)).contains(attempt),
        let until = json["until"]?.integer
      else { return nil }
      self = .wrong(
        attempt: Int(attempt), isFinalRound: json["final"] == .bool(true), pausedUntil: until)
    default: return nil
    }
  }
}
