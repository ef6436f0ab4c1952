/// A calendar day. The card writes it as `DD MM YYYY`.
public struct CardDate: Hashable, Sendable, Comparable {
  /// The year, with its century.
  public let year: Int
  /// The month, 1...12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Reads a date at the beginning of `text`. Nil if there is no valid calendar day.
  public init?(_ text: some StringProtocol) {
    let parts = text.prefix(10).split(separator: " ", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [2, 2, 4],
      parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let day = Int(parts[0]), let month = Int(parts[1]), let year = Int(parts[2]),
      1...12 ~= month, 1...Self.days(inMonth: month, of: year) ~= day
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func < (left: CardDate, right: CardDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CardDate: CustomStringConvertible {
  /// `1980-01-08` (ISO 8601).
  public var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
