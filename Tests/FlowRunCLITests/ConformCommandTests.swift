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
