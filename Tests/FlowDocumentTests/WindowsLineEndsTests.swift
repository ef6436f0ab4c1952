import Diagnostics
import FlowDocument
import FlowEdit
import TestSupport
import Testing

/// Generated documents with the line ends of Windows: what is read and what is edited is the same
/// as without them, and no other line end comes in.
@Suite struct WindowsLineEndsTests {
  private func returned(_ text: String) -> String { text.replacing("\n", with: "\r\n") }

  private func flows(_ text: String, _ style: PlanStyle) -> [String] {
    DocumentImport(DocumentText.file(document(text, "uc4.\(style.ending)"))).flows.map(\.yaml)
  }

  @Test(
    "The flow of a document is the same, in every style and language", arguments: PlanStyle.allCases
  )
  func reading(style: PlanStyle) {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      let text = Plan(seed: UInt64(number)).document(style, in: tongue)
      let found = flows(text, style)
      #expect(!found.isEmpty)
      #expect(flows(returned(text), style) == found, "\(text)")
    }
  }

  /// What edits make of a document. Nil for one that is refused.
  private func edited(_ text: String, _ style: PlanStyle, _ operation: EditOperation) -> String? {
    let file = document(text, "uc4.\(style.ending)")
    guard let flow = DocumentImport(DocumentText.file(file)).flows.first,
      let after = try? DocumentChange(file, of: flow.id).edit(operation, refusal: { _ in nil })
        .after
    else { return nil }
    return String(decoding: after, as: UTF8.self)
  }

  @Test("An edit changes the same, in every style and language", arguments: PlanStyle.allCases)
  func editing(style: PlanStyle) throws {
    var (done, all) = (0, 0)
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      let text = Plan(seed: UInt64(number)).document(style, in: tongue)
      let yaml = try #require(flows(text, style).first)
      let values = try YAMLText(SourceFile(path: "f.yaml", bytes: Array(yaml.utf8)))
      let places = values.places.filter { place in
        switch place {
        case .extension, .row, .step: true
        default: false
        }
      }
      let last = try #require(places.last)
      var random = SplitMix(seed: UInt64(number))
      let operations: [EditOperation] = [
        .remove(last), .remove(random.pick(places)),
        .set(.file, key: "title", "Another title"), .set(.file, key: "goal", "A goal"),
        .set(.file, key: "preconditions", ["One", "Two"]), .set(last, key: "next", "end"),
      ]
      for turn in turns(1, of: 6, from: number) {
        let operation = operations[turn]
        let plain = edited(text, style, operation)
        let told = "\(tongue.name) \(operation)\n\(text)"
        #expect(edited(returned(text), style, operation) == plain.map(returned), "\(told)")
        done += plain == nil ? 0 : 1
        all += 1
      }
    }
    #expect(done * 6 > all, "\(done) of \(all)")
  }
}
