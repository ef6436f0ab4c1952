import Diagnostics
import FlowDocument
import FlowFiles
import FlowLoader
import FlowModel
import TestSupport
import Testing

@Suite struct RoundTripTests {
  @Test(
    "A document that is imported, printed and imported again is the same", arguments: Seed.allCases)
  func documents(seed: Seed) throws {
    let imported = try seed.imported()
    #expect(imported.flows.count == (seed == .cards ? 12 : 1))
    for flow in imported.flows {
      let first = try loaded(flow)
      let text = DocumentPrinter(first) { imported.titles[$0] }.markdown
      let again = DocumentImport(document(text), prefix: seed.prefix, id: flow.id)
      #expect(again.flows.count == 1)
      #expect(again.diagnostics.filter { $0.severity == .error }.isEmpty, "\(again.diagnostics)")
      let second = try loaded(try #require(again.flows.first))
      #expect(Model(first) == Model(second))
      let printed = DocumentPrinter(second) { again.titles[$0] ?? imported.titles[$0] }.markdown
      #expect(printed == text)
    }
  }

  @Test("Every flow is printed, imported and printed again to the same bytes")
  func flows()
    throws
  {
    let catalogue = try #require(FlowLoader().load(folder: flowsFolder).catalogue)
    for flow in catalogue.flows {
      let text = DocumentPrinter(flow) { catalogue.flow(id: $0)?.title }.markdown
      let imported = DocumentImport(document(text), id: flow.id)
      #expect(
        imported.diagnostics.filter { $0.severity == .error }.isEmpty,
        "\(flow.id): \(imported.diagnostics)")
      let useCase = try #require(imported.flows.first)
      let again = DocumentPrinter(try loaded(useCase)) { catalogue.flow(id: $0)?.title }.markdown
      #expect(again == text, "\(flow.id)")
    }
  }

  @Test("Every kind of target is read as it is printed")
  func targets() throws {
    let targets = Target.Kind.allCases.map { kind in
      Target(kind, kind == .step ? "1.1" : kind == .section ? "1" : kind.isNamed ? "UC9" : "")
    }
    var text = """
      # Use Case 1 Targets

      | # | Description | Next |
      | --- | --- | --- |
      | **1** | **Ask** | |
      | **1.1** | **System determines the kind** | |

      """
    for (letter, target) in zip("abcdefghijklmnopqrstuvwxyz", targets) {
      text += "| 1.1\(letter) | Case: \(letter) | \(target.heading) |\n"
    }
    let flow = try loaded(try #require(DocumentImport(document(text)).flows.first))
    #expect(flow.rows.filter { $0.kind != .own }.map(\.next) == targets)
    let printed = DocumentPrinter(flow) { _ in nil }.markdown
    let again = try loaded(try #require(DocumentImport(document(printed)).flows.first))
    #expect(Model(again) == Model(flow))
  }

  @Test(
    "A generated document survives import and print",
    arguments: 0..<(triesAllDocuments ? 150 : 50))
  func generated(seed: Int) throws {
    var generator = Generator(seed: UInt64(seed))
    let text = generator.document()
    let imported = DocumentImport(document(text))
    #expect(
      imported.diagnostics.filter { $0.severity == .error }.isEmpty,
      "\(imported.diagnostics)\n\(text)")
    let first = try loaded(try #require(imported.flows.first))
    #expect(first.rows.count { $0.kind != .own } == generator.rowCount)
    let printed = DocumentPrinter(first) { imported.titles[$0] }.markdown
    let again = DocumentImport(document(printed))
    let second = try loaded(try #require(again.flows.first))
    #expect(Model(first) == Model(second), "\(text)")
    #expect(DocumentPrinter(second) { imported.titles[$0] }.markdown == printed)
  }

  @Test(
    "A document means the same collapsed to one line or copied from a page",
    arguments: 0..<(triesAllDocuments ? 40 : 16))
  func collapsed(seed: Int)
    throws
  {
    var generator = Generator(seed: UInt64(seed), isPlain: true)
    let text = generator.document()
    let whole = Model(try loaded(try #require(DocumentImport(document(text)).flows.first)))
    let line = text.split(separator: "\n").joined(separator: " ")
    let collapsed = DocumentImport(document(line))
    #expect(Model(try loaded(try #require(collapsed.flows.first))) == whole, "\(line)")
    let page = generator.page(of: text)
    let copied = DocumentImport(document(page))
    #expect(Model(try loaded(try #require(copied.flows.first))) == whole, "\(page)")
  }

  @Test("A document means the same with other line ends", arguments: ["\r\n", "\r"])
  func lineEnds(end: String) throws {
    for seed in Seed.allCases where seed != .pin {
      let file = try seed.file
      let text = String(decoding: file.bytes, as: UTF8.self).replacing("\n", with: end)
      let other = DocumentImport(document(text), prefix: seed.prefix)
      #expect(other.flows.map(\.yaml) == (try seed.imported()).flows.map(\.yaml))
    }
  }
}
