import Files
import FlowExport
import FlowModel
import FlowRuntime
import FlowTestSupport
import Foundation
import TestSupport
import Testing

@Suite struct StateChartTests {
  @Test("The chart of the fixture is as recorded")
  func golden() throws {
    let text = StateChart(try ExportFixture().model()).xml
    let path = projectFolder + "/Tests/FlowExportTests/Fixtures/shop.scxml"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileSystem.write(Array(text.utf8), to: path)
    }
    let recorded = String(decoding: try fixture("shop.scxml"), as: UTF8.self)
    #expect(text == recorded, "RECORD_GOLDEN=1 writes it; then read the difference")
  }

  @Test("Every flow is a well-formed chart whose targets exist", arguments: Reading.allCases)
  func wellFormed(reading: Reading) throws {
    let catalogue = try catalogue(in: flowsFolder)
    let program = catalogue.compiled(as: reading)
    for flow in catalogue.flows where !flow.isOutline {
      let chart = StateChart(try #require(ExportModel(flow, in: program)))
      let xml = chart.xml
      let reader = WellFormed()
      #expect(reader.check(xml), "\(flow.id): \(reader.problem)")
      #expect(reader.targets.isSubset(of: reader.ids), "\(flow.id)")
      #expect(reader.ids.count == reader.states, "\(flow.id) has an id twice")
      #expect(!xml.contains("Math."), "\(flow.id)")
    }
  }

  @Test("What a chart cannot carry is said by the id of the row, in the notes and in the file")
  func notes() throws {
    let chart = StateChart(try ExportFixture().model())
    let places = chart.notes.map(\.place)
    #expect(places.contains("UC1:1.1"))
    #expect(places.contains("UC1:1.1c"))
    #expect(places.contains("UC1:*b"))
    let xml = chart.xml
    for note in chart.notes { #expect(xml.contains("\(note.place): "), "\(note.place)") }
    #expect(chart.notes.count == Set(chart.notes).count, "a note is there twice")
  }

  @Test("A flow that is not yet written has no chart")
  func outline() throws {
    let catalogue = try ExportFixture().catalogue
    let later = try #require(catalogue.flow(id: "UC9"))
    #expect(ExportModel(later, in: catalogue.compiled()) == nil)
  }

  @Test("Names that differ in one character that a name cannot have stay different")
  func names() throws {
    let catalogue = try catalogue(
      """
      flow: A
      title: Two facts
      facts: { a b: ['x y', x-y], a-b: [one, two] }
      steps:
        - step: 1
          user: waits
          set: { a b: x-y }
          next: end
      """)
    let flow = try #require(catalogue.flow(id: "A"))
    let xml = StateChart(try #require(ExportModel(flow, in: catalogue.compiled()))).xml
    #expect(xml.contains("<data id=\"fact_a_b\" expr=\"'x y'\"/>"))
    #expect(xml.contains("<data id=\"fact_a_b_2\" expr=\"'one'\"/>"))
    #expect(xml.contains("event=\"fact.a-b.vx-y\""))
    #expect(xml.contains("event=\"fact.a-b.vx-y-2\""))
    #expect(xml.contains("event=\"fact.a-b-2.vone\""))
  }
}
