import Files
import FlowExport
import FlowModel
import FlowRuntime
import FlowTestSupport
import Foundation
import TestSupport
import Testing

@Suite struct ProcessDocumentTests {
  @Test("The BPMN document of the fixture is as recorded")
  func golden() throws {
    let text = ProcessDocument(try ExportFixture().model()).xml
    let path = projectFolder + "/Tests/FlowExportTests/Fixtures/shop.bpmn"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileSystem.write(Array(text.utf8), to: path)
    }
    let recorded = String(decoding: try fixture("shop.bpmn"), as: UTF8.self)
    #expect(text == recorded, "RECORD_GOLDEN=1 writes it; then read the difference")
  }

  @Test(
    "Every flow is a well-formed BPMN document: ids are unique and exist, and everything is drawn",
    arguments: Reading.allCases)
  func wellFormed(reading: Reading) throws {
    let catalogue = try catalogue(in: flowsFolder)
    let program = catalogue.compiled(as: reading)
    for flow in catalogue.flows where !flow.isOutline {
      let document = ProcessDocument(try #require(ExportModel(flow, in: program)))
      let reader = WellFormedProcess()
      #expect(reader.check(document.xml), "\(flow.id): \(reader.problem)")
      #expect(Set(reader.ids).count == reader.ids.count, "\(flow.id) has an id twice")
      #expect(reader.named.isSubset(of: reader.ids), "\(flow.id)")
      #expect(reader.toBeDrawn.isSubset(of: reader.drawn), "\(flow.id)")
    }
  }

  @Test("Tasks, rows, timers, errors and calls have the ids and names of the flow")
  func names() throws {
    let xml = ProcessDocument(try ExportFixture().model()).xml
    #expect(xml.contains("<userTask id=\"UC1_1.1\" name=\"UC1:1.1 Basket\""))
    #expect(xml.contains("<serviceTask id=\"UC1_1.2\""))
    #expect(xml.contains(" implementation=\"payment.take\""))
    #expect(xml.contains("<scriptTask id=\"UC1_1.2b\" name=\"UC1:1.2b Case: Refused\""))
    #expect(xml.contains("<callActivity id=\"UC1_1.3\""))
    #expect(xml.contains("calledElement=\"PF1\""))
    #expect(xml.contains(">PT90S</timeDuration>"))
  }

  @Test("What a process cannot carry is said by the id of the row, in the notes and in the file")
  func notes() throws {
    let document = ProcessDocument(try ExportFixture().model())
    let places = document.notes.map(\.place)
    #expect(places.contains("UC1:1.1"))
    #expect(places.contains("UC1:*b"))
    let xml = document.xml
    for note in document.notes { #expect(xml.contains("\(note.place): "), "\(note.place)") }
  }
}
