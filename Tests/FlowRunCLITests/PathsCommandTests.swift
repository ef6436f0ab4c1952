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

  @Test("`paths --by` refuses an unknown word")
  func unknownKind() async {
    let outcome = await flowrun("paths", "uc1.2", "--by", "x")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("`x` cannot be shown"))
  }
}
