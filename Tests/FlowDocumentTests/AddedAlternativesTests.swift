import Diagnostics
import FlowDocument
import FlowEdit
import FlowTestSupport
import TestSupport
import Testing

/// Alternatives that are added to documents which have none, or others in any form.
@Suite struct AddedAlternativesTests {
  private static let words = "The giraffe is gone"

  private func values(_ file: SourceFile) throws -> [YAMLText] {
    try DocumentImport(DocumentText.file(file)).flows.map {
      try YAMLText(SourceFile("flow.yaml", text: $0.yaml))
    }
  }

  /// Adds an alternative to a step of the first use case, which leads to its first one. Returns why
  /// that is refused.
  private func refusal(
    _ file: SourceFile, _ random: inout SplitMix
  ) throws -> EditRefusal? {
    let flow = try #require(DocumentImport(DocumentText.file(file)).flows.first?.id)
    let read = try values(file)
    let before = try #require(read.first)
    let steps = before.places.compactMap { place in
      if case .step(let id) = place, id.allSatisfy({ $0.isNumber || $0 == "." }) {
        id
      } else {
        nil
      }
    }
    let step = random.pick(steps.isEmpty ? ["1"] : steps)
    let letter = try #require("abcdefghij".first { before.value(of: .row("\(step)\($0)")) == nil })
    let id = "\(step)\(letter)"
    let row: EditValue = ["case": .text(Self.words), "next": .text(steps.first ?? "1")]
    let edit: FlowEdit.File
    do {
      edit = try DocumentChange(file, of: flow).edit(
        .add(.pair("\(letter)", row), to: "rows", of: .step(step), before: nil)
      ) { _ in nil }
    } catch { return error }
    let after = SourceFile(path: file.path, bytes: try #require(edit.after))
    #expect(edit.inverse.after == file.bytes, "\(file.path)")
    let text = String(decoding: DocumentText.file(after).bytes, as: UTF8.self)
    #expect(text.ranges(of: Self.words).count == 1, "\(text)")
    // All words of the document stay where they are.
    func words(_ bytes: [UInt8]) -> [Substring] {
      String(decoding: bytes, as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
    }
    let lost = words(after.bytes).difference(from: words(file.bytes)).removals
    #expect(lost.isEmpty, "\(file.path)")
    // It is there, and all others are as they were.
    let flows = try values(after)
    #expect(flows.count == read.count)
    let now = try #require(flows.first)
    #expect(now.value(of: .row(id))?["case"]?.text == Self.words, "\(id)\n\(text)")
    let (places, others) = (Set(before.places), Set(now.places))
    #expect(others.isSuperset(of: places), "\(text)")
    #expect((1...2).contains(others.subtracting(places).count), "\(text)")
    return nil
  }

  @Test(
    "An alternative can be added to every generated document, with and without others",
    arguments: PlanStyle.allCases)
  func generated(style: PlanStyle) throws {
    var refused: [String] = []
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      for seed in turns(1, of: 6, from: number) {
        let plan = Plan(seed: UInt64(number * 6 + seed))
        var text = (seed % 2 == 0 ? plan.withoutExtensions : plan).document(style, in: tongue)
        if seed > 3 { text = text.replacing("\n", with: "\r\n") }
        var random = SplitMix(seed: UInt64(seed))
        let file = document(text, "uc4.\(style.ending)")
        if let error = try refusal(file, &random) { refused.append("\(error.message)\n\(text)") }
      }
    }
    #expect(refused.isEmpty, "\(refused.count)\n\(refused.prefix(2).joined(separator: "\n"))")
  }

  @Test("An alternative can be added to most documents in the forms of other teams")
  func habits() throws {
    var refused: [String] = []
    let documents = try TeamDocument.twelfths(2).filter { !$0.name.hasSuffix(".feature") }
    for team in documents {
      let file = SourceFile(path: team.name, bytes: team.bytes)
      var random = SplitMix(seed: team.seed)
      if let error = try refusal(file, &random) {
        refused.append("\(team.name): \(error.message)")
      }
    }
    // One of five is refused, and more in some samples.
    #expect(refused.count * 3 <= documents.count, "\(refused.joined(separator: "\n"))")
  }
}
