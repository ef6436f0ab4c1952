internal import EstEID
internal import Secrets
internal import VirtualCard
internal import WalletApp

/// The surroundings of the app and its stored data: everything that decides which way a flow goes.
/// Read from YAML. By default a working phone, with a card in the user's hand.
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
    /// `resumed` means that a process of the app was already running.
    enum Start: String, CaseIterable { case launched, resumed }

    var start = Start.launched
    var isInstalled = true
    var closesItself = true
    var version = "1.0.0"
    /// Whether it was unlocked when it was last used.
    var isUnlocked = true
    /// How long ago it was last used, in milliseconds.
    var unused: Int64 = 0
  }

  struct Biometrics: Hashable, Sendable {
    var isSupported = true
    var isEnrolled = true
    var isAvailable = true
    /// Whether the user confirms when the operating system asks.
    var isConfirmed = true
    /// The results of the next scans, `match` or not. The last one is repeated.
    var scans = ["match"]
    /// Failures that the operating system has counted already.
    var failures = 0
    /// Whether biometric unlock was switched on before.
    var isOn = false
  }

  struct Account: Sendable {
    /// The registered remote PIN. Nil without an account.
    var pin: TestCode?
    /// How often a wrong PIN was entered.
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
    /// How long the user takes to hold the card against the reader, in milliseconds. Nil for never.
    var touchesAfter: Int64? = 1_000
    /// The number of exchanges after which the card is removed.
    var leavesAfter: Int?
    /// Whether its certificates have expired.
    var isOnContacts = false
    var isExpired = false
    /// Whether its holder has replaced the first codes.
    var isActivated = true
    var pukTries = 3
  }

  struct CallerRequest: Hashable, Sendable {
    /// An app is on the same phone and receives a result; a website receives a POST.
    enum Kind: String, CaseIterable { case website, app }
    enum Token: String, CaseIterable {
      case jwt
      case webEID = "web-eid"
    }

    var kind = Kind.website
    var origin = "https://website.example"
    /// The address for the answer. Another origin than its own is refused.
    var answersTo: String?
    var document = "I agree."
    var token = Token.jwt
    /// What happens if nobody says whether a certificate was revoked.
    var revocation = RevocationCheck.Policy.required
    /// A responder in place of the one that certificates name.
    var responder: String?
  }

  /// A browser whose extension asks for something, in the protocol of Web eID.
  struct Browser: Hashable, Sendable {
    enum Asks: String, CaseIterable {
      case logIn = "log in"
      case signature, certificate, version, nothing
    }

    var asks = Asks.logIn
    var origin = "https://website.example"
    /// Whether a signature was prepared for another certificate than the card's.
    var isOtherCard = false
    /// A message instead of a request.
    var message: String?
  }

  /// The person at a desk, where no script says what the person does.
  struct Person: Sendable {
    enum Consent: String, CaseIterable { case yes, no, never }

    /// Whether the person agrees, declines, or is not there.
    var agrees = Consent.yes
    /// The codes that are entered, one after the other. Nil for those of the card.
    var can: [TestCode]?
    var pin1: [TestCode]?
    var pin2: [TestCode]?
  }

  struct Proofing: Hashable, Sendable {
    /// The nonce that the backend has issued for the account.
    var nonce = "c2FtcGxlLWFjY291bnQtbm9uY2U"
    var familyName = "SAMPLE"
    /// The texts that the next scans of the QR code read. The last one is repeated.
    var codes: [String]
    /// The same for the barcode of the licence; `sample`, `expired` and `truncated` stand for whole
    /// texts.
    var licences: [String]

    init() {
      codes = ["proofing:\(nonce)"]
      licences = ["sample"]
    }
  }

  var platform = Platform.ios
  /// When the run begins, in seconds since 1970-01-01T00:00:00Z: noon of 2026-06-01.
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
  var browser = Browser()
  var person = Person()
  /// The code of the card that is changed or unblocked.
  var code = PINReference.pin1

  package init() {}

  /// The world of a desk, now, with the card already on the reader.
  package static func desk(at time: Int64) -> World {
    var world = World()
    world.time = time
    world.card.touchesAfter = 0
    return world
  }

  /// Whether something at a desk takes time in this world: the card comes later, or the person is
  /// away.
  package var takesTime: Bool { person.agrees == .never || card.touchesAfter != 0 }

  /// Whether the caller wants a Web eID token instead of a JWT.
  package var wantsWebEID: Bool { caller.token == .webEID }
}

/// A code in a world: test data of a virtual card or a made-up user, so not a secret. The app still
/// receives it as a secret.
struct TestCode: Sendable, CustomStringConvertible {
  private let digits: [UInt8]

  init(_ text: String) {
    digits = Array(text.utf8)
  }

  var secret: Secret {
    var bytes = digits
    return Secret(moving: &bytes)
  }

  /// The number of digits only, so that printing a world shows no codes.
  var description: String { "\(digits.count) digits" }
}
