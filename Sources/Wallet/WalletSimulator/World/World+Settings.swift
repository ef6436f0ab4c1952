public import FlowModel

extension World {
  /// What a world may say. The loader checks files with it.
  public static let shape = SettingsShape(
    "a world",
    [
      .init("platform", .choice(Platform.allCases.map(\.rawValue)), "ios or android"),
      .init("date", .date, "the day on which it happens"),
      .init("network", .choice(Network.allCases.map(\.rawValue)), "the device's connection"),
      .init("device", .settings(deviceShape), "the device"),
      .init("app", .settings(appShape), "the app's state"),
      .init("versions", .settings(versionsShape), "the versions that the server allows"),
      .init("biometrics", .settings(biometricsShape), "face or fingerprint"),
      .init("account", .settings(accountShape), "the account at the server"),
      .init("saved", .settings(savedShape), "what the app has kept from before"),
      .init("card", .settings(cardShape), "the ID card"),
      .init("caller", .settings(callerShape), "the website or app that calls"),
      .init("link", .text, "the universal link that opened the app"),
      .init("proofing", .settings(proofingShape), "the account to prove, and what is scanned"),
    ])

  private static let deviceShape = SettingsShape(
    "a device",
    [
      .init("secure", .flag, "whether the platform attests it"),
      .init("camera", .flag, "whether it has a camera"),
    ])

  private static let appShape = SettingsShape(
    "an app",
    [
      .init("start", .choice(["launched", "resumed"]), "whether a process of it was alive"),
      .init("installed", .flag, "whether it is there"),
      .init("closes", .flag, "whether it closes itself when asked to"),
      .init("version", .text, "such as 1.2.0"),
      .init("unlocked", .flag, "whether it was unlocked when it was used last"),
      .init("unused", .duration(or: []), "how long ago that was"),
    ])

  private static let versionsShape = SettingsShape(
    "a list of versions",
    [
      .init("oldest", .text, "the oldest version that may be used"),
      .init("newest", .text, "the newest version that there is"),
    ])

  private static let biometricsShape = SettingsShape(
    "biometrics",
    [
      .init("supported", .flag, "whether the device has a sensor"),
      .init("enrolled", .flag, "whether the user has given a face or finger"),
      .init("available", .flag, "whether the sensor can be used now"),
      .init("confirms", .flag, "whether the user confirms when asked"),
      .init("scans", .texts, "what the next scans give: match or no match"),
      .init("failures", .number(0...5), "failures that the system has counted already"),
      .init("on", .flag, "whether biometric unlock is on"),
    ])

  private static let accountShape = SettingsShape(
    "an account",
    [
      .init("pin", .digits(6...6), "the remote PIN that was registered"),
      .init("failures", .number(0...16), "how often it was entered wrong"),
    ])

  private static let savedShape = SettingsShape(
    "what is saved",
    [
      .init("can", .digits(6...6), "the CAN"), .init("pin1", .digits(4...12), "PIN1"),
      .init("pid", .flag, "whether the wallet holds a PID"),
    ])

  private static let cardShape = SettingsShape(
    "a card",
    [
      .init("model", .choice(["idemia", "thales"]), "its make"),
      .init("can", .digits(6...6), "the number on its face"),
      .init("pin1", .digits(4...12), "for authentication"),
      .init("pin2", .digits(5...12), "for signatures"),
      .init("pin1 tries", .number(0...3), "tries left"),
      .init("pin2 tries", .number(0...3), "tries left"),
      .init("touches", .duration(or: ["never"]), "how long until it is on the reader"),
      .init("leaves after", .number(0...1_000), "exchanges until it is pulled away"),
      .init("expired", .flag, "whether its certificates are too old"),
    ])

  private static let callerShape = SettingsShape(
    "a caller",
    [
      .init("kind", .choice(["website", "app"]), "what calls"),
      .init("origin", .text, "such as https://website.example"),
      .init("answers to", .text, "where the answer is wanted"),
      .init("document", .text, "what is to be signed"),
      .init("token", .choice(["jwt", "web-eid"]), "the kind of token"),
    ])

  private static let proofingShape = SettingsShape(
    "the proofing",
    [
      .init("nonce", .text, "the account's nonce, as the backend knows it"),
      .init("family name", .text, "the account's, as the backend knows it"),
      .init("codes", .texts, "what the next scans of the QR code see"),
      .init("licences", .texts, "what the next scans of the licence see"),
    ])

  /// This world with what the settings say in place of what was. They were checked by ``shape``.
  public func changed(by settings: Settings) -> World {
    var world = self
    settings.text("platform").flatMap(Platform.init(rawValue:)).map { world.platform = $0 }
    settings.text("date").flatMap(Settings.day).map { world.time = $0 * 86_400 + 43_200 }
    settings.text("network").flatMap(Network.init(rawValue:)).map { world.network = $0 }
    settings.text("link").map { world.link = $0 }
    if let part = settings.settings("device") { world.device.change(part) }
    if let part = settings.settings("app") { world.app.change(part) }
    if let part = settings.settings("versions") { world.versions.change(part) }
    if let part = settings.settings("biometrics") { world.biometrics.change(part) }
    if let part = settings.settings("account") {
      part.text("pin").map { world.account.pin = TestCode($0) }
      part.text("failures").flatMap(Int.init).map { world.account.failures = $0 }
    }
    if let part = settings.settings("saved") {
      part.text("can").map { world.saved.can = TestCode($0) }
      part.text("pin1").map { world.saved.pin1 = TestCode($0) }
      part.flag("pid").map { world.saved.hasPID = $0 }
    }
    if let part = settings.settings("card") { world.card.change(part) }
    if let part = settings.settings("caller") { world.caller.change(part) }
    if let part = settings.settings("proofing") { world.proofing.change(part) }
    return world
  }
}

extension World.Device {
  mutating func change(_ part: Settings) {
    isSecure = part.flag("secure") ?? isSecure
    hasCamera = part.flag("camera") ?? hasCamera
  }
}

extension World.App {
  mutating func change(_ part: Settings) {
    wasAlive = part.text("start").map { $0 == "resumed" } ?? wasAlive
    isInstalled = part.flag("installed") ?? isInstalled
    closesItself = part.flag("closes") ?? closesItself
    version = part.text("version") ?? version
    isUnlocked = part.flag("unlocked") ?? isUnlocked
    unused = part.text("unused").flatMap(Settings.milliseconds) ?? unused
  }
}

extension VersionPolicy {
  mutating func change(_ part: Settings) {
    oldest = part.text("oldest").flatMap(Version.init(_:)) ?? oldest
    newest = part.text("newest").flatMap(Version.init(_:)) ?? newest
  }
}

extension World.Biometrics {
  mutating func change(_ part: Settings) {
    isSupported = part.flag("supported") ?? isSupported
    isEnrolled = part.flag("enrolled") ?? isEnrolled
    isAvailable = part.flag("available") ?? isAvailable
    isConfirmed = part.flag("confirms") ?? isConfirmed
    scans = part.texts("scans").map { $0.map { $0 == "match" } } ?? scans
    failures = part.text("failures").flatMap(Int.init) ?? failures
    isOn = part.flag("on") ?? isOn
  }
}

extension World.Card {
  mutating func change(_ part: Settings) {
    model = part.text("model") ?? model
    can = part.text("can").map(TestCode.init) ?? can
    pin1 = part.text("pin1").map(TestCode.init) ?? pin1
    pin2 = part.text("pin2").map(TestCode.init) ?? pin2
    pin1Tries = part.text("pin1 tries").flatMap(Int.init) ?? pin1Tries
    pin2Tries = part.text("pin2 tries").flatMap(Int.init) ?? pin2Tries
    if let text = part.text("touches") { touchesAfter = Settings.milliseconds(text) }
    leavesAfter = part.text("leaves after").flatMap(Int.init) ?? leavesAfter
    isExpired = part.flag("expired") ?? isExpired
  }
}

extension World.Caller {
  mutating func change(_ part: Settings) {
    isApp = part.text("kind").map { $0 == "app" } ?? isApp
    origin = part.text("origin") ?? origin
    answersTo = part.text("answers to") ?? answersTo
    document = part.text("document") ?? document
    usesWebEID = part.text("token").map { $0 == "web-eid" } ?? usesWebEID
  }
}

extension World.Proofing {
  mutating func change(_ part: Settings) {
    nonce = part.text("nonce") ?? nonce
    familyName = part.text("family name") ?? familyName
    codes = part.texts("codes") ?? codes
    licences = part.texts("licences") ?? licences
  }
}
