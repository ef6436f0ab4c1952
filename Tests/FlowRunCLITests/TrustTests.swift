import CryptoCore
import Encodings
import Files
import TestSupport
import Testing

@testable import FlowRunCLI

/// The lists of authorities, and `--trust`.
@Suite struct TrustTests {
  private static let list = projectFolder + "/Trust/"

  @Test(
    "Each list that comes with the program can be read and names its authorities",
    arguments: [
      ("estonian-id-cards", ["ESTEID2018 (SK ID Solutions AS)", "ESTEID2025 (Zetes Estonia OÜ)"]),
      (
        "test-cards",
        ["TEST of ESTEID2018 (SK ID Solutions AS)", "Test ESTEID2025 (Zetes Estonia OÜ)"]
      ),
    ])
  func lists(_ name: String, _ labels: [String]) throws {
    #expect(try TrustList(names: [name]).anchors().map(\.label) == labels)
    // By its path, too.
    #expect(try TrustList(names: [Self.list + name]).anchors().map(\.label) == labels)
  }

  @Test("Without a name, the authorities in force are trusted, and none for test cards")
  func standard() throws {
    let labels = try TrustList(names: []).anchors().map(\.label)
    #expect(labels == ["ESTEID2018 (SK ID Solutions AS)", "ESTEID2025 (Zetes Estonia OÜ)"])
  }

  @Test("A real test card is trusted with the list for test cards, and only with it")
  func realCard() throws {
    let path =
      projectFolder + "/Tests/BaseTests/CryptoCore/Fixtures/ee-real-test-card-auth-cert.der"
    let certificate = try Certificate(der: FileSystem.read(path))
    // 2022-01-01.
    let time: Int64 = 1_640_995_200
    let trusted = TrustAnchors(anchors: try TrustList(names: ["test-cards"]).anchors())
    #expect(
      try trusted.verify(certificate, at: time).anchor.label
        == "TEST of ESTEID2018 (SK ID Solutions AS)")
    #expect(throws: TrustError.unknownIssuer) {
      try TrustAnchors(anchors: TrustList(names: []).anchors()).verify(certificate, at: time)
    }
  }

  private static let good = """
    name: CN=Test, C=EE
    curve: p256
    key: 04 6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296
      4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5
    key id: 0102
    valid from: 2025-01-01T00:00:00Z
    valid until: 2030-12-31T23:59:59Z
    certificate: 0000000000000000000000000000000000000000000000000000000000000000
    issued by: nobody
    cards: none
    source: this test
    read: 2026-11-22

    """

  @Test("A team's own file is read, and a mistake in it has a place")
  func ownFile() async throws {
    let folder = try Folder(["a.yaml": Self.good])
    #expect(try TrustList(names: [folder.path("a.yaml")]).anchors().map(\.label) == ["Test"])
    let cases = [
      ("curve: p256", "curve: p255", ":2:8: error: `p255` is not what `curve` may be"),
      ("curve: p256", "curve: p384", ":3:6: error: `key` is not a point of this curve"),
      ("key: 04", "key: 05", ":3:6: error: `key` is not a point of this curve"),
      ("key id: 0102", "key id: x", ":5:9: error: `key id` is not an identifier"),
      ("2030-12-31T", "2020-12-31T", ":7:14: error: it ends before it begins"),
      ("T23:59:59Z", "T23:59:60Z", ":7:14: error: `valid until` is not a time"),
      ("T23:59:59Z", "T-3:59:59Z", ":7:14: error: `valid until` is not a time"),
      ("certificate: 00", "certificate: ", ":8:14: error: `certificate` is not a SHA-256"),
      ("name: CN=Test", "name: cn=Test", ":1:7: error: `name` is not a name"),
      ("source: this test\n", "", ":1:1: error: an authority needs `source`"),
      ("read: 2026-11-22", "read: soon", ":12:7: error: `soon` is not what `read` may be"),
      ("cards: none", "kards: none", ":10:1: error: an authority has no key `kards`"),
    ]
    for (from, to, message) in cases {
      try folder.write(Self.good.replacing(from, with: to), to: "a.yaml")
      let outcome = await flowrun(
        "card", "certificates", "--virtual", "--trust", folder.path("a.yaml"), flows: nil)
      #expect(outcome.status == 2)
      #expect(outcome.err.contains("a.yaml" + message), "\(outcome.err)")
    }
  }

  @Test("A folder may hold certificates, in DER and in PEM")
  func certificates() async throws {
    let folder = try Folder(["w.yaml": "saved: { can: 123456 }\n"])
    _ = await flowrun(
      "EID8", "--by-itself", "--world", folder.path("w.yaml"), "--authority", folder.path("a.crt"))
    try FileSystem.destroy(folder.path("w.yaml"))
    let der = folder.bytes("a.crt")
    let pem = "for people\n-----BEGIN CERTIFICATE-----\n" + Base64.encoded(der)
    try folder.write(pem + "\n-----END CERTIFICATE-----\n", to: "b.pem")
    try folder.write("", to: "notes.txt")
    let anchors = try TrustList(names: [folder.path]).anchors()
    #expect(anchors.count == 2 && Set(anchors).count == 1)
    #expect(anchors.first?.label == "TEST of a virtual ESTEID CA (flowrun virtual card)")
    for text in [
      pem, pem + "!\n-----END CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\n" + pem, "",
    ] {
      try folder.write(text, to: "b.pem")
      let outcome = await flowrun(
        "card", "certificates", "--virtual", "--trust", folder.path, flows: nil)
      #expect(outcome.status == 2)
      #expect(outcome.err.hasSuffix("b.pem` is not a certificate (DER or PEM)\n"))
    }
    let missing = await flowrun(
      "card", "certificates", "--virtual", "--trust", "no-such-list", flows: nil)
    #expect(missing.status == 2 && missing.err.contains("no-such-list"))
    let person = await flowrun(
      "card", "certificates", "--virtual", "--trust",
      projectFolder + "/Tests/BaseTests/CryptoCore/Fixtures/ee-real-test-card-auth-cert.der",
      flows: nil)
    #expect(person.status == 2 && person.err.contains("is not an authority's"))
  }

  @Test("`card certificates` says who has issued them, what was checked and what was not")
  func cardCertificates() async {
    let outcome = await flowrun("card", "certificates", "--virtual", flows: nil)
    #expect(outcome.status == 0)
    let lines = outcome.out.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.filter { !$0.hasPrefix("SHA-256") && !$0.hasPrefix("Valid") }
        == """
        For           log in (PIN1)
        Holder        JÕEORG,JAAK-KRISTJAN,38001085718
        Issuer        TEST of a virtual ESTEID CA (flowrun virtual card)
        Trusted       issued under TEST of a virtual ESTEID CA (flowrun virtual card)
        Revoked       not checked, since it names no responder

        For           signatures (PIN2)
        Holder        JÕEORG,JAAK-KRISTJAN,38001085718
        Issuer        TEST of a virtual ESTEID CA (flowrun virtual card)
        Trusted       issued under TEST of a virtual ESTEID CA (flowrun virtual card)
        Revoked       not checked, since it names no responder

        a virtual card; its authority vouches for nothing
        checked: what they are for, their validity today, and the path to a trusted authority
        not checked: whether this card holds their keys, which needs a PIN

        """.split(separator: "\n", omittingEmptySubsequences: false))
    let json = await flowrun("card", "certificates", "--virtual", "--json", flows: nil)
    #expect(json.status == 0)
    #expect(
      json.out.contains(
        #""trusted":true,"revocation":"not checked","certifiedBy":"TEST of a virtual ESTEID CA"#))
    #expect(json.out.hasSuffix(#""virtual":true,"notChecked":["possession"]}"# + "\n"))
  }

  @Test("A responder that the command line names is asked, and the setting decides if it is silent")
  func responder() async {
    let nowhere = "http://127.0.0.1:1"
    let silence = "the responder \(nowhere) could not be reached: it does not accept connections"
    func certificates(_ options: String...) async -> Outcome {
      await flowrun(
        ["card", "certificates", "--virtual", "--responder", nowhere] + options, flows: nil)
    }
    let required = await certificates()
    #expect(required.status == 1)
    #expect(
      required.out.contains("NOT TRUSTED   it is not known whether it was revoked: \(silence)"))
    let lax = await certificates("--revocation", "if-reachable")
    #expect(lax.status == 0 && lax.out.contains("Revoked       not checked, since \(silence)"))
    let off = await certificates("--revocation", "off")
    #expect(off.status == 0 && off.out.contains("since the setting `revocation` is `off`"))
    let wrong = await flowrun(
      "card", "certificates", "--virtual", "--responder", "https://a", flows: nil)
    #expect(wrong.status == 2)
    #expect(
      wrong.err == "flowrun: `https://a` is not a responder; write `http://HOST/PATH`\n")
  }

  @Test("A website of a world asks the responder that the world names")
  func world() async throws {
    let folder = try Folder([
      "w.yaml": """
      saved: { can: 123456, pin1: 1234 }
      card: { touches: 0 s }
      caller: { responder: "http://127.0.0.1:1", revocation: required }
      """
    ])
    let outcome = await flowrun("EID8", "--by-itself", "--world", folder.path("w.yaml"))
    let text = outcome.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains(
        "refused a log in: it is not known whether the certificate was revoked: "
          + "the responder http://127.0.0.1:1 could not be reached"))
    try folder.write("caller: { responder: nowhere }", to: "w.yaml")
    let wrong = await flowrun("EID8", "--by-itself", "--world", folder.path("w.yaml"))
    #expect(wrong.status == 2 && wrong.err.contains("`nowhere` is not a responder"))
  }

  @Test("Who logs in or signs is told with what was checked and what was not")
  func statement() async throws {
    let folder = try Folder([
      "w.yaml": "saved: { can: 123456, pin1: 1234 }\ncard: { touches: 0 s }\n"
    ])
    let outcome = await flowrun("EID8", "--by-itself", "--world", folder.path("w.yaml"))
    #expect(outcome.status == 0)
    let text = outcome.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("the caller: JAAK-KRISTJAN JÕEORG (PNOEE-38001085718) logged in"))
    #expect(text.contains("checked: origin, challenge, signature, what the certificate is for"))
    #expect(text.contains("and its issuer, TEST of a virtual ESTEID CA (flowrun virtual card)"))
    #expect(
      text.contains(
        "not checked: whether the certificate was revoked, since it names no responder"))
  }
}
