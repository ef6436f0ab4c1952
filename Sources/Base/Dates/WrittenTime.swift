/// Reads lengths of time as flows and worlds write them: `250 ms`, `90 s`, `0.5 s`, `5 minutes`.
package enum WrittenTime {
  /// Milliseconds of a time. Nil for anything but a number of at most nine digits, with at most three
  /// after the point, a space and a unit.
  package static func milliseconds(_ text: ArraySlice<UInt8>) -> Int64? {
    numberAndUnit(text).flatMap { milliseconds($0, unit: $1) }
  }

  package static func milliseconds(_ text: String) -> Int64? { milliseconds(Array(text.utf8)[...]) }

  /// Milliseconds of `0.0-0.1 s`, or of one time as both bounds.
  package static func range(_ text: ArraySlice<UInt8>) -> ClosedRange<Int64>? {
    guard let (number, unit) = numberAndUnit(text) else { return nil }
    let bounds = number.split(
      separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let least = milliseconds(bounds[0], unit: unit),
      let most = milliseconds(bounds[bounds.count - 1], unit: unit), least <= most
    else { return nil }
    return least...most
  }

  private static func numberAndUnit(
    _ text: ArraySlice<UInt8>
  ) -> (number: ArraySlice<UInt8>, unit: Int64)? {
    let parts = text.split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch String(decoding: parts[1], as: UTF8.self) {
    case "ms": return (parts[0], 1)
    case "s", "second", "seconds": return (parts[0], 1_000)
    case "min", "minute", "minutes": return (parts[0], 60_000)
    default: return nil
    }
  }

  private static func milliseconds(_ number: ArraySlice<UInt8>, unit: Int64) -> Int64? {
    let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = digits(parts[0]) else { return nil }
    guard parts.count == 2 else { return whole * unit }
    guard parts[1].count <= 3, let fraction = digits(parts[1]) else { return nil }
    let scale: Int64 = parts[1].count == 1 ? 10 : parts[1].count == 2 ? 100 : 1_000
    return whole * unit + fraction * unit / scale
  }

  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard (1...9).contains(bytes.count), bytes.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}
