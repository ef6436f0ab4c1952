import Files
import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// Plays the runs of `Fixtures/rules`, a file for each rule of docs/rules-of-a-run.md.
@Suite struct RunRuleTests {
  /// A line below the flows of a file.
  private struct Run {
    var isRefused = false
    var script = Script(flow: "")
    var time: Int64?

    /// Reads `run meant A from 2 f=yes: 1a, wait 2000 -> end @ 2000` or `refuse A: 1a`.
    init(_ line: Substring) throws {
      let colon = try need(line.firstRange(of: ": "), "the moves of \(line)")
      var head = line[..<colon.lowerBound].split(separator: " ")
      var rest = line[colon.upperBound...]
      isRefused = try need(["run": false, "refuse": true][head.removeFirst()], "the verb")
      if head.first == "meant" {
        script.reading = .meant
        head.removeFirst()
      }
      script.flow = String(head.removeFirst())
      while !head.isEmpty {
        let word = head.removeFirst()
        let halves = word.split(separator: "=")
        if word == "from" {
          script.from = String(head.removeFirst())
        } else {
          script.facts.append((name: String(halves[0]), value: String(halves[1])))
        }
      }
      if let at = rest.firstRange(of: " @ ") {
        time = Int64(rest[at.upperBound...])
        rest = rest[..<at.lowerBound]
      }
      if let arrow = rest.firstRange(of: " -> ") {
        script.end = String(rest[arrow.upperBound...])
        rest = rest[..<arrow.lowerBound]
      }
      script.moves = rest.split(separator: ", ").map { move in
        if move.hasPrefix("wait ") { return .wait(Int64(move.dropFirst(5)) ?? -1) }
        return move.hasPrefix("suspend ") ? .suspend(String(move.dropFirst(8))) : .row(String(move))
      }
    }
  }

  private static let folder = projectFolder + "/Tests/FlowRuntimeTests/Fixtures/rules"
  private static let page = projectFolder + "/docs/rules-of-a-run.md"

  private static let names: [String] = {
    let numbers = (try? text(page))?.matches(of: #/\*\*(R[0-9]+)\*\*/#).map { String($0.1) }
    return numbers ?? []
  }()

  private static func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.read(path), as: UTF8.self)
  }

  @Test("Every rule of the page has a file, and every file a rule")
  func files() throws {
    let files = FileSystem.names(in: RunRuleTests.folder).map { $0.replacing(".txt", with: "") }
    #expect(RunRuleTests.names.count > 40)
    #expect(files.sorted() == RunRuleTests.names)
  }

  @Test("A run follows the rule, and no other run is possible", arguments: names)
  func rule(_ name: String) throws {
    let text = try RunRuleTests.text("\(RunRuleTests.folder)/\(name).txt")
    let halves = text.split(separator: "===\n")
    try #require(halves.count == 2)
    let catalogue = try catalogue(of: halves[0].split(separator: "---\n").map(String.init))
    for line in halves[1].split(separator: "\n") {
      let run = try Run(line)
      let program = catalogue.compiled(as: run.script.reading)
      guard !run.isRefused else {
        #expect(throws: ScriptError.self, "\(line)") {
          try ScriptRun.run(run.script, on: program)
        }
        continue
      }
      let played = try ScriptRun.run(run.script, on: program)
      #expect(played.ending == run.script.end, "\(line)")
      if let time = run.time { #expect(played.machine.clock == time, "\(line)") }
    }
  }
}
