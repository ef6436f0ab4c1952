import FlowModel
import FlowProof
import Foundation
import Testing

/// The automata of the sentences against the sentences themselves, on all words up to a length.
///
/// `tools/tests/prove-crosscheck` compares the same automata with those that MONA makes of
/// formulas.
@Suite struct MonitorTests {
  private typealias Letter = Monitor.Letter

  private static func words(of letters: [Letter], upTo length: Int) -> [[Letter]] {
    var all: [[Letter]] = [[]]
    var last: [[Letter]] = [[]]
    for _ in 0..<length {
      last = last.flatMap { word in letters.map { word + [$0] } }
      all += last
    }
    return all
  }

  /// Whether a run that ends after a word breaks the rule.
  private func breaks(_ word: [Letter], _ monitor: Monitor) -> Bool {
    var state = monitor.start
    for letter in word { state = monitor.next(state, letter) }
    return monitor.isBroken(atEndIn: state)
  }

  private static let letters: [Letter] = (0..<8).map { Letter(rawValue: $0) }

  private static func says(_ form: HouseRule.Form, _ word: [Letter], count: Int, scoped: Bool)
    -> Bool
  {
    let x = word.indices.filter { word[$0].contains(.subject) }
    let y = word.indices.filter { word[$0].contains(.other) }
    let z = word.indices.filter { word[$0].contains(.until) }
    switch form {
    case .never: return x.isEmpty
    case .neverBefore: return x.allSatisfy { x in y.contains { $0 <= x } }
    case .neverAfter:
      return x.allSatisfy { x in y.allSatisfy { y in y >= x || z.contains { $0 > y && $0 <= x } } }
    case .onlyBetween:
      return x.allSatisfy { x in y.contains { y in y <= x && !z.contains { $0 > y && $0 < x } } }
    case .eventually: return y.allSatisfy { y in x.contains { $0 >= y } }
    case .exactlyOnce:
      guard scoped else { return x.count == 1 }
      return y.first.map { first in x.count { $0 >= first } == 1 } ?? true
    case .neverBoth: return x.isEmpty || y.isEmpty
    case .alwaysPossible: return true
    case .atMost:
      guard scoped else { return x.count <= count }
      return y.allSatisfy { y in
        // The moment that closes the time belongs to it.
        let last = z.first { $0 > y } ?? word.count - 1
        return x.count { $0 >= y && $0 <= last } <= count
      }
    case .justBefore, .justAfter: return true
    }
  }

  @Test(
    "An automaton breaks exactly the words that its sentence forbids",
    arguments: [
      HouseRule.Form.never, .neverBefore, .neverAfter, .onlyBetween, .eventually, .exactlyOnce,
      .neverBoth, .atMost,
    ])
  func sentences(form: HouseRule.Form) {
    for isScoped in [false, true] {
      for count in form == .atMost ? [0, 1, 2] : [0] {
        let monitor = Monitor(form, count: count, isScoped: isScoped)
        for word in Self.words(of: Self.letters, upTo: 4) {
          let good = Self.says(form, word, count: count, scoped: isScoped)
          if breaks(word, monitor) == good {
            Issue.record("\(form) \(count) \(isScoped): \(word.map(\.rawValue)) is good: \(good)")
            return
          }
        }
      }
    }
  }

  @Test("Just before and just after look at the whole visit next to it")
  func visits() {
    // A visit begins with `visit`; what follows belongs to it.
    let (x, y, v): (Letter, Letter, Letter) = (.subject, .other, .visit)
    let before = Monitor(.justBefore)
    #expect(!breaks([[v, y], [], [v, x]], before))
    #expect(!breaks([[v], [y], [v], [x]], before))
    #expect(breaks([[v, y], [v], [v, x]], before))
    #expect(breaks([[v, x, y]], before))
    #expect(breaks([[v, x]], before))
    let after = Monitor(.justAfter)
    #expect(!breaks([[v, x], [], [v, y]], after))
    #expect(!breaks([[v], [x], [v], [y]], after))
    #expect(breaks([[v, x], [v], [v, y]], after))
    #expect(breaks([[v, x]], after))
  }

  @Test(
    "A moment in which nothing of a sentence happens breaks no sentence",
    arguments: HouseRule.Form.allCases)
  func nothing(form: HouseRule.Form) {
    let letters = (0..<16).map { Letter(rawValue: $0) }
    for (count, isScoped) in [(0, false), (1, false), (2, true)] {
      let monitor = Monitor(form, count: count, isScoped: isScoped)
      for word in Self.words(of: letters, upTo: 3) {
        let state = word.reduce(monitor.start) { monitor.next($0, $1) }
        if state != Monitor.broken, monitor.next(state, []) == Monitor.broken {
          Issue.record("\(form) \(count) \(isScoped): \(word.map(\.rawValue))")
          return
        }
      }
    }
  }

  private static let file = ProcessInfo.processInfo.environment["FLOWPROOF_MONITORS"]

  @Test("The automata are written for MONA to judge", .enabled(if: file != nil))
  func forOthers() throws {
    let forms: [(name: String, monitor: Monitor)] = [
      ("never", Monitor(.never)), ("neverBefore", Monitor(.neverBefore)),
      ("neverAfter", Monitor(.neverAfter)), ("onlyBetween", Monitor(.onlyBetween)),
      ("eventually", Monitor(.eventually)), ("exactlyOnce", Monitor(.exactlyOnce)),
      ("exactlyOnce after", Monitor(.exactlyOnce, isScoped: true)),
      ("neverBoth", Monitor(.neverBoth)), ("atMost 0", Monitor(.atMost)),
      ("atMost 1", Monitor(.atMost, count: 1)), ("atMost 2", Monitor(.atMost, count: 2)),
      ("atMost 1 between", Monitor(.atMost, count: 1, isScoped: true)),
    ]
    let entries = forms.map { name, monitor in
      let states = (0...255).map { UInt8($0) }
      let next = states.map { state in
        "\"\(state)\": \(Self.letters.map { monitor.next(state, $0) })"
      }
      let broken = states.map { "\"\($0)\": \(monitor.isBroken(atEndIn: $0))" }
      return "\"\(name)\": {\"start\": \(monitor.start), "
        + "\"next\": {\(next.joined(separator: ", "))}, "
        + "\"broken\": {\(broken.joined(separator: ", "))}}"
    }
    let text = "{\(entries.joined(separator: ",\n"))}\n"
    try text.write(toFile: #require(Self.file), atomically: true, encoding: .utf8)
  }
}
