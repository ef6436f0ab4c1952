internal import CryptoCore
internal import Dates
internal import Encodings
internal import EstEID
internal import JSON
internal import Markup
internal import WalletSimulator

/// A card's certificates and who vouches for them, as text and as JSON.
struct CertificateReport {
  struct Entry {
    let kind: CertificateKind
    let certificate: Certificate
    /// The path to a trusted authority. Nil if the certificate must not be used.
    let path: TrustPath?
    /// Why it must not be used.
    let problem: String?
    /// Whether it was revoked. Nil if it must not be used.
    let revocation: RevocationCheck.Finding?

    init(
      kind: CertificateKind, certificate: Certificate, anchors: TrustAnchors,
      revocation check: RevocationCheck, at time: Int64
    ) async {
      self.kind = kind
      self.certificate = certificate
      var path: TrustPath?
      var problem = CertificateProblem(certificate, kind, at: time).map {
        "it cannot be used: \($0)"
      }
      if problem == nil {
        do throws(TrustError) { path = try anchors.verify(certificate, at: time) } catch {
          problem = error.description
        }
      }
      var finding: RevocationCheck.Finding?
      if let trusted = path {
        do throws(RevocationCheck.Refusal) {
          finding = try await check.finding(about: trusted, at: time)
        } catch {
          problem =
            error.problem.isVerdict
            ? "\(error)" : "it is not known whether it was revoked: \(error)"
          path = nil
        }
      }
      revocation = finding
      self.path = path
      self.problem = problem
    }
  }

  let entries: [Entry]
  /// Whether the card is in software, so that its authority vouches for nothing.
  let isVirtual: Bool

  var isTrusted: Bool { entries.allSatisfy { $0.path != nil } }

  private static let unproven =
    "not checked: whether this card holds their keys, which needs a PIN\n"

  /// One line per field, then what was checked and what was not.
  var text: String {
    let parts = entries.map { entry in
      let certificate = entry.certificate
      let fields: [(String, String)] =
        [
          ("For", entry.kind == .authentication ? "log in (PIN1)" : "signatures (PIN2)"),
          ("Holder", certificate.subject.label), ("Issuer", certificate.issuer.label),
          ("Valid", "\(day(certificate.notBefore)) to \(day(certificate.notAfter))"),
          ("SHA-256", digest(certificate)),
          entry.path.map { ("Trusted", "issued under \($0.anchor.label)") }
            ?? ("NOT TRUSTED", entry.problem ?? ""),
        ]
        + (entry.revocation.map { [("Revoked", $0.short)] } ?? [])
      return fields.map { name, value in
        "\(name.padded(to: 12))  \(TerminalText.line(value))\n"
      }.joined()
    }
    let virtual = isVirtual ? "a virtual card; its authority vouches for nothing\n" : ""
    let checked =
      isTrusted
      ? "checked: what they are for, their validity today, and the path to a trusted authority\n"
      : ""
    return parts.joined(separator: "\n") + "\n" + virtual + checked
      + CertificateReport.unproven
  }

  var json: String {
    let list = entries.map { entry in
      JSONValue.object([
        "pin": .string(entry.kind.pin.label.lowercased()),
        "holder": .string(entry.certificate.subject.label),
        "identifier": entry.certificate.subject.serialNumber.map(JSONValue.string),
        "issuer": .string(entry.certificate.issuer.label),
        "validFrom": .string(day(entry.certificate.notBefore)),
        "validUntil": .string(day(entry.certificate.notAfter)),
        "sha256": .string(digest(entry.certificate)), "trusted": .bool(entry.path != nil),
        "revocation": entry.revocation.map { .string($0.isGood ? "good" : "not checked") },
        "certifiedBy": entry.path.map { .string($0.anchor.label) },
        "problem": entry.problem.map(JSONValue.string),
      ])
    }
    return JSONValue.object([
      "certificates": .array(list), "virtual": .bool(isVirtual),
      "notChecked": .array([.string("possession")]),
    ]).text
  }

  private func day(_ time: Int64) -> String {
    CalendarDay(daysSince1970: time / 86_400).description
  }

  private func digest(_ certificate: Certificate) -> String {
    Hexadecimal.text(Hash.sha256.digest(of: certificate.der), uppercase: true)
  }
}
