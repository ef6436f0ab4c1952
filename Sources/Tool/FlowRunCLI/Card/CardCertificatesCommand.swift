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
      Exit status: 0 if both lead to a trusted authority and may be used today, 1 if not. Whether \
      they were revoked is not checked, nor, since that needs a PIN, whether the card holds their \
      keys.
      """)

  @OptionGroup var connection: CardConnection
  @Option(
    help: ArgumentHelp(
      "An authority to trust: a certificate, a folder of them, or `test-cards`.",
      discussion:
        "By default those that issue Estonian ID cards, and with --virtual the card's own.",
      valueName: "file"))
  var trust: [String] = []
  @Flag(help: "Prints JSON, one object.") var json = false

  func run() async throws {
    let trusted = try TrustList(names: trust).anchors()
    let report = try await connection.session { card, authority in
      let own = authority.map { [TrustAnchor.certificate($0)] } ?? []
      var entries: [CertificateReport.Entry] = []
      for kind in CertificateKind.allCases {
        entries.append(
          CertificateReport.Entry(
            kind: kind, certificate: try await card.certificate(kind),
            anchors: TrustAnchors(anchors: trusted + own), at: SystemTime.seconds()))
      }
      return CertificateReport(entries: entries, isVirtual: authority != nil)
    }
    Console.current.out(json ? report.json + "\n" : report.text)
    guard report.isTrusted else { throw ExitCode(1) }
  }
}
