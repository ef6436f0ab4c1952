import Diagnostics
import FlowCases
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTestSupport
import FlowTesting
import TestSupport

/// Cases of some flows: for each flow the paths that show every row, as far as they run.
struct CaseFixture {
  let catalogue: Catalogue
  let program: Program
  let cases: [TestCase]

  /// - Parameter scripts: those to take in place of the paths by rows.
  init(_ catalogue: Catalogue, as reading: Reading = .written, scripts: [Script]? = nil) throws {
    self.catalogue = catalogue
    let program = catalogue.compiled(as: reading)
    self.program = program
    let scripts =
      scripts
      ?? catalogue.flows.filter { !$0.isOutline }.flatMap { flow in
        (PathBook(flow, on: program, by: [.rows], follow: true, limit: 200).paths[.rows] ?? [])
          .map(\.script)
      }
    cases = scripts.compactMap { try? TestCase($0, on: program) }
  }

  /// The hotel of the examples.
  static func hotel() throws -> CaseFixture {
    try CaseFixture(FlowTestSupport.catalogue(in: projectFolder + "/Examples/Hotel/Flows"))
  }

  /// The files for a tool, with the tables of the fixtures.
  func files(_ tool: TestTool) throws -> CaseFiles {
    let screens = ScreenTable.read(try CaseFixture.file("screens.yaml"), for: catalogue)
    let data = TestData.read(try CaseFixture.file("data.yaml"), for: catalogue)
    if let wrong = (screens.diagnostics + data.diagnostics).first {
      throw FixtureFailure(wrong.message)
    }
    return CaseFiles(cases, for: tool, on: program, screens: screens.table, data: data.data)
  }

  /// The files for a tool, without tables.
  func plainFiles(_ tool: TestTool) -> CaseFiles {
    CaseFiles(cases, for: tool, on: program, screens: ScreenTable(), data: TestData())
  }

  static func file(_ name: String) throws -> SourceFile {
    SourceFile(path: name, bytes: try fixture(name))
  }
}
