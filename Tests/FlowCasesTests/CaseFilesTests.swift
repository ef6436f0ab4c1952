import Diagnostics
import Files
import FlowCases
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTesting
import Foundation
import TestSupport
import Testing

@Suite struct CaseFilesTests {
  @Test("The files of the hotel are as recorded", arguments: TestTool.allCases)
  func golden(_ tool: TestTool) throws {
    let files = try CaseFixture.hotel().files(tool)
    let text = files.files.map { "== \($0.path)\n\($0.text(keeping: nil))" }.joined(separator: "\n")
    let path = projectFolder + "/Tests/FlowCasesTests/Fixtures/golden/\(tool.rawValue).txt"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileSystem.write(Array(text.utf8), to: path)
    }
    let recorded = String(decoding: try fixture("golden/\(tool.rawValue).txt"), as: UTF8.self)
    #expect(text == recorded, "RECORD_GOLDEN=1 writes it; then read the difference")
  }

  /// The rows of a case in the order of its feature: what is arranged comes before the act.
  private func sentences(_ test: TestCase) -> [String] {
    test.acts.flatMap { act in
      act.arranged.map(\.sentence) + (act.done.map { [$0.sentence] } ?? [])
        + act.moves.filter { $0.deed == .follows }.map(\.sentence)
    }
  }

  /// The lines of a feature that are about rows, without their first word.
  private func rows(in feature: String, _ catalogue: Catalogue) -> [String] {
    let known = Set(catalogue.flows.flatMap(\.rows).map { TestCase.sentence(of: $0) })
    return feature.split(separator: "\n").compactMap { line -> String? in
      let words = line.drop { $0 == " " }
      guard let space = words.firstIndex(of: " ") else { return nil }
      let rest = String(words[words.index(after: space)...])
      return known.contains(rest) ? rest : nil
    }
  }

  @Test("Every taken row is one sentence of its feature, in every flow of the project")
  func sentencesOfFlows() throws {
    var count = 0
    for reading in Reading.allCases {
      let fixture = try CaseFixture(FlowTestSupport.catalogue(in: flowsFolder), as: reading)
      let files = fixture.plainFiles(.gherkin).files
      #expect(files.count == fixture.cases.count)
      for (test, file) in zip(fixture.cases, files) {
        #expect(rows(in: file.text, fixture.catalogue) == sentences(test), "\(test.name)")
        #expect(sentences(test).count == test.entries.count, "\(test.name)")
        count += test.entries.count
      }
    }
    #expect(count > 300)
  }

  @Test("Random flows with every key have files for every tool, and every row is in its feature")
  func random() throws {
    var count = 0
    for seed in 0..<UInt64(sampleSize("CASE_CATALOGUES", or: 3)) {
      let catalogue = try RandomCatalogue.load(seed: seed, flows: 4, kind: .everything)
      let fixture = try CaseFixture(catalogue)
      for tool in TestTool.allCases {
        let files = fixture.plainFiles(tool).files
        #expect(Set(files.map(\.path)).count == files.count, "\(seed): a path is there twice")
      }
      for (test, file) in zip(fixture.cases, fixture.plainFiles(.gherkin).files) {
        #expect(rows(in: file.text, fixture.catalogue) == sentences(test), "\(seed) \(test.name)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test("Another text of one row changes only the files of paths that take it")
  func oneRow() throws {
    let path = projectFolder + "/Examples/Hotel/Flows/UC1-book-a-room.yaml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let before = try CaseFixture.hotel()
    let after = try CaseFixture(
      catalogue(of: [
        text.replacing(
          "# yaml-language-server: $schema=../../../Flows/flow.schema.json\n", with: ""
        )
        .replacing("user: selects Close", with: "user: chooses Close")
      ]))
    for tool in TestTool.allCases {
      let old = try before.files(tool).files
      let new = try after.files(tool).files
      #expect(old.map(\.path) == new.map(\.path))
      let changed = zip(old, new).filter { $0.text != $1.text }.map(\.0.path)
      #expect(changed.count == 1, "\(tool): \(changed)")
      #expect(changed.first?.contains("3") ?? false, "\(tool): \(changed)")
    }
  }

  @Test("What is written by hand stays, and only what is missing comes after it")
  func hooks() throws {
    let files = try CaseFixture.hotel().files(.playwright).files
    let hooks = try #require(files.first { $0.path == "hooks.ts" })
    let written = "hooks[\"UC1:1.2b\"] = async () => stub('taken');"
    let kept = hooks.text(keeping: written)
    #expect(kept.hasPrefix(written + "\n"))
    #expect(kept.components(separatedBy: "hooks[\"UC1:1.2b\"]").count == 2)
    #expect(kept.contains("hooks[\"UC1:1.2a\"] = "))
    #expect(hooks.text(keeping: kept) == kept, "nothing is missing any more")
    let maestro = try CaseFixture.hotel().files(.maestro).files
    let hook = try #require(maestro.first { $0.path == "hooks/UC1-1.2b.yaml" })
    #expect(hook.text(keeping: "mine\n") == "mine\n")
  }

  @Test("The first values with which a path runs are the examples of its outline")
  func outline() throws {
    let fixture = try CaseFixture(
      catalogue(
        """
        flow: UC1
        title: Unlock
        facts: { platform: [ios, android, web], lock: [face, finger] }
        sections:
          - section: 1
            title: Main
            steps:
              - step: 1.1
                screen: Locked
                buttons: [Unlock]
                rows:
                  a: { user: selects Unlock, next: 1.2 }
              - step: 1.2
                determine: how to unlock
                rows:
                  a: { case: On a phone, if: { platform: [ios, android] }, next: 1.3 }
                  b: { case: Elsewhere, if: { platform: web }, next: end }
              - step: 1.3
                screen: Open
                buttons: [Done]
                rows:
                  a: { user: selects Done, next: end }
        """))
    let phone = try #require(fixture.cases.first { $0.entries.count == 3 })
    let examples = CaseExamples(of: phone, on: fixture.program)
    #expect(examples.names == ["platform"], "the other fact changes nothing")
    #expect(examples.rows == [["ios"], ["android"]])
    let text = try #require(fixture.plainFiles(.gherkin).files.first { $0.text.contains("1.3a") })
      .text
    #expect(text.contains("  Scenario Outline: UC1 "))
    #expect(text.contains("    Given the fact platform is <platform>\n"))
    #expect(text.hasSuffix("    Examples:\n      | platform |\n      | ios |\n      | android |\n"))
    let hooks = fixture.plainFiles(.maestro).hooks.map(\.name)
    #expect(hooks.contains("fact platform"))
    #expect(!hooks.contains("UC1:1.2a"), "the fact decides it")
  }

  @Test("The app is suspended where the path says so, and the time before it passes before it")
  func suspension() throws {
    let catalogue = try catalogue(
      """
      flow: UC1
      title: Wait
      sections:
        - section: 1
          title: Main
          steps:
            - step: 1.1
              screen: Ready
              buttons: [Begin]
              rows:
                a: { user: selects Begin, next: 1.2 }
            - step: 1.2
              screen: Waiting
              rows:
                a: { event: 90 seconds pass, after: 90 s, next: end }
      """,
      """
      flow: UC2
      title: Come back
      sections:
        - section: 1
          title: Main
          steps:
            - step: 1.1
              system: looks whether the app is locked
              action: lock.look
              rows:
                a: { case: It is not, on: open, next: resume }
                b: { case: It is, on: locked, next: end }
      """)
    let script = Script(
      flow: "UC1", name: "away",
      moves: [
        .row("1.1a"), .wait(60_000), .suspend("UC2"), .row("UC2:1.1a"), .row("UC1:1.2a"),
      ])
    let fixture = try CaseFixture(catalogue, scripts: [script])
    let feature = try #require(fixture.plainFiles(.gherkin).files.first).text
    #expect(
      feature.hasSuffix(
        """
            When UC1:1.1a User selects Begin
            Then the screen "Waiting" (UC1:1.2) is shown
            Given UC2:1.1a Case: It is not
            When 60000 ms pass
            And the app is suspended and comes to UC2:1.1
            Then the screen "Waiting" (UC1:1.2) is shown
            When UC1:1.2a Event: 90 seconds pass
            Then the screen "Waiting" (UC1:1.2) is left
            And the screen "Ready" (UC1:1.1) is left
            And the run is at its end: end

        """), "\(feature)")
    let code = try #require(fixture.plainFiles(.playwright).files.first).text
    let times = code.ranges(of: "fastForward(").map {
      code[$0.upperBound...].prefix { $0.isNumber }
    }
    #expect(times == ["60000", "25000", "5000"])
    #expect(code.contains("\"before UC1:1.2a: screen “Waiting”\").toBeVisible"))
  }

  @Test("A wrong name in a table is refused at its place, with what was meant")
  func wrongTables() throws {
    let catalogue = try CaseFixture.hotel().catalogue
    let screens = try CaseFixture.file("wrong-screens.yaml")
    let data = try CaseFixture.file("wrong-data.yaml")
    let text =
      DiagnosticRenderer(files: [screens]).render(
        ScreenTable.read(screens, for: catalogue).diagnostics)
      + DiagnosticRenderer(files: [data]).render(TestData.read(data, for: catalogue).diagnostics)
    let path = projectFolder + "/Tests/FlowCasesTests/Fixtures/golden/wrong-tables.out"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileSystem.write(Array(text.utf8), to: path)
    }
    #expect(text == String(decoding: try fixture("golden/wrong-tables.out"), as: UTF8.self))
  }
}
