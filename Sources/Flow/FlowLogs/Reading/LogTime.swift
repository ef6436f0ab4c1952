internal import Dates

/// Times as logs write them (ISO 8601).
package enum LogTime {
  /// Milliseconds since 1970 of `2026-03-01T09:30:05.120+02:00`; without a zone in UTC. Nil for
  /// another text. A whole number is taken as milliseconds.
  package static func milliseconds(_ text: String) -> Int64? {
    if let number = Int64(text) { return number }
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, let day = CalendarDay(String(decoding: bytes[..<10], as: UTF8.self)),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ")
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) })
      else { return nil }
      return Int64(String(decoding: bytes[range], as: UTF8.self))
    }
    guard let hours = number(11..<13), let minutes = number(14..<16),
      let seconds = number(17..<19), hours < 24, minutes < 60, seconds < 61,
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    var time = ((Int64(day.daysSince1970) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000
    var place = 19
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      var scale: Int64 = 100
      while place < bytes.count, let digit = number(place..<(place + 1)) {
        time += digit * scale
        scale /= 10
        place += 1
      }
    }
    switch bytes[place...] {
    case [], [UInt8(ascii: "Z")]: return time
    default:
      let sign: Int64 = bytes[place] == UInt8(ascii: "-") ? 1 : -1
      guard bytes[place] == UInt8(ascii: "+") || sign == 1,
        let hours = number((place + 1)..<(place + 3))
      else { return nil }
      let rest = bytes.count - place
      let minutes = number((bytes.count - 2)..<bytes.count)
      guard rest == 3 || rest == 5 || rest == 6, let minutes else { return nil }
      return time + sign * (hours * 60 + (rest == 3 ? 0 : minutes)) * 60_000
    }
  }

  /// The time of day in UTC: `2026-03-01T07:30:05.120Z`.
  package static func text(_ milliseconds: Int64) -> String {
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let days = (milliseconds - (milliseconds < 0 ? 86_399_999 : 0)) / 86_400_000
    let rest = milliseconds - days * 86_400_000
    return "\(CalendarDay(daysSince1970: days))T\(digits(rest / 3_600_000, 2)):"
      + "\(digits(rest / 60_000 % 60, 2)):\(digits(rest / 1_000 % 60, 2))."
      + "\(digits(rest % 1_000, 3))Z"
  }
}
