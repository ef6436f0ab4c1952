import Diagnostics
import FlowDocument
import FlowLoader
import FlowModel
import Foundation
import TestSupport
import Testing

/// Comments and blocks of code, which are no text of a use case.
@Suite struct LiteralBlocksTests {
  private static let hasPandoc = (try? OtherProgram.run("pandoc", ["--version"]).status) == 0

  private func flows(_ text: String, _ ending: String) -> [String] {
    DocumentImport(DocumentText.file(document(text, "uc4.\(ending)"))).flows.map(\.yaml)
  }

  @Test(
    "Comments and code with lines like steps change nothing, in every style and language",
    arguments: PlanStyle.allCases)
  func generated(style: PlanStyle) {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      for seed in 0..<sampleSize("LITERALS", or: 3) {
        var blocks = PlanBlocks(seed: UInt64(seed * 10 + number), style, tongue)
        let (plain, full) = blocks.documents(
          Plan(seed: UInt64(seed)).document(style, in: tongue))
        let found = flows(full, style.ending)
        #expect(!found.isEmpty && found == flows(plain, style.ending), "\(full)\n---\n\(plain)")
      }
    }
  }

  @Test(
    "Rows keep the lines of the file where they stand",
    arguments: [PlanStyle.list, .plain, .steps, .sides, .table, .asciiDoc, .structured])
  func places(style: PlanStyle) throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      var blocks = PlanBlocks(seed: UInt64(number), style, tongue)
      let full = blocks.documents(Plan(seed: UInt64(number)).document(style, in: tongue)).full
      let path = "uc4.\(style.ending)"
      var documents = DocumentFlows()
      documents.read(document(full, path))
      var flows = KeptFlows()
      for (path, sources) in documents.sources() { flows.read(sources, ofDocument: path) }
      let flow = try #require(flows.flow(path))
      let lines = full.split(separator: "\n", omittingEmptySubsequences: false)
      for row in flow.rows where row.kind != .own {
        let words = row.label.split(separator: " ").last ?? ""
        #expect(lines[row.line - 1].contains(words), "\(row.line) \(row.label)\n\(full)")
      }
      for step in flow.steps {
        let words = step.subject.split(separator: " ").last ?? ""
        #expect(lines[step.line - 1].contains(words), "\(step.line) \(step.subject)\n\(full)")
      }
    }
  }

  @Test(
    "Steps that are indented below a heading or a label are steps, and those below a text are code"
  )
  func indented() {
    for lead in [
      "## Main flow", "Main flow:", "**Main flow**", "Main flow\n---------",
      "## Main flow\n\nThis is what happens.",
    ] {
      let text = "# UC1 T\n\n\(lead)\n\n    1. User goes\n    2. System rests\n\n    3. User ends\n"
      #expect(
        DocumentImport(document(text)).flows.first?.reading.steps ?? 0 >= 3, "\(text)")
    }
    let log = "# UC1 T\n\n## Main flow\n1. User goes\n2. User rests\n\nA log:\n\n    3. User runs\n"
    #expect(DocumentImport(document(log)).flows.first?.reading.steps == 2)
  }

  @Test("A fence or a comment without an end is text")
  func open() {
    for mark in ["```", "~~~", "<!--"] {
      let text = "# UC1 T\n\n\(mark)\n\n## Main flow\n1. User goes\n2. User rests\n"
      #expect(DocumentImport(document(text)).flows.first?.reading.steps == 2, "\(mark)")
    }
    let text = "# UC1 T\n\n## Main flow\n1. User types `<!--`\n2. User types `-->`\n"
    #expect(DocumentImport(document(text)).flows.first?.reading.steps == 2)
  }

  @Test("A use case that is written as code is read where it is the only one of its document")
  func writtenAsCode() {
    let code = "```\nMain flow\n1. User goes\n2. User rests\n3. User runs\n```\n"
    #expect(DocumentImport(document("# UC1 T\n\n\(code)")).flows.first?.reading.steps == 3)
    let text = "# UC1 T\n\n## Main flow\n1. User goes\n2. User rests\n\n## Notes\n\n\(code)"
    #expect(DocumentImport(document(text)).flows.map(\.reading.steps) == [2])
    let listing = "= UC1 T\n\n----\nMain flow\n1. User goes\n2. User rests\n3. User runs\n----\n"
    #expect(flows(listing, "adoc").first?.contains("runs") == true)
  }

  // MARK: Another judge

  @Test(
    "Pandoc takes for code and comments what the generator does", .enabled(if: hasPandoc),
    arguments: PlanStyle.allCases)
  func pandoc(style: PlanStyle) throws {
    guard ["md", "rst"].contains(style.ending) else { return }
    let folder = try Folder()
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated().prefix(
      sampleSize("LITERALS", or: 2))
    {
      var blocks = PlanBlocks(seed: UInt64(number), style, tongue)
      let full = blocks.documents(Plan(seed: UInt64(number)).document(style, in: tongue)).full
      try folder.write(full, to: "uc4")
      let result = try OtherProgram.run(
        "pandoc", ["-f", style.ending == "md" ? "gfm" : "rst", "-t", "json", folder.path("uc4")],
        joinsErrors: false)
      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      #expect(texts(json).filter { $0.contains(PlanBlocks.mark) } == [], "\(full)")
    }
  }

  /// The texts of a document of pandoc that are neither code nor raw.
  private func texts(_ json: Any) -> [String] {
    switch json {
    case let text as String: return [text]
    case let list as [Any]: return list.flatMap(texts)
    case let object as [String: Any]:
      let kind = object["t"] as? String ?? ""
      guard !["CodeBlock", "RawBlock", "RawInline"].contains(kind) else { return [] }
      return object.values.flatMap(texts)
    default: return []
    }
  }
}
