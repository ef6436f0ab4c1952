import Diagnostics
import FlowDocument
import FlowEdit
import FlowModel
import TestSupport
import Testing

/// What documents of Word, OpenDocument and HTML have besides words: it is left alone.
@Suite struct TaggedExtrasTests {
  private static let edited = EditedDocumentsTests()

  /// What a paragraph may have besides its words, and what says in the file that it is there.
  private static let extras: [(kind: TaggedFile, text: String, mark: String)] = [
    (.docx, "<w:r><w:drawing><wp:inline/></w:drawing></w:r>", "<w:drawing"),
    (.docx, "<w:ins w:id=\"9\" w:author=\"A\"/>", "<w:ins "),
    (
      .docx, "<w:del w:id=\"8\" w:author=\"A\"><w:r><w:delText>old</w:delText></w:r></w:del>",
      "<w:delText"
    ),
    (
      .docx,
      "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>XE</w:instrText></w:r>"
        + "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>", "<w:instrText"
    ),
    (
      .docx, "<w:commentRangeStart w:id=\"3\"/><w:commentRangeEnd w:id=\"3\"/>",
      "<w:commentRangeStart"
    ),
    (
      .docx, "<w:bookmarkStart w:id=\"4\" w:name=\"b\"/><w:bookmarkEnd w:id=\"4\"/>",
      "w:name=\"b\""
    ),
    (.docx, "<w:sectPr/>", "<w:sectPr"),
    (.docx, "<w:r><w:br w:type=\"page\"/></w:r>", "w:type=\"page\""),
    (.docx, "<w:moveTo w:id=\"7\" w:author=\"A\"/>", "<w:moveTo"),
    (.odt, "<draw:frame draw:name=\"p\"/>", "<draw:frame"),
    (.odt, "<text:bookmark text:name=\"b\"/>", "<text:bookmark"),
    (
      .odt, "<text:note><text:note-body><text:p>see</text:p></text:note-body></text:note>",
      "<text:note>"
    ),
    (
      .odt, "<text:change-start text:change-id=\"c\"/><text:change-end text:change-id=\"c\"/>",
      "<text:change-start"
    ),
    (.odt, "<text:reference-mark text:name=\"r\"/>", "<text:reference-mark"),
    (.html, "<img src=\"a.png\">", "<img"),
    (.html, "<ac:structured-macro ac:name=\"info\"/>", "<ac:structured-macro"),
  ]

  @Test("What is no text of a document is neither copied nor lost", arguments: 0..<16)
  func extras(place: Int) throws {
    try #require(Self.extras.count == 16)
    let (kind, extra, words) = Self.extras[place]
    let mark = Array(words.utf8)
    var done = 0
    for number in turns(1, of: 3, from: place) {
      let tongue = LanguagesTests.Tongue.all[number]
      for style in [PlanStyle.html, .htmlTable] {
        var random = SplitMix(seed: UInt64(number))
        let page = Plan(seed: UInt64(number)).document(style, in: tongue)
        let file = try kind.document(page, &random, with: extra)
        func count(_ bytes: [UInt8]) -> Int {
          kind.tags(bytes).ranges(of: mark).count
        }
        guard let flow = DocumentImport(DocumentText.file(file)).flows.first,
          let steps = flow.loaded?.steps.filter({ !$0.isLine }), let last = steps.last
        else { continue }
        let isTable = style == .htmlTable
        let more: EditValue = [
          "step": .text(isTable ? "1.9" : "\(steps.count + 1)"), "user": "sleeps",
        ]
        let operations: [EditOperation] =
          [
            .add(.item(more), to: "steps", of: isTable ? .section("1") : .file, before: nil),
            .insert(["system": "sleeps"], before: steps[0].id), .remove(.step(last.id)),
            .add(
              .pair("z", ["case": "Late", "next": "end"]), to: "rows", of: .step(last.id),
              before: nil),
          ] + (flow.loaded?.rows ?? []).prefix(4).map { .remove(.row($0.reference)) }
          + (flow.loaded?.rows ?? []).suffix(2).map { .remove(.extension($0.reference)) }
        for operation in operations {
          let change = try DocumentChange(file, of: flow.id)
          guard let edit = try? change.edit(operation, refusal: { _ in nil }) else { continue }
          done += 1
          #expect(
            count(edit.after ?? []) == count(file.bytes), "\(tongue.name) \(operation) \(extra)")
        }
      }
    }
    #expect(done > 0)
  }

  @Test("The words of a field stay, and so do tables with cells that are merged over rows")
  func given() throws {
    func word(_ body: String) throws -> SourceFile {
      func paragraph(_ text: String, _ level: Int) -> String {
        "<w:p><w:pPr><w:pStyle w:val=\"H\(level)\"/></w:pPr><w:r><w:t>\(text)</w:t></w:r></w:p>"
      }
      let text = paragraph("UC4 Book", 1) + paragraph("Main success scenario", 2) + body
      return try TaggedFile.docx.archive(text)
    }
    func refusal(_ file: SourceFile, _ operation: EditOperation) throws -> String {
      let change = try DocumentChange(file, of: "UC4")
      do throws(EditRefusal) {
        _ = try change.edit(operation) { _ in nil }
        return "done"
      } catch { return error.message }
    }
    func line(_ text: String) -> String { "<w:p><w:r><w:t>\(text)</w:t></w:r></w:p>" }
    let field = try word(
      line("1. Guest selects a taxi.")
        + "<w:p><w:r><w:t xml:space=\"preserve\">2. Guest books a </w:t></w:r><w:fldSimple>"
        + "<w:r><w:t>car</w:t></w:r></w:fldSimple><w:r><w:t>.</w:t></w:r></w:p>")
    let words = EditOperation.set(.step("2"), key: "user", .text("books it"))
    #expect(try refusal(field, words).contains("in a field"))
    let first = EditOperation.set(.step("1"), key: "user", .text("selects a cab"))
    #expect(try refusal(field, first) == "done")
    func row(_ merge: String, _ cells: String...) -> String {
      let rest = cells.map { "<w:tc>\(line($0))</w:tc>" }.joined()
      return "<w:tr><w:tc><w:tcPr>\(merge)</w:tcPr>\(line("Book"))</w:tc>\(rest)</w:tr>"
    }
    for merge in ["<w:vMerge/>", ""] {
      let table = try word(
        "<w:tbl>" + row("", "#", "Description") + row(merge, "1", "Guest selects a taxi")
          + row(merge, "2", "System waits") + row(merge, "3", "System sends it") + "</w:tbl>")
      let told = try refusal(table, .remove(.step("3")))
      #expect(merge.isEmpty ? told == "done" : told.contains("merged"), "\(told)")
    }
  }

  @Test("A document that somebody has signed is refused, and a damaged one does no harm")
  func refused() throws {
    var random = SplitMix(seed: 5)
    let tongue = LanguagesTests.Tongue.all[0]
    let page = Plan(seed: 1).document(.html, in: tongue)
    for kind in [TaggedFile.docx, .odt] {
      let file = try kind.document(page, &random)
      let spot = try #require(try EditedDocumentsTests().spots(file).first { $0.key != "next" })
      let operation = EditOperation.set(spot.place, key: spot.key, .text("waits for a while"))
      var done = 0
      for turn in 0..<240 {
        // Of the archive, and of the text in it.
        var bytes = turn % 4 == 0 ? file.bytes : kind.tags(file.bytes)
        for _ in 0..<(1 + random.next(3)) {
          let place = random.next(bytes.count)
          switch random.next(3) {
          case 0: bytes[place] = UInt8(random.next(256))
          case 1: bytes[place] = Array("<>/&;\"".utf8)[random.next(6)]
          default: bytes.removeSubrange(place..<min(bytes.count, place + random.next(90)))
          }
        }
        if turn % 4 > 0 { bytes = kind.replacing(bytes, in: file.bytes) }
        let damaged = SourceFile(path: file.path, bytes: bytes)
        guard let change = try? DocumentChange(damaged, of: spot.flow),
          let edit = try? change.edit(operation, refusal: { _ in nil })
        else { continue }
        done += 1
        #expect(edit.inverse.after == bytes)
      }
      #expect(done > 0)
      let signed = try kind.document(page, &random, like: "signed")
      #expect(throws: EditRefusal.self) { try DocumentChange(signed, of: spot.flow) }
    }
  }

  @Test("A page that Confluence exported is its content, and links without a text are their page")
  func exported() throws {
    let file = SourceFile(
      path: "moor.html", bytes: try fixture("pages/a-page-exported-by-confluence.html"))
    let result = DocumentImport(DocumentText.file(file))
    let flow = try loaded(try #require(result.flows.first))
    #expect(flow.id == "OM58" && flow.title == "Moor a boat" && flow.notes.isEmpty)
    #expect(
      flow.steps.map { "\($0.id) \($0.text)" } == [
        "1 User proceeds to the berths", "2 System shows the free berths", "3 User picks one",
      ])
  }

  @Test("Contents and code of a page are no steps, and what stands beside them is edited")
  func contents() throws {
    let file = SourceFile(
      path: "berth.html", bytes: try fixture("pages/contents-and-code-of-a-page.html"))
    let flows = DocumentImport(DocumentText.file(file)).flows
    let read = try loaded(try #require(flows.first)).rows.map(\.reference)
    #expect(flows.count == 1 && read == ["1", "2", "3", "4", "3a", "3a.1", "A2", "A2.1"])
    var done = 0
    for spot in try Self.edited.spots(file) where spot.key != "next" {
      done += try Self.edited.edit(file, spot, spot.old + " twice") == nil ? 1 : 0
    }
    #expect(done > 3)
  }

  @Test("Paragraphs of Word that are indented by half an inch a level are lines of lines")
  func indented() throws {
    func paragraph(_ text: String, _ properties: String) -> String {
      "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:t>\(text)</w:t></w:r></w:p>"
    }
    func heading(_ text: String, _ level: Int) -> String {
      paragraph(text, "<w:pStyle w:val=\"H\(level)\"/>")
    }
    for level in [360, 567, 720] {
      let lines = [
        (0, "2a. The boat is gone:"), (1, "1. System proposes another boat."),
        (2, "1a. There is none:"), (3, "1. System says so."), (3, "2. Use case ends."),
        (1, "2. Guest agrees."), (1, "3. Return to step 1."),
      ].map { paragraph($1, "<w:ind w:left=\"\($0 * level)\"/>") }
      let text =
        heading("UC4 Book", 1) + heading("Main success scenario", 2)
        + paragraph("1. Guest selects a boat.", "") + paragraph("2. System books it.", "")
        + heading("Extensions", 2) + lines.joined()
      let file = DocumentText.file(try TaggedFile.docx.archive(text))
      let flow = try loaded(try #require(DocumentImport(file).flows.first))
      #expect(
        flow.rows.filter { $0.kind == .extension }.map { "\($0.reference) \($0.step.id)" }
          == ["2a 2", "2a.1a 2a.1"])
      #expect(flow.row("2a.3") != nil && flow.row("2a.1a.2") != nil && flow.row("2a.4") == nil)
    }
  }
}
