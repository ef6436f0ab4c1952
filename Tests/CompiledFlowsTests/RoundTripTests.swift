import CompiledFlows
import FlowModel
import FlowReports
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

@Suite struct RoundTripTests {
  @Test("Compiled flows have the same tables, links and programs")
  func tables() throws {
    for seed in 0..<12 as Range<UInt64> {
      try expectSame(try RandomCatalogue.load(seed: seed))
    }
  }

  /// Compares everything that the flows consist of, as text.
  private func expectSame(_ catalogue: Catalogue) throws {
    let opened = try Catalogue(compiled: catalogue.compiledFile)
    #expect(opened.flows.count == catalogue.flows.count)
    for (index, pair) in zip(opened.flows, catalogue.flows).enumerated() {
      let isSame = "\(pair.0.tables.all)" == "\(pair.1.tables.all)"
      #expect(isSame, "\(pair.1.id)")
      #expect("\(opened.links[index])" == "\(catalogue.links[index])")
    }
    for reading in Reading.allCases {
      let (program, same) = (catalogue.compiled(as: reading), opened.compiled(as: reading))
      #expect(same.tables.cells == program.tables.cells)
      #expect(same.tables.conditions == program.tables.conditions)
      #expect(same.facts == program.facts)
    }
  }

  @Test("Compiling twice, or compiling what was opened, gives the same bytes")
  func bytes() throws {
    let flows = try catalogue(in: flowsFolder)
    let file = flows.compiledFile
    #expect(file == flows.compiledFile)
    let opened = try Catalogue(compiled: file)
    #expect(opened.compiledFile == file)
    for (flow, same) in zip(flows.flows, opened.flows) {
      #expect(FlowTable(same, in: opened).json == FlowTable(flow, in: flows).json)
      #expect(same.path == flow.path)
    }
  }

  @Test("Flows are found by id and alias in a compiled catalogue")
  func names() throws {
    let opened = try Catalogue(compiled: try catalogue(in: flowsFolder).compiledFile)
    #expect(opened.flow(named: "unlock-the-app")?.id == "UC2.3")
    #expect(opened.flow(named: "uc2.3")?.firstStep?.id == "1.1")
    #expect(opened.flow(id: "UC0") == nil)
  }
}
