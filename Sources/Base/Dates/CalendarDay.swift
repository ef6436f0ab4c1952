/// A day of the Gregorian calendar, from 0001-01-01 to 9999-12-31.
public struct CalendarDay: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The year, with its century.
  public let year: Int
  /// The month, 1...12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9_999 ~= year, 1...12 ~= month, 1...CalendarDay.days(inMonth: month, of: year) ~= day
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads digits without signs or spaces. Nil if they are not a day of the calendar.
  public init?(
    year: some StringProtocol, month: some StringProtocol, day: some StringProtocol
  ) {
    let isDigits = [year.utf8.map(\.self), month.utf8.map(\.self), day.utf8.map(\.self)]
      .allSatisfy { $0.allSatisfy { 0x30...0x39 ~= $0 } }
    guard isDigits, year.utf8.count == 4, month.utf8.count == 2, day.utf8.count == 2,
      let year = Int(year), let month = Int(month), let day = Int(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Reads a day that is written as `2026-06-01` (ISO 8601).
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  /// The day with this number, counted from 1970-01-01. Numbers outside of the calendar give its
  /// first or last day.
  public init(daysSince1970 number: Int64) {
    // The year begins in March here, so that a leap day is its last. 400 years are 146,097 days.
    let days = Int(min(max(number, -719_162), 2_932_896)) + 719_468
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of the day, counted from 1970-01-01.
  public var daysSince1970: Int64 {
    let years = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return Int64(years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468)
  }

  /// `1980-01-08` (ISO 8601).
  public var description: String {
    let digits = String(year * 10_000 + month * 100 + day)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    return "\(padded.prefix(4))-\(padded.dropFirst(4).prefix(2))-\(padded.suffix(2))"
  }

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
