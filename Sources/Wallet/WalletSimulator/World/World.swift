public import Secrets

/// What is around the app, and what it has kept from before: everything that makes a flow go one
/// way or another. Read from YAML; the defaults are a phone in order with a card in the hand.
public struct World: Sendable {
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    case ios, android

    /// How many wrong attempts the operating system allows before it locks biometrics.
    public var biometricAttempts: Int { self == .ios ? 2 : 5 }
  }

  public enum Network: String, Hashable, Sendable, CaseIterable {
    case ok
    case noInternet = "no internet"
    case serverUnreachable = "server unreachable"
  }

  public struct Device: Hashable, Sendable {
    public var isSecure = true
    public var hasCamera = true
  }

  public struct App: Hashable, Sendable {
    /// Whether a process of the app was alive before.
    public var wasAlive = false
    public var isInstalled = true
    public var closesItself = true
    public var version = "1.0.0"
    /// Whether it was unlocked when it was used last.
    public var isUnlocked = true
    /// How long ago that was, in milliseconds.
    public var unused: Int64 = 0
  }

  public struct Biometrics: Hashable, Sendable {
    public var isSupported = true
    public var isEnrolled = true
    public var isAvailable = true
    /// Whether the user confirms when the operating system asks.
    public var isConfirmed = true
    /// Whether the next scans match; the last one stands for all after it.
    public var scans = [true]
    /// Failures that the operating system has counted already.
    public var failures = 0
    /// Whether biometric unlock is on from before.
    public var isOn = false
  }

  public struct Account: Sendable {
    /// The remote PIN that was registered; nil without an account.
    public var pin: TestCode?
    /// How often it was entered wrong.
    public var failures = 0
  }

  public struct Saved: Sendable {
    public var can: TestCode?
    public var pin1: TestCode?
    public var hasPID = false
  }

  public struct Card: Sendable {
    public var model = "idemia"
    public var can = TestCode("123456")
    public var pin1 = TestCode("1234")
    public var pin2 = TestCode("12345")
    public var pin1Tries = 3
    public var pin2Tries = 3
    /// How long it takes the user to hold it against the reader, in milliseconds; nil for never.
    public var touchesAfter: Int64? = 1_000
    /// It is pulled away after so many exchanges.
    public var leavesAfter: Int?
    /// Whether its certificates have expired.
    public var isExpired = false
  }

  public struct Caller: Hashable, Sendable {
    /// An app on the same phone, rather than a website.
    public var isApp = false
    public var origin = "https://website.example"
    /// Where it wants the answer; another origin than its own is refused.
    public var answersTo: String?
    public var document = "I agree."
    public var usesWebEID = false
  }

  public struct Proofing: Hashable, Sendable {
    /// The nonce of the account, as the backend knows it.
    public var nonce = "c2FtcGxlLWFjY291bnQtbm9uY2U"
    public var familyName = "SAMPLE"
    /// What the next scans of the QR code see; the last one stands for all after it.
    public var codes: [String]
    /// The same for the barcode of the licence; `sample`, `expired` and `truncated` stand for
    /// whole texts.
    public var licences: [String]

    public init() {
      codes = ["proofing:\(nonce)"]
      licences = ["sample"]
    }
  }

  public var platform = Platform.ios
  /// Seconds since 1970-01-01T00:00:00Z when the run begins: 2026-06-01, noon.
  public var time: Int64 = 1_780_315_200
  public var network = Network.ok
  public var device = Device()
  public var app = App()
  public var versions = VersionPolicy()
  public var biometrics = Biometrics()
  public var account = Account()
  public var saved = Saved()
  public var card = Card()
  public var caller = Caller()
  /// The universal link that opened the app.
  public var link: String?
  public var proofing = Proofing()

  public init() {}
}

/// Digits from a world: test data of a virtual card or a made-up user, and so no secret in itself.
/// The app gets them as a secret all the same.
public struct TestCode: Sendable, CustomStringConvertible {
  private let digits: [UInt8]

  init(_ text: String) {
    digits = Array(text.utf8)
  }

  public var secret: Secret {
    var bytes = digits
    return Secret(moving: &bytes)
  }

  /// Not the digits: a printed world shows no codes.
  public var description: String { "\(digits.count) digits" }
}
