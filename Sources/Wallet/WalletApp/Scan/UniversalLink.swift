internal import WebToken

/// A link that opens the app: `https://wallet.example/login?request=...`.
struct UniversalLink: Hashable, Sendable {
  enum Purpose: String, Hashable, Sendable, CaseIterable {
    case issuance, sharing, login
  }

  /// The host that the app has registered with the platform.
  static let origin = "https://wallet.example"

  let purpose: Purpose
  let request: String
  /// Whether the link was shown on another screen, to be scanned with the wallet. If such a link
  /// opens the app, another QR app has scanned it.
  let isCrossDevice: Bool

  /// Nil unless the whole text is one of our links.
  init?(_ text: String) {
    guard let origin = try? Origin(of: text), origin.description == UniversalLink.origin,
      !text.contains("#"), let question = text.firstIndex(of: "?")
    else { return nil }
    let path = text[..<question].dropFirst(UniversalLink.origin.count + 1)
    guard let purpose = Purpose(rawValue: String(path)) else { return nil }
    var values: [Substring: Substring] = [:]
    for pair in text[text.index(after: question)...].split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, values[parts[0]] == nil else { return nil }
      values[parts[0]] = parts[1]
    }
    let allowed = values["request"]?.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard let request = values["request"], !request.isEmpty, allowed == true else { return nil }
    self.purpose = purpose
    self.request = String(request)
    isCrossDevice = values["session"] == "cross-device"
  }
}
