import FlowModel
import FlowTestSupport
import Foundation
import TestSupport

/// Random catalogues with timers of sections, flows and steps, also of calling ones, of one to six
/// milliseconds each, so that enumeration can wait every number of them.
enum QuickTimers {
  /// - Parameter kind: what the catalogues have otherwise. Those of small ones often have all of
  ///   their runs enumerated.
  static func load(seed: UInt64, kind: RandomCatalogue.Kind = .usual) throws -> Catalogue {
    var random = SplitMix(seed: seed &+ 1_000)
    return try catalogue(
      of: RandomCatalogue.texts(seed: seed, hasLongTimers: true, kind: kind).map { text in
        var isCall = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
          if line.contains("- step:") { isCall = false }
          if line.contains(" call: ") { isCall = true }
          if isCall, line.hasSuffix(" rows:"), random.next(2) == 0 {
            let step = "\(1 + random.next(2)).\(1 + random.next(kind == .small ? 2 : 5))"
            let timer = "event: Time is over, after: \(1 + random.next(4)) ms, next: \(step)"
            return [String(line), "          t: { \(timer) }"]
          }
          return [quick(line, &random)]
        }.joined(separator: "\n")
      })
  }

  /// The line with a shorter timer, if it has one.
  private static func quick(_ line: Substring, _ random: inout SplitMix) -> String {
    guard let start = line.range(of: "after: ")?.upperBound else { return String(line) }
    let rest = line[start...].drop { $0.isNumber }
    let isLong = rest.hasPrefix(" h")
    let restarts = isLong && random.next(3) == 0 ? ", restarts: yes" : ""
    return line[..<start] + "\(1 + random.next(isLong ? 6 : 3)) ms\(restarts)" + rest.dropFirst(2)
  }

  /// Random catalogues with every key of the language, and timers of one to four milliseconds.
  static func everything(seed: UInt64) throws -> Catalogue {
    var random = SplitMix(seed: seed &+ 1_000)
    return try catalogue(
      of: RandomCatalogue.texts(seed: seed, flows: 6, kind: .everything).map { text in
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          guard let start = line.range(of: "after: "),
            line[..<start.lowerBound].allSatisfy({ $0 == " " || $0 == "-" })
          else { return String(line) }
          return line[..<start.upperBound] + "\(1 + random.next(4)) ms"
        }.joined(separator: "\n")
      })
  }

  /// Small random catalogues in which only steps that wait have timers, and many of them, so that
  /// only a suspension makes it matter when something began.
  static func ofSteps(seed: UInt64) throws -> Catalogue {
    var random = SplitMix(seed: seed &+ 1_000)
    return try catalogue(
      of: RandomCatalogue.texts(seed: seed, hasLongTimers: false, kind: .small).map { text in
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().flatMap { place, line in
          let step = "\(1 + random.next(2)).\(1 + random.next(2))"
          let time = "after: \(1 + random.next(4)) ms"
          if line.hasSuffix(" rows:"), lines[place - 1].hasSuffix(" screen: A screen"),
            random.next(2) == 0
          {
            let timer = "t: { event: Time is over, \(time), next: \(step) }"
            return [String(line), "          \(timer)"]
          }
          if line.hasSuffix(" system: goes on"), !lines[place + 1].contains(" action:") {
            return ["        await: something", "        \(time)"]
          }
          return [quick(line, &random)]
        }.joined(separator: "\n")
      })
  }
}
