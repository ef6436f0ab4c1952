internal import ArgumentParser
internal import LoopbackHTTP
internal import WalletSimulator

/// The options that say how an authority is asked whether a certificate was revoked.
struct RevocationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whether a certificate must be known not to be revoked (OCSP).",
      discussion: """
        required: it is refused if the responder cannot be reached. if-reachable: it is accepted \
        then. off: nobody is asked.
        """))
  var revocation = RevocationCheck.Policy.required
  @Option(
    help: ArgumentHelp(
      "The responder to ask, in place of the one that the certificate names.",
      valueName: "address"))
  var responder: String?

  /// The check. Refuses an address that cannot be asked.
  var check: RevocationCheck {
    get throws {
      RevocationCheck(
        revocation,
        responder: try responder.map { text in
          guard let address = HTTPAddress(text) else {
            throw Refusal("`\(text)` is not a responder; write `http://HOST/PATH`")
          }
          return address
        })
    }
  }
}

extension RevocationCheck.Policy: ExpressibleByArgument {}
