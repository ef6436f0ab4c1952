import Files
import FlowExport
import FlowModel
import FlowRuntime
import FlowTestSupport
import Foundation
import TestSupport
import Testing

@Suite struct StateLanguageTests {
  private typealias Object = [String: Any]

  private func states(_ json: String) throws -> Object {
    let machine = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? Object)
    let states = try #require(machine["States"] as? Object)
    let first = try #require(machine["StartAt"] as? String)
    #expect(states[first] != nil)
    return states
  }

  /// The states that a state leads to.
  private func next(_ state: Object) -> [String] {
    let choices = (state["Choices"] as? [Object] ?? []) + (state["Catch"] as? [Object] ?? [])
    return [state["Next"], state["Default"]].compactMap { $0 as? String }
      + choices.compactMap { $0["Next"] as? String }
  }

  @Test("The state machine of the fixture is as recorded")
  func golden() throws {
    let text = StateLanguage(try ExportFixture().model()).json
    let path = projectFolder + "/Tests/FlowExportTests/Fixtures/shop.asl.json"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileSystem.write(Array(text.utf8), to: path)
    }
    let recorded = String(decoding: try fixture("shop.asl.json"), as: UTF8.self)
    #expect(text == recorded, "RECORD_GOLDEN=1 writes it; then read the difference")
  }

  @Test(
    "Every flow is a state machine whose states exist, are named once, and can be reached",
    arguments: Reading.allCases)
  func wellFormed(reading: Reading) throws {
    let catalogue = try catalogue(in: flowsFolder)
    let program = catalogue.compiled(as: reading)
    for flow in catalogue.flows where !flow.isOutline {
      let json = StateLanguage(try #require(ExportModel(flow, in: program))).json
      let states = try states(json)
      #expect(
        json.components(separatedBy: "\n    \"").count - 1 == states.count,
        "\(flow.id) has a state twice")
      var reached: Set<String> = ["begin"]
      var waiting = ["begin"]
      while let name = waiting.popLast() {
        #expect(name.count <= 80, "\(flow.id): \(name)")
        let state = try #require(states[name] as? Object, "\(flow.id): \(name)")
        let following = next(state)
        #expect(
          state["End"] as? Bool == true || !following.isEmpty, "\(flow.id): \(name) leads nowhere")
        for other in following where reached.insert(other).inserted { waiting.append(other) }
      }
    }
  }

  @Test("Waits have a task token; timers are timeouts, and errors are caught")
  func waits() throws {
    let states = try states(StateLanguage(try ExportFixture().model()).json)
    let basket = try #require(states["UC1:1.1 waits"] as? Object)
    #expect(basket["Resource"] as? String == "arn:aws:states:::sqs:sendMessage.waitForTaskToken")
    #expect(basket["TimeoutSeconds"] as? Int == 90)
    let catches = try #require(basket["Catch"] as? [Object])
    #expect(catches.first?["ErrorEquals"] as? [String] == ["States.Timeout"])
    #expect(catches.first?["Next"] as? String == "UC1:1.1 row 1.1c")
    let payment = try #require(states["UC1:1.2 waits"] as? Object)
    let parameters = try #require(payment["Parameters"] as? Object)
    #expect(parameters["QueueUrl.$"] as? String == "$.actions")
    #expect((parameters["MessageBody"] as? Object)?["action"] as? String == "payment.take")
    #expect(payment["TimeoutSeconds"] == nil)
  }

  @Test(
    "What a state machine cannot carry is said by the id of the row, in the notes and in the file")
  func notes() throws {
    let machine = StateLanguage(try ExportFixture().model())
    let places = machine.notes.map(\.place)
    #expect(places.contains("UC1:1.1"))
    #expect(places.contains("UC1:1.1c"))
    #expect(places.contains("UC1:*b"))
    let json = machine.json
    for note in machine.notes { #expect(json.contains("\(note.place): "), "\(note.place)") }
  }
}
