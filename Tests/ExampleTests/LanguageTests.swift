import Diagnostics
import Files
import FlowKit
import FlowLoader
import FlowTranslation
import HotelApp
import TestSupport
import Testing

/// The hotel in Estonian, with the files of texts that come with the example.
@Suite struct LanguageTests {
  private static let folder = projectFolder + "/Examples/Hotel/Flows"

  private func flows() throws -> Catalogue {
    let name = "UC1-book-a-room.yaml"
    let file = SourceFile(path: name, bytes: try FileSystem.read("\(Self.folder)/\(name)"))
    return try need(FlowLoader().load([file]).catalogue)
  }

  /// The texts as an app opens them.
  private func texts(_ language: String, _ flows: Catalogue) throws -> Texts {
    let path = "\(Self.folder)/texts/\(language).yaml"
    let file = SourceFile(path: path, bytes: try FileSystem.read(path))
    let translation = Translation(TextsFile(file), of: flows.flows)
    #expect(translation.diagnostics.isEmpty)
    return try Texts(translation.texts.file(of: flows))
  }

  private var handlers: Handlers {
    var handlers = Handlers()
    handlers.bind("room.hold", outcomes: ["held", "taken"], values: ["room"]) { _ in
      Answer("held", values: ["room": "12"])
    }
    handlers.bind("payment.take", outcomes: ["paid", "refused"]) { _ in "paid" }
    return handlers
  }

  @Test("A run shows its screens in Estonian, and goes on in German where it was saved")
  func screens() async throws {
    let flows = try flows()
    let own = flows.compiled()
    let estonian = own.translated(by: try texts("et", flows))
    let german = own.translated(by: try texts("de", flows))
    let start = try need(estonian.catalogue.flow(id: "UC1"))
    let runner = try Runner(estonian, start: start, handlers: handlers)
    _ = try await runner.run()
    let first = await runner.situation
    #expect(first.title == "Broneeri tuba")
    #expect(first.message == "Kes broneerib?")
    #expect(first.buttons == ["Broneeri"])
    #expect(first.inputs.map(\.label) == ["Nimi"])
    #expect(first.inputs.map(\.name) == ["name"])
    #expect(first.rows.map(\.label) == ["valib „Broneeri“"])
    await runner.enter("Mari", as: "name")
    try await runner.choose("book")
    let second = await runner.situation
    #expect(second.message == "Mari, tuba 12 on 15 minutit sinu nimel kinni")

    // One run in several languages.
    #expect(second.shown(by: own).message == "Room 12 is held for Mari for 15 minutes")
    #expect(
      second.shown(by: german).message == "Zimmer 12 ist 15 Minuten lang für Mari reserviert")
    #expect(second.shown(by: german).step.qualified == "UC1:2.1")

    let saved = try need(await runner.snapshot)
    let later = try Runner(restoring: saved, on: german, handlers: handlers)
    _ = try await later.run()
    #expect(await later.situation.buttons == ["Bezahlen", "Abbrechen"])
    try await later.choose("cancel")
    #expect(await later.situation.end == .end)
  }

  @Test("Each thing that a step shows has a stable key, in every language the same")
  func keys() throws {
    let flows = try flows()
    let estonian = flows.translated(by: try texts("et", flows))
    for catalogue in [flows, estonian] {
      let keys = try need(catalogue.flow(id: "UC1")?.step("2.1")).textKeys
      #expect(keys.title == "UC1:payment.screen")
      #expect(keys.message == "UC1:payment.message")
      #expect(keys.buttons == ["UC1:payment.button.1", "UC1:payment.button.2"])
      #expect(keys.inputs == ["card": "UC1:payment.input.card"])
      #expect(keys.loading == nil && keys.items == [])
    }
  }

  @Test("Texts that are older than the flows of an app are not shown, and damaged ones are refused")
  func older() throws {
    let flows = try flows()
    let texts = Texts(
      language: "et", texts: ["UC1:payment.screen": Texts.Text(of: "bbbbbb", text: "Maksmine")])
    let step = try need(flows.translated(by: texts).flow(id: "UC1")?.step("2.1"))
    #expect(step.subject == "Pay")
    for text in ["", "{}", #"{"language":"et","texts":{"a":{"of":"b"}}}"#] {
      #expect(throws: TextsError.self) { try Texts(Array(text.utf8)) }
    }
  }
}
