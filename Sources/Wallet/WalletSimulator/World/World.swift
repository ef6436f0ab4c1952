internal import Secrets
internal import VirtualCard
internal import WalletApp

/// What is around the app, and what it has kept from before: everything that makes a flow go one
/// way or another. Read from YAML; the defaults are a phone in order with a card in the hand.
package struct World: Sendable {
  enum Network: String, Hashable, Sendable, CaseIterable {
    case ok
    case noInternet = "no internet"
    case serverUnreachable = "server unreachable"
  }

  struct Device: Hashable, Sendable {
    var isSecure = true
    var hasCamera = true
  }

  struct App: Hashable, Sendable {
    /// Resumed: a process of the app was alive before.
    enum Start: String, CaseIterable { case launched, resumed }

    var start = Start.launched
    var isInstalled = true
    var closesItself = true
    var version = "1.0.0"
    /// Whether it was unlocked when it was used last.
    var isUnlocked = true
    /// How long ago that was, in milliseconds.
    var unused: Int64 = 0
  }

  struct Biometrics: Hashable, Sendable {
    var isSupported = true
    var isEnrolled = true
    var isAvailable = true
    /// Whether the user confirms when the operating system asks.
    var isConfirmed = true
    /// Whether the next scans are a `match`; the last one stands for all after it.
    var scans = ["match"]
    /// Failures that the operating system has counted already.
    var failures = 0
    /// Whether biometric unlock is on from before.
    var isOn = false
  }

  struct Account: Sendable {
    /// The remote PIN that was registered; nil without an account.
    var pin: TestCode?
    /// How often it was entered wrong.
    var failures = 0
  }

  struct Saved: Sendable {
    var can: TestCode?
    var pin1: TestCode?
    var hasPID = false
  }

  struct Card: Sendable {
    var model = CardModel.idemia
    var can = TestCode("123456")
    var pin1 = TestCode("1234")
    var pin2 = TestCode("12345")
    var pin1Tries = 3
    var pin2Tries = 3
    /// How long it takes the user to hold it against the reader, in milliseconds; nil for never.
    var touchesAfter: Int64? = 1_000
    /// It is pulled away after so many exchanges.
    var leavesAfter: Int?
    /// Whether its certificates have expired.
    var isExpired = false
  }

  struct CallerRequest: Hashable, Sendable {
    /// An app is on the same phone and gets a result; a website is posted to.
    enum Kind: String, CaseIterable { case website, app }
    enum Token: String, CaseIterable {
      case jwt
      case webEID = "web-eid"
    }

    var kind = Kind.website
    var origin = "https://website.example"
    /// Where it wants the answer; another origin than its own is refused.
    var answersTo: String?
    var document = "I agree."
    var token = Token.jwt
  }

  struct Proofing: Hashable, Sendable {
    /// The nonce of the account, as the backend knows it.
    var nonce = "c2FtcGxlLWFjY291bnQtbm9uY2U"
    var familyName = "SAMPLE"
    /// What the next scans of the QR code see; the last one stands for all after it.
    var codes: [String]
    /// The same for the barcode of the licence; `sample`, `expired` and `truncated` stand for
    /// whole texts.
    var licences: [String]

    init() {
      codes = ["proofing:\(nonce)"]
      licences = ["sample"]
    }
  }

  var platform = Platform.ios
  /// Seconds since 1970-01-01T00:00:00Z when the run begins: 2026-06-01, noon.
  package var time: Int64 = 1_780_315_200
  var network = Network.ok
  var device = Device()
  var app = App()
  var versions = VersionPolicy()
  var biometrics = Biometrics()
  var account = Account()
  var saved = Saved()
  var card = Card()
  var caller = CallerRequest()
  /// The universal link that opened the app.
  var link: String?
  var proofing = Proofing()

  package init() {}

  /// Whether the caller wants a Web eID token rather than a JWT.
  package var wantsWebEID: Bool { caller.token == .webEID }
}

/// Digits from a world: test data of a virtual card or a made-up user, and so no secret in itself.
/// The app gets them as a secret all the same.
struct TestCode: Sendable, CustomStringConvertible {
  private let digits: [UInt8]

  init(_ text: String) {
    digits = Array(text.utf8)
  }

  var secret: Secret {
    var bytes = digits
    return Secret(moving: &bytes)
  }

  /// Not the digits: a printed world shows no codes.
  var description: String { "\(digits.count) digits" }
}
