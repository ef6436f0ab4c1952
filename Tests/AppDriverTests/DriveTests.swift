import AppDriver
import FlowModel
import FlowRuntime
import FlowTestSupport
import Foundation
import TestSupport
import Testing

/// Drives of small flows. `DrivenWalkTests` has those that are the same in other languages.
@Suite struct DriveTests {
  private static let flow = """
    flow: UC1
    title: Pay
    steps:
      - step: 1
        screen: Cart
        input: { code: { digits: 4 } }
        rows:
          a: { user: pays, name: pay, enters: code, next: 2 }
          b: { user: leaves, next: end }
          c: { event: 30 seconds pass, after: 30 s, next: end }
      - step: 2
        system: takes the payment
        action: payment.take
        values: [number]
        rows:
          a: { case: It is paid, on: paid, next: 3 }
          b: { case: It is refused, on: refused, next: 1 }
      - step: 3
        screen: Thanks
        name: thanks
        message: Payment {number} is done
        rows:
          a: { user: reads it, next: end }
    """

  /// What an app was asked.
  @MainActor private final class Diary: DrivenApp {
    struct Elsewhere: Error {}

    var lines: [String] = []
    var wrong: String?

    func start(_ situation: Situation) { lines.append("start \(situation.title)") }

    func take(_ move: DriverMove, _ situation: Situation) -> [String: String] {
      let words = [move.row.id, move.outcome, move.enters.first].compactMap { $0 }
      lines.append(words.joined(separator: " ") + (move.wait > .zero ? " \(move.wait)" : ""))
      return ["number": "7"]
    }

    func shows(_ situation: Situation) throws {
      lines.append(situation.end.map { "\($0)" } ?? situation.message ?? situation.title)
      if situation.step.id == wrong { throw Elsewhere() }
    }
  }

  @Test("A covering walk asks the app for each row")
  @MainActor func covering() async throws {
    let flows = try catalogue(DriveTests.flow)
    let diary = Diary()
    let report = try await drive(flows, "UC1", .covering, diary)
    #expect(report.failure == nil && report.uncovered.isEmpty)
    #expect(report.covered.map { $0.id } == ["1a", "2a", "3a", "1b", "1c", "2b"])
    let first = ["start Cart", "Cart", "1a code", "System takes the payment", "2a paid"]
    #expect(Array(diary.lines.prefix(5)) == first, "\(diary.lines)")
    #expect(diary.lines.contains("Payment 7 is done"))
    #expect(diary.lines.contains("1c 30.0 seconds"))
    #expect(report.time == .seconds(30))
    #expect(report.runs.map { $0.command }.contains("flowrun UC1 --rows UC1:1c"))
  }

  @Test("Where the app is elsewhere, the report says after which row, at which step and why")
  @MainActor func failure() async throws {
    let diary = Diary()
    diary.wrong = "3"
    let report = try await drive(
      try catalogue(DriveTests.flow), "UC1", .shortest(to: "3a"), diary)
    let failure = try #require(report.failure)
    #expect(failure.after?.qualified == "UC1:2a" && failure.step.qualified == "UC1:3")
    #expect(failure.error is Diary.Elsewhere)
    #expect(report.runs.last?.command == "flowrun UC1 --rows UC1:1a,UC1:2a")
  }

  @Test(
    "A drive stops after so many rows or runs, so much time or coverage, or at a row",
    arguments: [
      (DriverLimits(rows: 5), 5...5), (DriverLimits(runs: 1), 1...40),
      (DriverLimits(time: .seconds(60)), 2...400), (DriverLimits(coverage: 0.5), 1...100),
      (DriverLimits(row: "UC1:1c"), 1...100),
    ])
  func limits(limits: DriverLimits, rows: ClosedRange<Int>) async throws {
    let report = try await drive(
      try catalogue(DriveTests.flow), "UC1", .random(seed: 3), until: limits)
    #expect(rows.contains(report.rows))
    if limits.runs != nil { #expect(report.runs.count == 1) }
    if let time = limits.time { #expect(report.time >= time) }
    if limits.coverage != nil { #expect(report.uncovered.count == 3) }
    if limits.row != nil { #expect(report.runs.last?.taken.last?.id == "1c") }
  }

  @Test("Rows with a weight of 0 are never taken, and a walk without any ends")
  func weights() async throws {
    let flows = try catalogue(DriveTests.flow)
    let report = try await drive(
      flows, "UC1", .weighted(seed: 1, ["1b": 0, "event": 0, "UC1:2b": 0]))
    #expect(report.rows == 1_000)
    #expect(Set(report.covered.map { $0.id }) == ["1a", "2a", "3a"])
    let none = try await drive(flows, "UC1", .weighted(["user": 0, "event": -4]))
    #expect(none.rows == 0 && none.runs.count == 1 && none.failure == nil)
    let huge = try await drive(
      flows, "UC1", .weighted(["user": .max, "event": .max]), until: DriverLimits(rows: 50))
    #expect(huge.rows == 50)
  }

  @Test(
    "A question that makes no sense is refused with a sentence",
    arguments: [
      ("UC9", nil, [:], "there is no flow `UC9`"),
      ("UC1", "9", [:], "`UC1` has no step `9` to start from"),
      ("UC1", nil, ["moon": "full"], "there is no fact `moon` with a value `full`"),
    ] as [(String, String?, [String: String], String)])
  func refused(flow: String, step: String?, facts: [String: String], sentence: String) async throws
  {
    let flows = try catalogue(DriveTests.flow)
    let error = await #expect(throws: DriverError.self) {
      try await drive(flows, flow, .covering, from: step, facts: facts)
    }
    #expect(error?.description == sentence)
  }

  @Test("A place that no row leads to, and a path that cannot be taken, are told as failures")
  func noWay() async throws {
    let flows = try catalogue(DriveTests.flow)
    let lost = try await drive(flows, "UC1", .shortest(to: "2a"), from: "3")
    #expect(lost.failure?.message == "no way to `2a` was found")
    let path = DriverPath(rows: ["1a", "3a"])
    let cut = try await drive(flows, "UC1", .paths([path]))
    #expect(cut.failure?.message == "`3a` cannot be taken now")
  }

  @Test("Rows and steps go by their names in code, and the unknown ones are refused")
  func names() async throws {
    let flows = try catalogue(DriveTests.flow)
    let shortest = try await drive(flows, "UC1", .shortest(to: "UC1:thanks"))
    #expect(shortest.runs.first?.taken.map(\.id) == ["1a", "2a"])
    let path = try await drive(flows, "UC1", .paths([DriverPath(rows: ["pay", "2a"])]))
    #expect(path.failure == nil && path.rows == 2)
    let until = try await drive(
      flows, "UC1", .weighted(["pay": 0, "event": 0, "1b": 0]), until: DriverLimits(row: "pay"))
    #expect(until.rows == 0)
    let row = try await drive(flows, "UC1", .random(), until: DriverLimits(row: "pay"))
    #expect(row.covered.last?.id == "1a")
    for (walk, limit, sentence) in [
      (WeightedWalk(), "9.9z", "there is no row `9.9z` to stop at"),
      (
        WeightedWalk(weights: ["payy": 0]), nil,
        "a weight is of `payy`, which is no row and no kind of rows"
      ),
    ] {
      let error = await #expect(throws: DriverError.self) {
        try await drive(flows, "UC1", walk, until: DriverLimits(row: limit))
      }
      #expect(error?.description == sentence)
    }
    let error = await #expect(throws: DriverError.self) {
      try await drive(flows, "UC1", .shortest(to: "4a"))
    }
    #expect(error?.description == "there is no row and no step `4a` to go to")
  }

  @Test("Paths are read as `flowrun paths` prints them")
  func decoded() throws {
    let text = """
      [{"flow": "UC1", "reading": "written", "coverage": 1, "paths": [
        {"rows": ["1a", "2a"], "facts": {"platform": "ios"}, "end": "end", "runs": true}]}]
      """
    let paths = try JSONDecoder().decode([DriverPaths].self, from: Data(text.utf8))
    #expect(paths.first?.paths == [DriverPath(rows: ["1a", "2a"], facts: ["platform": "ios"])])
  }

  @Test("What `flowrun paths` prints is a walk: all of it, the entry of the flow, or its list")
  func printed() async throws {
    let path = #"{"rows": ["pay", "2b"], "facts": {}}"#
    let own = #"{"flow": "UC1", "reading": "written", "paths": [\#(path)]}"#
    let meant = #"{"flow": "UC1", "reading": "meant", "paths": [{"rows": ["1c"], "facts": {}}]}"#
    let other = #"{"flow": "UC2", "paths": []}"#
    let flows = try catalogue(DriveTests.flow)
    for text in ["[\(other), \(meant), \(own)]", own, #"[{"rows": ["1a", "UC1:2b"]}]"#] {
      let report = try await drive(flows, "UC1", .paths(json: text.utf8))
      #expect(report.failure == nil && report.covered.map(\.id) == ["1a", "2b"], "\(text)")
    }
    let text = Data("[\(own), \(meant)]".utf8)
    let report = try await drive(flows, "UC1", .paths(json: text), as: .meant)
    #expect(report.covered.map(\.id) == ["1c"])
    let listed = try JSONDecoder().decode([DriverPaths].self, from: text)
    #expect(try await drive(flows, "UC1", .paths(listed)).covered.map(\.id) == ["1a", "2b"])
    for (text, reason) in [
      ("[\(other)]", "there are no paths of `UC1` as written among these"),
      ("[\(own), \(own)]", "there is more than one list of `UC1` as written among these"),
    ] {
      let error = await #expect(throws: DriverError.self) {
        try await drive(flows, "UC1", .paths(json: text.utf8))
      }
      #expect(error?.description == reason)
    }
    for text in ["", "next", #"{"rows": ["1a"]}"#, #"[{"rows": [1]}]"#, #"[{"paths": [1]}]"#] {
      let error = #expect(throws: DriverError.self) { try PathsWalk(json: text.utf8) }
      #expect(error?.description.hasPrefix("these are no paths: ") == true, "\(text)")
    }
  }
}
