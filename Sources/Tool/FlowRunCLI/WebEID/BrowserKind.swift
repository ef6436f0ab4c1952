internal import ArgumentParser

/// A browser that can start programs for its extensions.
enum BrowserKind: String, CaseIterable, ExpressibleByArgument {
  case chromium, chrome, firefox

  /// The name of the browser.
  var label: String {
    switch self {
    case .chromium: "Chromium"
    case .chrome: "Google Chrome"
    case .firefox: "Firefox"
    }
  }

  /// The programs that start it.
  var programs: [String] {
    switch self {
    case .chromium: ["chromium", "chromium-browser"]
    case .chrome: ["google-chrome", "google-chrome-stable"]
    case .firefox: ["firefox", "firefox-esr"]
    }
  }

  /// Where it looks for the programs of this user, below the home folder.
  var hosts: String {
    switch self {
    case .chromium: ".config/chromium/NativeMessagingHosts"
    case .chrome: ".config/google-chrome/NativeMessagingHosts"
    case .firefox: ".mozilla/native-messaging-hosts"
    }
  }

  /// Where it keeps profiles with extensions, below the home folder.
  var profiles: String {
    switch self {
    case .chromium: ".config/chromium"
    case .chrome: ".config/google-chrome"
    case .firefox: ".mozilla/firefox"
    }
  }

  /// The extension Web eID of the browser's store.
  var officialExtension: String {
    switch self {
    case .chromium, .chrome: "ncibgoaomkmdpilpocfeponihegamlic"
    case .firefox: "{e68418bc-f2b0-4459-a9ea-3e72b6751b07}"
    }
  }

  /// The extension for tests that comes with this project.
  var ownExtension: String {
    switch self {
    case .chromium, .chrome: "mfhoeobhighfhdbiapcpajmflfkliebn"
    case .firefox: "web-eid-test@flowrun.invalid"
    }
  }

  /// Whether extensions are named by their address, not by their id.
  var namesAddresses: Bool { self != .firefox }
}
