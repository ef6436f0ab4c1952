internal import ArgumentParser
internal import CryptoCore
internal import Dates
internal import EstEID

struct CardCertificatesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certificates",
    abstract:
      "Reads the two certificates of a card and checks who has issued them. No try is used.",
    discussion: """
      Exit status: 0 if both lead to a trusted authority, may be used today and are not revoked, 1 \
      if not. Whether the card holds their keys is not checked, since that needs a PIN.
      """)

  @OptionGroup var connection: CardConnection
  @Option(
    help: ArgumentHelp(
      "An authority to trust: a certificate, a folder of them, or `test-cards`.",
      discussion:
        "By default those that issue Estonian ID cards, and with --virtual the card's own.",
      valueName: "file"))
  var trust: [String] = []
  @OptionGroup var revocation: RevocationOptions
  @Flag(help: "Prints JSON, one object.") var json = false

  func run() async throws {
    let trusted = try TrustList(names: trust).anchors()
    let check = try revocation.check
    let report = try await connection.session { card, authority in
      let own = authority.map { [TrustAnchor.certificate($0)] } ?? []
      let anchors = TrustAnchors(anchors: trusted + own)
      var entries: [CertificateReport.Entry] = []
      for kind in CertificateKind.allCases {
        entries.append(
          await CertificateReport.Entry(
            kind: kind, certificate: try await card.certificate(kind), anchors: anchors,
            revocation: check, at: SystemTime.seconds()))
      }
      return CertificateReport(entries: entries, isVirtual: authority != nil)
    }
    Console.current.out(json ? report.json + "\n" : report.text)
    guard report.isTrusted else { throw ExitCode(1) }
  }
}
