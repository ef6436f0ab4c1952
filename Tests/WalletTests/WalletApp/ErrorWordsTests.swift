import CryptoCore
import EstEID
import Foundation
import ISO7816
import LoopbackHTTP
import PACE
import TestSupport
import Testing
import WalletApp
import WalletSimulator
import WebToken

/// What people read when something of the card, the cryptography or a website fails.
@Suite struct ErrorWordsTests {
  private static let trust: [TrustError] = [
    .unknownIssuer, .notYetValid, .expired, .wrongSignature, .notAuthority, .tooLong, .tooWeak,
    .refused(85), .cryptography(.libraryFailure),
  ]
  private static let revocation: [RevocationProblem] = [
    .revoked(since: 0), .unknown, .unreachable("it takes too long"), .declined(6), .declined(99),
    .malformed, .wrongSigner, .untrustedResponder(.expired), .wrongSignature, .tooWeak,
    .wrongNonce, .otherCertificate, .notFresh, .cryptography(.malformed),
  ]
  private static let crypto: [CryptoError] = [
    .invalidKeyLength, .invalidLength, .invalidPoint, .invalidScalar, .notAuthentic, .malformed,
    .libraryFailure,
  ]
  private static let http: [HTTPFailure] = [
    .unknownHost, .noRoute, .refused, .deadlineExceeded, .broken, .garbage,
  ]
  private static let token: [TokenError] = [
    .malformed, .wrongLength, .wrongAlgorithm, .wrongKey, .wrongFormat, .wrongOrigin, .wrongNonce,
    .wrongTime, .wrongPurpose, .wrongSubject, .wrongDigest, .untrusted(.refused(85)),
    .wrongSignature,
  ]
  private static let messaging: [SecureMessagingError] = [
    .sessionClosed, .commandTooLong, .unprotectedResponse(.wrongData), .malformedResponse,
    .wrongChecksum, .statusMismatch, .wrongPadding, .cryptographyFailed,
  ]
  private static let pace: [PACEError] = [
    .wrongPassword, .chipNotAuthentic, .malformedData(.nonce),
    .unexpectedStatus(.wrongData, .environment), .malformedData(.mapping),
    .malformedData(.agreement), .malformedData(.authentication), .malformedData(.cardAccess),
    .noKnownProtocol, .channel(.cardLost), .cryptography(.invalidPoint), .outOfOrder,
  ]
  private static let steps: [CardStep] = [
    .selectApplication, .selectFile, .readFile, .readCounter, .verify(.pin1), .change(.pin2),
    .unblock(.pin1), .chooseKey, .sign,
  ]
  private static let certificate: [CertificateProblem] = [
    .unreadable, .notYetValid, .expired, .wrongKeyUsage, .wrongExtendedKeyUsage, .unknownKey,
  ]
  private static let channel: [CardChannelError] = [
    .cardLost, .deadlineExceeded, .cancelled, .readerLost,
  ]
  private static let card: [EstEIDError] =
    [
      .unsupportedCard, .wrongCAN, .chipNotAuthentic, .malformedPIN(.pin1), .rejectedBefore(.pin1),
      .tooFewTries(.pin1, left: 1), .triesUnknown(.puk), .wrongPIN(.pin2, triesLeft: 2),
      .pinBlocked(.pin1), .pinNotActivated(.pin2), .notRemembered, .unsupportedDigest,
      .signatureMismatch, .busy, .cryptography(.malformed),
    ] + pace.map(EstEIDError.pace) + messaging.map(EstEIDError.secureMessaging)
    + steps.flatMap { [.malformedData($0), .unexpectedStatus(.wrongData, $0)] }
    + certificate.map(EstEIDError.certificate) + channel.map(EstEIDError.channel)
  private static let others: [any Error] = [
    OriginError.notAnAddress, OriginError.notSecure, OriginError.namesUser, OriginError.tooLong,
    AccountFailure.noInternet, AccountFailure.serverUnreachable, AccountFailure.deviceInsecure,
    AccountFailure.refused, CallerError.otherOrigin, CallerError.unreachable,
    CallerError.refused("why"),
  ]

  private static var all: [any Error] {
    let base: [any Error] = trust + revocation + crypto + http
    let wallet: [any Error] = token + messaging + pace + card + channel
    return base + wallet + others
  }

  @Test("Each is a sentence, without the names that the program gives it")
  func sentences() {
    #expect(Self.all.count > 100)
    for error in Self.all {
      let text = "\(error)".replacing("Web eID", with: "")
      // `wrongNonce`, `refused(85)`, `CryptoCore.TrustError`.
      #expect(text.firstMatch(of: /[a-z][A-Z]|[a-zA-Z]\(|[A-Z]\w+\.[a-zA-Z]/) == nil, "\(text)")
      #expect(text.contains(" ") || text == "cancelled", "\(text)")
    }
  }

  @Test("Each error of Base, Card and Wallet can be shown, unless those who catch it convert it")
  func shown() throws {
    let converted: Set<String> = [
      // Said in a file of its own.
      "EstEIDError",
      "CommandAPDUError", "TLVError", "ChipSecureMessagingError", "PCSCCode", "DatabaseError",
      "ScanProblem", "Failure", "Problem",
    ]
    var found = 0
    for layer in ["Base", "Card", "Wallet"] {
      let root = projectFolder + "/Sources/" + layer
      let files = FileManager.default.enumerator(atPath: root)
      while let name = files?.nextObject() as? String {
        guard name.hasSuffix(".swift") else { continue }
        let text = try String(contentsOfFile: root + "/" + name, encoding: .utf8)
        for match in text.matches(of: /(?:public|package) (?:enum|struct) (\w+): ([^{]*)\{/)
        where match.2.split(separator: /[ ,]+/).contains("Error") {
          found += 1
          let isShown =
            match.2.contains("CustomStringConvertible")
            || text.contains("extension \(match.1): CustomStringConvertible")
          #expect(isShown || converted.contains(String(match.1)), "\(match.0)")
        }
      }
    }
    #expect(found > 15)
  }
}
