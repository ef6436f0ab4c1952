import Diagnostics
import FlowDocument
import FlowEdit
import FlowModel
import TestSupport
import Testing

/// Steps that are put between others of generated documents.
@Suite struct InsertedStepsTests {
  private let edits = EditedDocumentsTests()

  @Test(
    "A step between others of a generated document changes the numbers after it and nothing else",
    arguments: [PlanStyle.list, .plain, .steps, .table])
  func generated(style: PlanStyle) throws {
    var count = 0
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      for seed in 0..<3 {
        let text = Plan(seed: UInt64(number * 3 + seed)).document(style, in: tongue)
        let file = document(text, "uc4.\(style.ending)")
        let flow = try #require(DocumentImport(file).flows.first)
        let loaded = try #require(flow.loaded)
        let steps = loaded.steps.filter { !$0.isLine }
        let step = steps[min(1 + seed, steps.count - 1)]
        let edit: FlowEdit.File
        do {
          edit = try DocumentChange(file, of: flow.id)
            .edit(.insert(["system": "counts the sheep"], before: step.id)) { _ in nil }
        } catch {
          #expect(error.message.contains("change it in the document"), "\(error.message)")
          continue
        }
        count += 1
        let after = try #require(edit.after)
        #expect(edit.inverse.after == file.bytes)
        func plain(_ bytes: [UInt8]) -> [String] {
          edits.lines(bytes).map { $0.filter { !$0.isNumber } }
        }
        let difference = plain(after).difference(from: plain(file.bytes))
        #expect(difference.removals.isEmpty, "\(difference)")
        #expect(difference.insertions.count == 1, "\(difference)")
        // The steps, one more, in the words that they had.
        let read = try #require(
          DocumentImport(SourceFile(path: file.path, bytes: after)).flows.first?.loaded)
        func words(_ flow: Flow) -> [String] {
          flow.steps.map { $0.subject.filter { !$0.isNumber } }
        }
        var wanted = words(loaded)
        let index = try #require(loaded.steps.firstIndex { $0.id == step.id })
        wanted.insert("counts the sheep", at: index)
        #expect(words(read) == wanted, "\(text)")
        #expect(read.steps[index].id == step.id)
      }
    }
    #expect(count == 24, "of 24 documents, \(count) were edited")
  }
}
