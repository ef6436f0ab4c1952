import TestSupport
import Testing

@Suite struct ResultsCommandTests {
  private static let report = """
    <testsuite name="UC1">
      <testcase name="UC1 booked"/>
      <testcase name="UC1 taken">
        <failure>Error: after UC1:1.1a, UC1:1.2b: prompt</failure>
      </testcase>
      <testcase name="something else"/>
    </testsuite>
    """

  /// The flows that `flowrun init` writes, and a report of their tests.
  private func hotel() async throws -> Folder {
    let folder = try Folder(["report.xml": Self.report])
    #expect(await flowrun("init", folder.path("hotel"), flows: nil).status == 0)
    return folder
  }

  @Test("`results` says which rows failed and which no green test takes, and ends with 1")
  func failed() async throws {
    let folder = try await hotel()
    let flows = folder.path("hotel/Flows")
    let outcome = await flowrun("results", folder.path("report.xml"), flows: flows)
    #expect(outcome.status == 1)
    let file = "\(flows)/UC1-book-a-room.yaml"
    #expect(
      outcome.out.hasPrefix(
        """
        2 tests: 1 green, 1 failed, 0 skipped
        failed: UC1 taken
          what must be shown then is missing: Error: after UC1:1.1a, UC1:1.2b: prompt
          \(file):16: UC1:1.1a User selects Book
          \(file):23: UC1:1.2b Case: The room is taken
        of no path: something else

        rows that green tests take:

        """), "\(outcome)")
    #expect(outcome.out.contains("3 of 6 rows"), "\(outcome.out)")
    let least = await flowrun(
      "results", folder.path("report.xml"), "--at-least", "60", flows: flows)
    #expect(least.status == 1)
    #expect(least.err.contains("green tests take 50% of the rows, not 60%"))
    let json = await flowrun(
      "results", folder.path("report.xml"), "--format", "json", flows: flows)
    #expect(json.out.contains("\"rows\":[\"UC1:1.1a\",\"UC1:1.2b\"]"))
    #expect(json.out.contains("\"ofNoPath\":[\"something else\"]"))
  }

  @Test("`tests --from-failed` prints a path that runs and stands before the failed row")
  func fromFailed() async throws {
    let report = Self.report.replacing("after UC1:1.1a, UC1:1.2b", with: "after UC1:2.1a")
    let folder = try Folder(["report.xml": report])
    #expect(await flowrun("init", folder.path("hotel"), flows: nil).status == 0)
    let flows = folder.path("hotel/Flows")
    let outcome = await flowrun("tests", "--from-failed", folder.path("report.xml"), flows: flows)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.out == """
        flow: UC1
        paths:
          - path: UC1 before-2.1a
            flow: UC1
            rows: [UC1:1.1a, UC1:1.2b]
            end: waiting UC1:2.1

        """)
    try folder.write(outcome.out, to: "again.yaml")
    let run = await flowrun("run", "--script", folder.path("again.yaml"), flows: flows)
    #expect(run.status == 0, "\(run)")
    let both = await flowrun(
      "tests", "--for", "maestro", "--from-failed", folder.path("report.xml"), flows: flows)
    #expect(both.status == 2)
  }

  @Test("A report of no path, and one that cannot be read, are refused")
  func refused() async throws {
    let folder = try await hotel()
    let flows = folder.path("hotel/Flows")
    try folder.write("<testsuite><testcase name='other'/></testsuite>", to: "other.xml")
    let other = await flowrun("results", folder.path("other.xml"), flows: flows)
    #expect(other.status == 2)
    #expect(other.err.contains("no test of the reports is of these paths"))
    try folder.write("<testsuite>", to: "cut.xml")
    let cut = await flowrun("results", folder.path("cut.xml"), flows: flows)
    #expect(cut.status == 2)
    #expect(cut.err.contains("`testsuite` does not end"))
  }
}
