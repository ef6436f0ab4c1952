import CryptoCore
import Dates
import TestSupport
import Testing

/// Answers of `openssl ocsp`, an independent responder.
@Suite struct RevocationTests {
  private static let usual = Result { try RevocationAuthority() }

  /// Read again for each use: a certificate is valid from the second in which it is made.
  private var now: Int64 { SystemTime.seconds() }

  private func request(
    _ authority: RevocationAuthority, of name: String = "person", hasNonce: Bool = true
  ) throws -> RevocationRequest {
    try RevocationRequest(
      Certificate(der: authority.certificate(name)),
      issuer: .certificate(Certificate(der: authority.certificate("authority"))),
      nonce: hasNonce ? Random.bytes(32) : [])
  }

  @Test("A certificate is good if its authority, or a responder certified for it, says so")
  func good() throws {
    let authority = try Self.usual.get()
    for signer in [RevocationAuthority.Signer.authority, .responder] {
      for option in ["", "-resp_key_id", "-nmin 5"] {
        let request = try request(authority)
        try request.check(authority.answer(to: request.der, signedBy: signer, option), at: now)
      }
    }
  }

  @Test("An authority that is known by its key only vouches for its responder too")
  func keyOnly() throws {
    let authority = try Self.usual.get()
    let own = try Certificate(der: authority.certificate("authority"))
    let point = try #require(own.publicKey)
    let identifier = try #require(own.subjectKeyIdentifier)
    let key = try #require(
      AuthorityKey(
        name: "C=EE, O=flowrun, CN=authority", key: point, keyIdentifier: identifier,
        validity: own.notBefore...own.notAfter))
    for signer in [RevocationAuthority.Signer.authority, .responder] {
      let request = try RevocationRequest(
        Certificate(der: authority.certificate("person")), issuer: .key(key))
      try request.check(authority.answer(to: request.der, signedBy: signer), at: now)
    }
  }

  @Test("A revoked certificate is refused, with the day, and so is one that nobody issued")
  func revoked() throws {
    let revoked = try RevocationAuthority(status: "R")
    var request = try request(revoked)
    // 2020-01-01.
    #expect(throws: RevocationProblem.revoked(since: 1_577_836_800)) {
      try request.check(revoked.answer(to: request.der), at: now)
    }
    let unknown = try RevocationAuthority(status: "")
    request = try self.request(unknown)
    #expect(throws: RevocationProblem.unknown) {
      try request.check(unknown.answer(to: request.der), at: now)
    }
  }

  @Test("Nobody else can answer for an authority")
  func signers() throws {
    let authority = try Self.usual.get()
    let request = try request(authority)
    #expect(throws: RevocationProblem.wrongSigner) {
      try request.check(authority.answer(to: request.der, signedBy: .person), at: now)
    }
    #expect(throws: RevocationProblem.untrustedResponder(.unknownIssuer)) {
      try request.check(authority.answer(to: request.der, signedBy: .stranger), at: now)
    }
    // Without the responder's certificate, nobody knows who has signed.
    #expect(throws: RevocationProblem.wrongSigner) {
      try request.check(authority.answer(to: request.der, "-resp_no_certs"), at: now)
    }
    // After ten days the responder's certificate has expired.
    #expect(throws: RevocationProblem.untrustedResponder(.expired)) {
      try request.check(authority.answer(to: request.der), at: now + 11 * 86_400)
    }
    #expect(throws: RevocationProblem.tooWeak) {
      try request.check(authority.answer(to: request.der, "-rmd sha1"), at: now)
    }
  }

  @Test("An answer to another question, or about another certificate, is refused")
  func otherQuestions() throws {
    let authority = try Self.usual.get()
    let (one, other) = (try request(authority), try request(authority))
    let answer = try authority.answer(to: one.der)
    #expect(throws: RevocationProblem.wrongNonce) { try other.check(answer, at: now) }
    let without = try request(authority, hasNonce: false)
    #expect(throws: RevocationProblem.wrongNonce) { try without.check(answer, at: now) }
    let responder = try request(authority, of: "responder", hasNonce: false)
    #expect(throws: RevocationProblem.otherCertificate) {
      try responder.check(authority.answer(to: without.der), at: now)
    }
  }

  @Test("An answer without the nonce holds for a quarter of an hour, also if it says more")
  func times() throws {
    let authority = try Self.usual.get()
    let request = try request(authority)
    let plain = try self.request(authority, hasNonce: false)
    for option in ["", "-ndays 2"] {
      let answer = try authority.answer(to: plain.der, signedBy: .authority, option)
      // It does not repeat the nonce of the question.
      for question in [request, plain] {
        try question.check(answer, at: now + 890)
        #expect(throws: RevocationProblem.notFresh) { try question.check(answer, at: now + 910) }
        #expect(throws: RevocationProblem.notFresh) { try question.check(answer, at: now - 90) }
      }
    }
  }

  @Test("With the nonce, an answer holds until the end that it names")
  func end() throws {
    let authority = try Self.usual.get()
    let request = try request(authority)
    let answer = try authority.answer(to: request.der, signedBy: .authority, "-nmin 60")
    try request.check(answer, at: now + 3_600)
    #expect(throws: RevocationProblem.notFresh) { try request.check(answer, at: now + 3_700) }
    #expect(throws: RevocationProblem.notFresh) { try request.check(answer, at: now - 90) }
    let endless = try authority.answer(to: request.der, signedBy: .authority)
    #expect(throws: RevocationProblem.notFresh) { try request.check(endless, at: now + 910) }
  }

  @Test("A changed answer is refused, or means the same, and garbage is refused")
  func changes() throws {
    let authority = try Self.usual.get()
    let request = try request(authority)
    let answer = try authority.answer(to: request.der)
    try request.check(answer, at: now)
    var random = SplitMix(seed: 7)
    for _ in 0..<sampleSize("REVOCATION_CHANGES", or: 300) {
      var changed = answer
      let place = Int.random(in: answer.indices, using: &random)
      changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      // libcrypto reads a list without the bit for `constructed` in its tag as the same list.
      if answer[place] == 0x30, changed[place] == 0x10 { continue }
      // The certificate of the responder is in the answer, and its own signature is checked.
      #expect(throws: RevocationProblem.self, "\(place)") { try request.check(changed, at: now) }
    }
    for length in [0, 1, 10, answer.count - 1] {
      #expect(throws: RevocationProblem.malformed) {
        try request.check(Array(answer.prefix(length)), at: now)
      }
    }
    #expect(throws: RevocationProblem.malformed) { try request.check(answer + [0], at: now) }
  }

  @Test("A responder that declines says why", arguments: [1, 2, 3, 5, 6, 9] as [UInt8])
  func declining(_ status: UInt8) throws {
    let authority = try Self.usual.get()
    let request = try request(authority)
    let problem = RevocationProblem.declined(Int32(status))
    #expect(throws: problem) { try request.check([0x30, 3, 0x0A, 1, status], at: now) }
    #expect(problem.isSilence == (status == 2 || status == 3))
    #expect(problem.words("R").hasPrefix("R does not answer: "))
  }

  @Test("A certificate names its responders")
  func responders() throws {
    let address = "http://ocsp.example/ee"
    let named = try RevocationAuthority(naming: address)
    #expect(try Certificate(der: named.certificate("person")).responders == [address])
    #expect(try Certificate(der: named.certificate("authority")).responders == [])
  }
}
