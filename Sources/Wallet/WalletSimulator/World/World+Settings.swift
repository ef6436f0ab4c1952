internal import Dates
internal import EstEID
package import FlowModel
internal import VirtualCard
internal import WalletApp

extension World {
  /// The allowed settings of a world. The loader checks files with it.
  package static let shape = SettingsShape("a world", settings.map(\.field))

  /// This world changed by settings that ``shape`` has checked.
  package func changed(by given: WorldSettings) -> World {
    var world = self
    for setting in World.settings { setting.change(&world, given) }
    return world
  }

  private static let settings: [WorldSetting] = [
    .choice("platform", \.platform, "ios or android"),
    .value("date", .date, \.time, "the day on which it happens") {
      CalendarDay($0).map { $0.daysSince1970 * 86_400 + 43_200 }
    },
    .choice("network", \.network, "the device's connection"),
    .group(
      "device", "a device", "the device",
      [
        .flag("secure", \.device.isSecure, "whether the platform attests it"),
        .flag("camera", \.device.hasCamera, "whether it has a camera"),
      ]),
    .group(
      "app", "an app", "the app's state",
      [
        .choice("start", \.app.start, "whether a process of it was alive"),
        .flag("installed", \.app.isInstalled, "whether it is there"),
        .flag("closes", \.app.closesItself, "whether it closes itself when asked to"),
        .value("version", .text, \.app.version, "such as 1.2.0") { $0 },
        .flag("unlocked", \.app.isUnlocked, "whether it was unlocked when it was used last"),
        .value("unused", .duration(or: []), \.app.unused, "how long ago that was") {
          WrittenTime.milliseconds($0)
        },
      ]),
    .group(
      "versions", "a list of versions", "the versions that the server allows",
      [
        .value("oldest", .text, \.versions.oldest, "the oldest version that may be used") {
          VersionPolicy.Version($0)
        },
        .value("newest", .text, \.versions.newest, "the newest version that there is") {
          VersionPolicy.Version($0)
        },
      ]),
    .group(
      "biometrics", "biometrics", "face or fingerprint",
      [
        .flag("supported", \.biometrics.isSupported, "whether the device has a sensor"),
        .flag("enrolled", \.biometrics.isEnrolled, "whether the user has given a face or finger"),
        .flag("available", \.biometrics.isAvailable, "whether the sensor can be used now"),
        .flag("confirms", \.biometrics.isConfirmed, "whether the user confirms when asked"),
        .texts("scans", \.biometrics.scans, "what the next scans give: match or no match"),
        .number(
          "failures", 0...5, \.biometrics.failures, "failures that the system has counted already"),
        .flag("on", \.biometrics.isOn, "whether biometric unlock is on"),
      ]),
    .group(
      "account", "an account", "the account at the server",
      [
        .digits("pin", 6...6, \.account.pin, "the remote PIN that was registered"),
        .number(
          "failures", 0...RetryPolicy.maximumFailures, \.account.failures,
          "how often it was entered wrong"),
      ]),
    .group(
      "saved", "what is saved", "what the app has kept from before",
      [
        .digits("can", CardCode.can.lengths, \.saved.can, "the CAN"),
        .digits("pin1", CardCode.pin1.lengths, \.saved.pin1, "PIN1"),
        .flag("pid", \.saved.hasPID, "whether the wallet holds a PID"),
      ]),
    .group(
      "card", "a card", "the ID card",
      [
        .choice("model", \.card.model, "its make"),
        .digits("can", CardCode.can.lengths, \.card.can, "the number on its face"),
        .digits("pin1", CardCode.pin1.lengths, \.card.pin1, "for authentication"),
        .digits("pin2", CardCode.pin2.lengths, \.card.pin2, "for signatures"),
        .number("pin1 tries", 0...3, \.card.pin1Tries, "tries left"),
        .number("pin2 tries", 0...3, \.card.pin2Tries, "tries left"),
        .value(
          "touches", .duration(or: ["never"]), \.card.touchesAfter,
          "how long until it is on the reader"
        ) { WrittenTime.milliseconds($0) },
        .value(
          "leaves after", .number(0...1_000), \.card.leavesAfter,
          "exchanges until it is pulled away"
        ) { Int($0) },
        .flag("contacts", \.card.isOnContacts, "whether it is in a contact reader"),
        .flag("expired", \.card.isExpired, "whether its certificates are too old"),
        .flag("activated", \.card.isActivated, "whether its first codes were replaced"),
        .number("puk tries", 0...3, \.card.pukTries, "tries left"),
      ]),
    .group(
      "caller", "a caller", "the website or app that calls",
      [
        .choice("kind", \.caller.kind, "what calls"),
        .value("origin", .text, \.caller.origin, "such as https://website.example") { $0 },
        .value("answers to", .text, \.caller.answersTo, "where the answer is wanted") { $0 },
        .value("document", .text, \.caller.document, "what is to be signed") { $0 },
        .choice("token", \.caller.token, "the kind of token"),
        .choice(
          "revocation", \.caller.revocation, "whether it must know that a card is not revoked"),
        .value("responder", .text, \.caller.responder, "whom it asks for that, http://...") { $0 },
      ]),
    .group(
      "browser", "a browser", "what the browser's extension asks for",
      [
        .choice("asks", \.browser.asks, "what it asks for"),
        .value("origin", .text, \.browser.origin, "such as https://website.example") { $0 },
        .flag("other card", \.browser.isOtherCard, "whether it means another card"),
        .value("message", .text, \.browser.message, "a message instead of a request") { $0 },
      ]),
    .group(
      "person", "a person", "who is at the desk, where no script says it",
      [
        .choice("agrees", \.person.agrees, "yes, no, or never answers"),
        .codes("can", \.person.can, "the CANs that are entered"),
        .codes("pin1", \.person.pin1, "the PIN1s that are entered"),
        .codes("pin2", \.person.pin2, "the PIN2s that are entered"),
      ]),
    .value("code", .choice(["pin1", "pin2", "puk"]), \.code, "the code to change or unblock") {
      name in
      PINReference.allCases.first { $0.label.lowercased() == name }
    },
    .value("link", .text, \.link, "the universal link that opened the app") { $0 },
    .group(
      "proofing", "the proofing", "the account to prove, and what is scanned",
      [
        .value("nonce", .text, \.proofing.nonce, "the account's nonce, as the backend knows it") {
          $0
        },
        .value(
          "family name", .text, \.proofing.familyName, "the account's, as the backend knows it"
        ) { $0 },
        .texts("codes", \.proofing.codes, "what the next scans of the QR code see"),
        .texts("licences", \.proofing.licences, "what the next scans of the licence see"),
      ]),
  ]
}
