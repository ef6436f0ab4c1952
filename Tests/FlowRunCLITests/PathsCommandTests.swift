import TestSupport
import Testing

@Suite struct PathsCommandTests {
  @Test("`paths` prints counts and paths")
  func paths() async {
    let outcome = await flowrun("paths", "uc1.2")
    #expect(outcome.status == 0)
    #expect(outcome.out.hasPrefix("UC1.2 Open the app, as written: 8 steps, 13 rows\n"))
    #expect(outcome.out.contains("timer-2.1a  1.1a 2.1a -> waiting UC1.2:2.2\n"))
  }

  @Test("The scripts that `paths` prints can be run")
  func scripts() async {
    let scripts = await flowrun("paths", "uc1.2", "--format", "scripts")
    #expect(scripts.status == 0)
    let run = await flowrun("uc1.2", "--script", "-", input: scripts.out)
    #expect(run.status == 0, "\(run.err)")
  }

  @Test("`paths` says that a row is never reached only if all first values of facts were tried")
  func notFound() async throws {
    func text(facts: Int) async throws -> String {
      let facts = 0..<facts
      let folder = try Folder([
        "M.yaml": "flow: M\ntitle: Many facts\nfacts:\n"
          + facts.map { "  f\($0): [a, b, c, d]\n" }.joined()
          + "steps:\n  - step: 1\n    screen: S\n    rows:\n"
          + zip(facts, ["a", "b", "c", "d", "e", "f", "g"]).map { fact, row in
            "      \(row): { user: goes \(row), if: { f\(fact): b }, next: end }\n"
          }.joined()
      ])
      defer { withExtendedLifetime(folder) {} }
      let outcome = await flowrun("paths", "M", "--by", "rows", "--count", flows: folder.path)
      #expect(outcome.status == 0, "\(outcome.err)")
      return outcome.out
    }
    let many = try await text(facts: 7)
    #expect(many.contains("  not found: 1g\n"))
    #expect(try await !text(facts: 6).contains("not found"))
  }

  @Test("`paths --by` refuses an unknown word")
  func unknownKind() async {
    let outcome = await flowrun("paths", "uc1.2", "--by", "x")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("`x` cannot be shown"))
  }
}
