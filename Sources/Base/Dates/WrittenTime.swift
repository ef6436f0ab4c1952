/// Reads lengths of time as flows and worlds write them: `250 ms`, `90 s`, `0.5 s`, `5 min`,
/// `24 h`, `2 days`.
package enum WrittenTime {
  /// Milliseconds of a time. Nil for anything but a number of at most nine digits, with at most
  /// three after the point, a space and a unit.
  package static func milliseconds(_ text: ArraySlice<UInt8>) -> Int64? {
    numberAndUnit(text).flatMap { milliseconds($0, unit: $1) }
  }

  package static func milliseconds(_ text: String) -> Int64? { milliseconds(Array(text.utf8)[...]) }

  /// A time as flows write it, in the largest unit of which it is a whole number.
  package static func text(_ milliseconds: Int64) -> String {
    for (unit, name, least) in units where milliseconds % unit == 0 && milliseconds >= least {
      return "\(milliseconds / unit) \(name)"
    }
    return "\(milliseconds) ms"
  }

  /// Milliseconds of the units, and from when on each is used.
  private static let units: [(Int64, String, Int64)] = [
    (86_400_000, "days", 172_800_000), (3_600_000, "h", 3_600_000), (60_000, "min", 120_000),
    (1_000, "s", 1_000),
  ]

  /// Milliseconds of `0.0-0.1 s`, or of one time as both bounds.
  package static func range(_ text: ArraySlice<UInt8>) -> ClosedRange<Int64>? {
    guard let (number, unit) = numberAndUnit(text) else { return nil }
    let (first, second) = parts(of: number, at: UInt8(ascii: "-"))
    guard let least = milliseconds(first, unit: unit),
      let most = milliseconds(second ?? first, unit: unit), least <= most
    else { return nil }
    return least...most
  }

  /// The bytes before the first separator, and those after it. No arrays are made: times are read
  /// often.
  private static func parts(
    of bytes: ArraySlice<UInt8>, at separator: UInt8
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
    guard let place = bytes.firstIndex(of: separator) else { return (bytes, nil) }
    return (bytes[..<place], bytes[(place + 1)...])
  }

  private static func numberAndUnit(
    _ text: ArraySlice<UInt8>
  ) -> (number: ArraySlice<UInt8>, unit: Int64)? {
    let (number, unit) = parts(of: text, at: UInt8(ascii: " "))
    guard let unit else { return nil }
    switch String(decoding: unit, as: UTF8.self) {
    case "ms": return (number, 1)
    case "s", "second", "seconds": return (number, 1_000)
    case "min", "minute", "minutes": return (number, 60_000)
    case "h", "hour", "hours": return (number, 3_600_000)
    case "d", "day", "days": return (number, 86_400_000)
    default: return nil
    }
  }

  private static func milliseconds(_ number: ArraySlice<UInt8>, unit: Int64) -> Int64? {
    let (before, after) = parts(of: number, at: UInt8(ascii: "."))
    guard let whole = digits(before) else { return nil }
    guard let after else { return whole * unit }
    guard after.count <= 3, let fraction = digits(after) else { return nil }
    let scale: Int64 = after.count == 1 ? 10 : after.count == 2 ? 100 : 1_000
    return whole * unit + fraction * unit / scale
  }

  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard (1...9).contains(bytes.count), bytes.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}
