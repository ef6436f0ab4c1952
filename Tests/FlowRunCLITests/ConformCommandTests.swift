import TestSupport
import Testing

@Suite struct ConformCommandTests {
  private static let rows = ["1.1a", "1.2b", "1.3a"]

  /// The flows that `flowrun init` writes, and a log.
  private func hotel(_ log: String) async throws -> Folder {
    let folder = try Folder(["log.jsonl": log])
    #expect(await flowrun("init", folder.path("hotel"), flows: nil).status == 0)
    return folder
  }

  @Test("`conform` says where a run went and what the table says, and ends with 1")
  func deviation() async throws {
    let log = Self.rows.map { "{\"case\":\"7\",\"row\":\"UC1:\($0)\"}\n" }.joined()
    let folder = try await hotel(log)
    let flows = folder.path("hotel/Flows")
    let outcome = await flowrun("conform", folder.path("log.jsonl"), flows: flows)
    #expect(outcome.status == 1)
    #expect(
      outcome.out.contains(
        """
        deviations
               1x  after `UC1:1.2b` the app went to `UC1:1.3` (`1.3a User selects Done`); the \
        table says `UC1:2.1`  [7]
                  \(flows)/UC1-book-a-room.yaml:23
        """), "\(outcome)")
    let fit = await flowrun("conform", folder.path("log.jsonl"), "--fit", "0", flows: flows)
    #expect(fit.status == 0)
  }

  @Test("`--at-least` shows neither small numbers nor ids")
  func small() async throws {
    let log = (0..<30).map { index in
      "{\"case\":\"guest-\(index)\",\"row\":\"UC1:1.1\(index < 3 ? "b" : "a")\"}\n"
    }.joined()
    let folder = try await hotel(log)
    for format in ["text", "md", "json"] {
      let outcome = await flowrun(
        "conform", folder.path("log.jsonl"), "--table", "--at-least", "20", "--format", format,
        flows: folder.path("hotel/Flows"))
      #expect(outcome.status == 0)
      #expect(!outcome.out.contains("guest"), "\(outcome.out)")
      #expect(!outcome.out.contains("10%"), "\(outcome.out)")
      #expect(!outcome.out.contains("90%"), "\(outcome.out)")
      if format == "text" { #expect(outcome.out.contains("<20"), "\(outcome.out)") }
    }
  }

  @Test("House rules judge what the app did, also where the flows do not have it")
  func rules() async throws {
    func lines(_ id: String, _ rows: [String]) -> String {
      rows.map { "{\"case\":\"\(id)\",\"row\":\"UC1:\($0)\"}\n" }.joined()
    }
    let good = lines("1", ["1.1a", "1.2b", "2.1a"]) + lines("2", ["1.1a", "1.3a"])
    let bad = lines("3", ["1.1a", "1.2b", "1.3a"]) + lines("4", ["1.1a", "1.2a", "2.1a"])
    let folder = try await hotel(good)
    let flows = folder.path("hotel/Flows")
    try folder.write(
      """
      rules:
        - { rule: told, just before: UC1:2.1a, always: UC1:1.2b, because: They must know why }
        - { rule: free, never: UC1:1.3a, before: UC1:1.2a, because: Only a free room is booked }
      """, to: "hotel/Flows/rules/hotel.yaml")
    let fine = await flowrun("conform", folder.path("log.jsonl"), flows: flows)
    #expect(fine.status == 0 && !fine.out.contains("house rules"), "\(fine)")
    let outcome = await flowrun("conform", "-", flows: flows, input: good + bad)
    #expect(outcome.status == 1)
    #expect(
      outcome.out.contains(
        """
        house rules that were broken
               1x  free by `UC1:1.3a User selects Done`  [3]
                  Never `UC1:1.3a` before `UC1:1.2a`.
               1x  told by `UC1:2.1a User selects Choose another`  [4]
                  Just before `UC1:2.1a` always `UC1:1.2b`.

        """), "\(outcome.out)")
    let hidden = await flowrun("conform", "-", "--at-least", "5", flows: flows, input: good + bad)
    #expect(hidden.out.hasPrefix("<5 runs\n") && hidden.out.contains("<5x  free by"))
  }

  @Test("Runs of an earlier release are compared with its flows and counted at the rows of today")
  func releases() async throws {
    func lines(_ id: Int, _ release: String, _ rows: [String]) -> String {
      rows.map { "{\"case\":\"\(id)\",\"release\":\"\(release)\",\"row\":\"UC1:\($0)\"}\n" }
        .joined()
    }
    let log =
      lines(1, "1", ["1.1a", "1.2b", "2.1a", "1.1b"]) + lines(2, "1", ["1.1b"])
      + lines(3, "2", ["1.1b", "1.2a", "1.3a"])
    let folder = try await hotel(log)
    let (flows, old) = (folder.path("hotel/Flows"), folder.path("old"))
    #expect(await flowrun("init", old, flows: nil).status == 0)
    // Book and Close change places, and a taken room ends the run.
    let text = folder.text("hotel/Flows/UC1-book-a-room.yaml")
    let new = text.replacing("a: { user: selects Book,", with: "x: { user: selects Book,")
      .replacing("b: { user: selects Close,", with: "a: { user: selects Close,")
      .replacing("x: { user: selects Book,", with: "b: { user: selects Book,")
      .replacing("on: taken, next: 2 }", with: "on: taken, next: end }")
    let start = try #require(new.firstRange(of: "\n  - section: 2"))
    try folder.write(String(new[..<start.lowerBound]), to: "hotel/Flows/UC1-book-a-room.yaml")
    let alone = await flowrun("conform", folder.path("log.jsonl"), flows: flows)
    #expect(alone.status == 1)
    let joined = await flowrun(
      "conform", folder.path("log.jsonl"), "--release", "1=\(old)/Flows", "--by", "release",
      flows: flows)
    #expect(joined.status == 0, "\(joined)")
    #expect(joined.out.contains("3 of 3 runs fit"), "\(joined.out)")
    let all = joined.out.components(from: "== all runs", to: "== 1:")
    // Two of four chose a room, one of them before the change, when that was 1.1a.
    #expect(all.contains("       2    50%                    1.1b    User selects Book"), "\(all)")
    #expect(all.contains("       2    50%                    1.1a    User selects Close"), "\(all)")
    #expect(
      joined.out.hasSuffix("are gone\n       1x  UC1:2.1a User selects Choose another\n"),
      "\(joined.out)")
    let wrong = await flowrun(
      "conform", folder.path("log.jsonl"), "--release", "7=\(old)/Flows", flows: flows)
    #expect(wrong.status == 2 && wrong.err.contains("no run is of the release `7`"))
    let twice = await flowrun(
      "conform", folder.path("log.jsonl"), "--release", "1=\(old)/Flows", "--release",
      "1=\(flows)", flows: flows)
    #expect(twice.status == 2 && twice.err.contains("names a release twice"))
    let unsaid = await flowrun("conform", folder.path("log.jsonl"), "--release", "7", flows: flows)
    #expect(unsaid.status == 2 && unsaid.err.contains("for example `--release 2.3=v2.3`"))
  }

  @Test("What `run --trace` writes for other programs is read again", arguments: ["xes", "otlp"])
  func written(format: String) async throws {
    let folder = try await hotel("")
    let flows = folder.path("hotel/Flows")
    let run = await flowrun("UC1", "--rows", "1.1a,1.2a,1.3a", "--trace", format, flows: flows)
    #expect(run.status == 0, "\(run.err)")
    let outcome = await flowrun("conform", "-", "--complete", flows: flows, input: run.out)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.out.hasPrefix("1 run, 3 rows logged, 1 variant\n1 of 1 run fits"))
  }
}

extension String {
  /// The part from one text up to another one.
  fileprivate func components(from start: String, to end: String) -> String {
    guard let first = firstRange(of: start), let last = firstRange(of: end) else { return "" }
    return first.lowerBound < last.lowerBound
      ? String(self[first.lowerBound..<last.lowerBound]) : ""
  }
}
