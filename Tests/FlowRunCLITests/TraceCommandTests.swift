import Foundation
import TestSupport
import Testing

@Suite struct TraceCommandTests {
  private static let evidence = """
    requirements:
      R-1: { title: Told, covers: [UC1:1.2b, UC1:2.1a] }
      R-2: { title: Paid, applies: no, because: nobody pays }
    cases:
      T-1: { title: A free room, checks: [R-1], covers: [UC1 booked] }
    """

  /// The flows that `flowrun init` writes, with requirements.
  private func hotel(_ evidence: String = evidence) async throws -> Folder {
    let folder = try Folder([:])
    #expect(await flowrun("init", folder.path("hotel"), flows: nil).status == 0)
    try folder.write(evidence, to: "hotel/Flows/evidence/hotel.yaml")
    return folder
  }

  @Test("Every command of the page about evidence prints what the page shows")
  func page() throws {
    let folder = try Folder()
    let path = "\(projectFolder)/docs/evidence.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let count = try Walkthrough(name: "evidence.md", page: text).follow(in: folder.path)
    #expect(count >= 10)
    #expect(folder.text("hotel/matrix.md").contains("| R-1 |"))
  }

  @Test("A failed test makes the rows that are to blame failed, and `--require fresh` ends with 1")
  func failed() async throws {
    let folder = try await hotel()
    let flows = folder.path("hotel/Flows")
    try folder.write(
      """
      <testsuite><testcase name="UC1 taken"><failure>after UC1:1.1a, UC1:1.2b: x</failure>
      </testcase><testcase name="other"><properties><property name="case" value="T-1"/>
      </properties></testcase><testcase name="stray"/></testsuite>
      """, to: "report.xml")
    let record = await flowrun(
      "trace", "--record", "--results", folder.path("report.xml"), flows: flows)
    #expect(record.status == 0, "\(record)")
    #expect(record.out.contains("tested: 1 path, 1 by an id; of no path and no id: stray"))
    let outcome = await flowrun("trace", "--require", "fresh", flows: flows)
    #expect(outcome.status == 1)
    #expect(outcome.out.contains("failed   UC1:1.2b Case: The room is taken"), "\(outcome.out)")
    #expect(outcome.out.contains("fresh    path UC1 booked (T-1)"), "\(outcome.out)")
    // Only signatures count: there are none.
    let signed = await flowrun("trace", "--count", "signed", flows: flows)
    #expect(signed.out.hasPrefix("requirements: 0 fresh, 1 missing, 1 not applicable"))
  }

  @Test("Of several who sign at once, who is told so is in the file, and the others are refused")
  func atOnce() async throws {
    let ids = (1...6).map { "R-\($0)" }
    let lines = ids.map { "  \($0): { title: T, covers: [UC1:1.1a] }\n" }.joined()
    let folder = try await hotel("requirements:\n" + lines)
    let flows = folder.path("hotel/Flows")
    let told = await withTaskGroup(of: (String, Bool).self) { group in
      for id in ids {
        group.addTask {
          let outcome = await flowrun(
            "trace", "--sign", id, "--by", "A", "--says", "x", flows: flows)
          #expect(outcome.status == 0 || outcome.err.contains("nothing was recorded"))
          return (id, outcome.status == 0)
        }
      }
      return await group.reduce(into: Set<String>()) { if $1.1 { $0.insert($1.0) } }
    }
    #expect(!told.isEmpty)
    let kept = folder.text("hotel/Flows/evidence/proofs.jsonl")
    for id in ids {
      let isKept = kept.contains(#""proof":"signed","entry":"\#(id)""#)
      #expect(isKept == told.contains(id), "\(id)")
    }
  }

  @Test("A log that fits proves the rows that it has, and no others")
  func log() async throws {
    let folder = try await hotel()
    let flows = folder.path("hotel/Flows")
    try folder.write(
      """
      {"case":"1","row":"UC1:1.1a"}
      {"case":"1","row":"UC1:1.2b"}
      {"case":"2","row":"UC1:2.1a"}
      {"case":"2","row":"UC1:1.3a"}

      """, to: "log.jsonl")
    let record = await flowrun("trace", "--record", "--log", folder.path("log.jsonl"), flows: flows)
    #expect(record.out.contains("logged: 1 of 2 runs fit"), "\(record)")
    let outcome = await flowrun(
      "trace", "--count", "logged", "--require", "covered", flows: flows)
    #expect(outcome.status == 1)
    #expect(outcome.out.contains("fresh    UC1:1.2b"), "\(outcome.out)")
    #expect(outcome.out.contains("missing  UC1:2.1a"), "\(outcome.out)")
    #expect(outcome.err.contains("nothing covers 1 row"), "\(outcome.err)")
  }

  @Test(
    "Wrong files are refused with their places and what was meant",
    arguments: [
      ("requirements: { R: { title: A, covers: [UC1:1.2x] } }", "did you mean `UC1:1.2`?"),
      ("requirements: { R: { title: A, cover: [UC1:1.2b] } }", "did you mean `covers`?"),
      ("requirements: { R: { titel: A } }", "did you mean `title`?"),
      ("requirement: { R: { title: A } }", "did you mean `requirements`?"),
      ("requirements: { R: { title: A, applies: no } }", "nothing says why"),
      ("requirements: { R: { title: A, covers: { a: b } } }", "must be a list"),
      ("requirements: { R: A }", "`R` must be a mapping"),
      ("cases: { T: { title: A, checks: [Q] } }", "there is no requirement `Q`"),
      ("requirements: { T: { title: A } }\ncases: { T: { title: A } }", "`T` is also in"),
      ("requirements: { R: { title: A, applies: maybe } }", "`applies` is `yes` or `no`"),
    ])
  func refused(text: String, words: String) async throws {
    let folder = try await hotel(text + "\n")
    let outcome = await flowrun("trace", flows: folder.path("hotel/Flows"))
    #expect(outcome.status == 2)
    #expect(outcome.err.contains(words), "\(outcome.err)")
    #expect(outcome.err.contains("hotel.yaml:"), "\(outcome.err)")
  }

  @Test("A changed line of the proofs and impossible orders are refused")
  func orders() async throws {
    let folder = try await hotel()
    let flows = folder.path("hotel/Flows")
    #expect(await flowrun("trace", "--record", "--date", "2026-13-01", flows: flows).status == 2)
    #expect(await flowrun("trace", "--results", "x.xml", flows: flows).status == 2)
    #expect(await flowrun("trace", "--sign", "R-1", flows: flows).status == 2)
    #expect(await flowrun("trace", "--count", "hearsay", flows: flows).status == 2)
    let nobody = await flowrun("trace", "--sign", "R-7", "--by", "A", "--says", "B", flows: flows)
    #expect(nobody.err.contains("did you mean `R-1`?"), "\(nobody.err)")
    let none = await flowrun("trace", "--sign", "R-2", "--by", "A", "--says", "B", flows: flows)
    #expect(none.err.contains("`R-2` does not apply: nobody pays"), "\(none.err)")
    #expect(await flowrun("trace", "--record", flows: flows).status == 0)
    let proofs = folder.text("hotel/Flows/evidence/proofs.jsonl")
    let forged = proofs.replacing("User selects Done", with: "User selects OK")
    #expect(forged != proofs)
    try folder.write(forged, to: "hotel/Flows/evidence/proofs.jsonl")
    let outcome = await flowrun("trace", flows: flows)
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("proofs.jsonl:2:1"), "\(outcome.err)")
  }
}
