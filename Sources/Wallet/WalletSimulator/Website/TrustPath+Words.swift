package import CryptoCore
internal import Dates

extension TrustPath {
  /// The checks that a token has passed, as a line.
  ///
  /// - Parameter others: what was checked besides the certificate.
  package func statement(after others: [String]) -> String {
    let issuers = (intermediates.map(\.subject.label) + [anchor.label]).joined(
      separator: ", below ")
    let last = CalendarDay(daysSince1970: certificate.notAfter / 86_400)
    let checked = others + ["what the certificate is for", "its validity, until \(last)"]
    return "checked: \(checked.joined(separator: ", ")), and its issuer, \(issuers)"
  }
}
