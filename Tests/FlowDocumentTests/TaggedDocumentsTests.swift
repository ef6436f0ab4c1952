import Diagnostics
import FlowDocument
import FlowEdit
import FlowModel
import TestSupport
import Testing

/// Documents whose words stand between tags, edited where they stand: Word, OpenDocument and HTML.
@Suite struct TaggedDocumentsTests {
  private static let edited = EditedDocumentsTests()

  /// Some use cases as documents, each with its language.
  private func documents(
    _ kind: TaggedFile, _ body: (SourceFile, LanguagesTests.Tongue, inout SplitMix) throws -> Void
  ) throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      for turn in turns(1, of: 2, from: number) {
        var random = SplitMix(seed: UInt64(number))
        let style = [PlanStyle.html, .htmlTable][turn]
        let page = Plan(seed: UInt64(number)).document(style, in: tongue)
        try body(kind.document(page, &random), tongue, &random)
      }
    }
  }

  @Test(
    "Words of Word, OpenDocument or HTML change in their paragraph, however it is typed",
    arguments: TaggedFile.allCases)
  func words(kind: TaggedFile) throws {
    try documents(kind) { file, tongue, random in
      let text = String(decoding: DocumentText.file(file).bytes, as: UTF8.self)
      let spots = try Self.edited.spots(file).filter {
        $0.key != "next" && !Self.edited.isTarget($0.old, tongue)
      }
      try #require(spots.count > 2, "\(text)")
      for _ in turns(1, of: 4, from: 0) {
        let spot = random.pick(spots)
        let new = Self.edited.changed(
          spot.old, EditedDocumentsTests.plain + ["A & B", "x < y"], &random)
        guard new != spot.old else { continue }
        let refusal = try Self.edited.edit(file, spot, new)
        #expect(
          refusal == nil,
          "\(tongue.name) \(spot.old) => \(new): \(refusal?.message ?? "")\n\(text)")
      }
    }
  }

  /// The tags of a document without what stands between them.
  private func tags(_ kind: TaggedFile, _ bytes: [UInt8]) -> [String] {
    String(decoding: kind.tags(bytes), as: UTF8.self).split(separator: "<").map { part in
      String(part.prefix { $0 != ">" })
    }
  }

  @Test(
    "All tags of Word and OpenDocument stay when words change", arguments: [TaggedFile.docx, .odt])
  func kept(kind: TaggedFile) throws {
    var done = 0
    try documents(kind) { file, tongue, random in
      let spots = try Self.edited.spots(file).filter { $0.key != "next" }
      let spot = random.pick(spots)
      let new = Self.edited.changed(spot.old, EditedDocumentsTests.plain, &random)
      let operation = EditOperation.set(spot.place, key: spot.key, .text(new))
      guard
        let edit = try? DocumentChange(file, of: spot.flow).edit(operation, refusal: { _ in nil })
      else { return }
      done += 1
      let told = "\(tongue.name) \(spot.old) => \(new)"
      #expect(tags(kind, edit.after ?? []) == tags(kind, file.bytes), "\(told)")
    }
    #expect(done > 5)
  }

  @Test("A target that is a link of Word becomes plain words, with the format that they had")
  func link() throws {
    func line(_ text: String) -> String { "<w:p><w:r><w:t>\(text)</w:t></w:r></w:p>" }
    func heading(_ text: String, _ level: Int) -> String {
      "<w:p><w:pPr><w:pStyle w:val=\"H\(level)\"/></w:pPr><w:r><w:t>\(text)</w:t></w:r></w:p>"
    }
    let run = "<w:r><w:rPr><w:u/></w:rPr><w:t>step 1</w:t></w:r>"
    let link = "<w:hyperlink w:anchor=\"s1\">\(run)</w:hyperlink>"
    let row = "<w:p><w:r><w:t xml:space=\"preserve\">2a1. Resumes at </w:t></w:r>\(link)</w:p>"
    let body =
      heading("UC4 Book", 1) + heading("Main success scenario", 2) + line("1. Guest enters a date.")
      + line("2. System shows the rooms.") + heading("Extensions", 2)
      + line("2a. There is none") + row
    let file = try TaggedFile.docx.archive(body)
    let edit = try DocumentChange(file, of: "UC4").edit(
      .set(.step("2a.1"), key: "next", .text("2"))
    ) { _ in nil }
    let text = { String(decoding: TaggedFile.docx.tags($0), as: UTF8.self) }
    #expect(
      text(edit.after ?? [])
        == text(file.bytes).replacing(link, with: run.replacing("step 1", with: "step 2")))
  }

  @Test("Targets of Word, OpenDocument or HTML change", arguments: TaggedFile.allCases)
  func targets(kind: TaggedFile) throws {
    try documents(kind) { file, tongue, random in
      let text = String(decoding: DocumentText.file(file).bytes, as: UTF8.self)
      let spots = try Self.edited.spots(file).filter { $0.key == "next" }
      guard !spots.isEmpty else { return }
      let first = text.contains("| 1.1 |") ? "1.1" : "1"
      let spot = random.pick(spots)
      let new = spot.old == first ? "end" : first
      let refusal = try Self.edited.edit(file, spot, new)
      #expect(
        refusal == nil,
        "\(tongue.name) \(spot.place) \(spot.old) => \(new): \(refusal?.message ?? "")\n\(text)")
    }
  }

  @Test(
    "A step comes between others of Word, OpenDocument or HTML",
    arguments: TaggedFile.allCases)
  func steps(kind: TaggedFile) throws {
    var count = 0
    try documents(kind) { file, tongue, random in
      let text = String(decoding: DocumentText.file(file).bytes, as: UTF8.self)
      let flow = try #require(DocumentImport(DocumentText.file(file)).flows.first)
      let old = try #require(flow.loaded)
      let step = random.pick(old.steps.filter { !$0.isLine })
      let change = try DocumentChange(file, of: flow.id)
      let insertion = EditOperation.insert(
        ["system": .text(InsertedStepsTests.words)], before: step.id)
      let names = try change.renumbered(by: insertion)
      let edit: FlowEdit.File
      do throws(EditRefusal) { edit = try change.edit(insertion) { _ in nil } } catch {
        Issue.record("\(tongue.name) \(step.id): \(error.message)\n\(text)")
        return
      }
      count += 1
      let after = SourceFile(path: file.path, bytes: try #require(edit.after))
      let new = try #require(DocumentImport(DocumentText.file(after)).flows.first)
      let told = "\(tongue.name) \(step.id)"
      try InsertedStepsTests().expectInserted(
        old, try #require(new.loaded), before: step.id, names, told)
      #expect(edit.inverse.after == file.bytes)
    }
    #expect(count > 5, "\(count)")
  }

  @Test(
    "An alternative, a row or a last step is added to Word, OpenDocument or HTML, and goes again",
    arguments: TaggedFile.allCases)
  func additions(kind: TaggedFile) throws {
    var done = 0
    try documents(kind) { file, tongue, random in
      let text = String(decoding: DocumentText.file(file).bytes, as: UTF8.self)
      let flow = try #require(DocumentImport(DocumentText.file(file)).flows.first)
      let old = try #require(flow.loaded)
      let isTable = text.contains("| 1.1 |")
      let steps = old.steps.filter { !$0.isLine }
      let rows = old.rows.filter { !$0.step.isLine }
      let step = isTable ? random.pick(rows).step : random.pick(steps)
      let letter = "xyz".map(String.init)[random.next(3)]
      let sort = isTable ? rows.last { $0.step.id == step.id }?.kind ?? .case : .case
      let row = EditValue.mapping([
        .init(sort.key, .text("the sheep sleep")), .init("next", .text(isTable ? "1.1" : "1")),
      ])
      let more: EditValue = [
        "step": .text(isTable ? "1.9" : "\(steps.count + 1)"), "system": "counts the sheep",
        "next": "end",
      ]
      let operations: [EditOperation] = [
        .add(.pair(letter, row), to: "rows", of: .step(step.id), before: nil),
        .add(
          .item(more), to: "steps", of: isTable ? .section("1") : .file, before: nil),
      ]
      let hasAlternative = old.rows.contains { $0.step.isLine } || isTable
      for operation in operations.dropFirst(hasAlternative ? 0 : 1) {
        do throws(EditRefusal) {
          let edit = try DocumentChange(file, of: flow.id).edit(operation) { _ in nil }
          let after = SourceFile(path: file.path, bytes: edit.after ?? [])
          let lines = Self.edited.lines(DocumentText.file(after).bytes)
          #expect(
            lines.count { $0.contains("sheep") } == 1, "\(tongue.name)\n\(lines)")
          #expect(edit.inverse.after == file.bytes)
          done += 1
          // And it goes again.
          let id = "\(step.id)\(letter)"
          let added: EditPlace =
            operation == operations[1]
            ? .step(isTable ? "1.9" : "\(steps.count + 1)") : isTable ? .row(id) : .extension(id)
          let back = try DocumentChange(after, of: flow.id).edit(.remove(added)) { _ in nil }
          let last = DocumentText.file(SourceFile(path: file.path, bytes: back.after ?? []))
          #expect(String(decoding: last.bytes, as: UTF8.self) == text)
        } catch {
          Issue.record("\(tongue.name) \(operation): \(error.message)\n\(text)")
        }
      }
    }
    #expect(done > 12, "\(done)")
  }
}
