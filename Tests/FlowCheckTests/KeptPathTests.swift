import Diagnostics
import Files
import FlowFiles
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

@testable import FlowCheck

/// From the changed text of a file to the findings, against loading and checking everything again.
@Suite struct KeptPathTests {
  private static func lines(_ report: CheckReport) -> [String] {
    report.findings.map { "\($0.fingerprint) \($0.standing) \($0.diagnostic)" }
  }

  /// The texts after an edit that people or tools could make: of targets, ids, names, lines and words.
  private static func edited(_ text: String, _ random: inout SplitMix) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let place = random.next(lines.count)
    let other = random.next(lines.count)
    switch random.next(8) {
    case 0: lines.remove(at: place)
    case 1: lines.swapAt(place, other)
    case 2: lines.insert("# a remark", at: place)
    case 3: lines[place] = lines[place].replacing("a", with: "e", maxReplacements: 1)
    case 4:
      let targets = lines.indices.filter { lines[$0].contains("next: ") }
      guard targets.count > 1 else { break }
      let (first, second) = (targets[place % targets.count], targets[other % targets.count])
      func target(_ line: String) -> Substring {
        line[(line.firstRange(of: "next: ")?.upperBound ?? line.endIndex)...]
          .prefix { $0 != "," && $0 != "}" }
      }
      lines[first] = lines[first].replacing(target(lines[first]), with: target(lines[second]))
    case 5:
      let steps = lines.indices.filter { lines[$0].contains("- step: ") }
      guard !steps.isEmpty else { break }
      lines[steps[place % steps.count]] += "9"
    case 6:
      let heads = lines.indices.filter {
        lines[$0].hasPrefix("flow: ") || lines[$0].hasPrefix("kind:")
      }
      guard !heads.isEmpty else { break }
      lines[heads[place % heads.count]] += "9"
    default: lines.insert("slip: an edit", at: 1)
    }
    return lines.joined(separator: "\n")
  }

  private func compare(_ texts: [SourceFile], edits: Int, seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var flows = KeptFlows()
    for file in texts { flows.read(file) }
    var check = KeptCheck(flows.result().readable)
    // Of every file its text as it is, and its last readable one.
    var now = Dictionary(uniqueKeysWithValues: texts.map { ($0.path, $0) })
    var readable = now
    let paths = texts.map(\.path)
    for edit in 0..<edits {
      let path = paths[random.next(paths.count)]
      // Sometimes an edit is taken back.
      let old = texts.first { $0.path == path } ?? texts[0]
      let text = String(decoding: (now[path] ?? old).bytes, as: UTF8.self)
      let new =
        random.next(4) == 0
        ? old
        : SourceFile(
          path: path, bytes: Array(Self.edited(text, &random).utf8))
      now[path] = new
      flows.read(new)
      if flows.flow(path) != nil { readable[path] = new }
      let result = flows.result()
      check = check.updated(to: result.readable)
      let all = FlowLoader().load(paths.compactMap { readable[$0] })
      #expect(
        Self.lines(check.report()) == Self.lines(CheckReport(all.readable)),
        "seed \(seed), edit \(edit) of \(path)")
      #expect(result.flows.map(\.id) == all.flows.map(\.id))
      if paths.allSatisfy({ flows.flow($0) != nil }) {
        #expect(
          result.diagnostics.map { "\($0)" } == all.diagnostics.map { "\($0)" },
          "seed \(seed), edit \(edit) of \(path)")
      }
    }
  }

  @Test("After edits of the documents' flows, one after the other, everything is found as at once")
  func documents() throws {
    let listing = FlowLoader.flowFiles(below: flowsFolder)
    let files = try listing.paths.map { try SourceFile(readingFrom: $0) }
    try compare(files, edits: 20, seed: 3)
  }

  @Test("After edits of random flows, one after the other, everything is found as at once")
  func random() throws {
    for seed in UInt64(0)..<6 {
      let files = RandomCatalogue.texts(seed: seed).enumerated().map { number, text in
        SourceFile(path: "F\(number).yaml", bytes: Array(text.utf8))
      }
      try compare(files, edits: 15, seed: seed)
    }
  }
}
