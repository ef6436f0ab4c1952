import Diagnostics
import FlowCheck
import FlowDocument
import FlowLoader
import FlowModel
import FlowTestSupport
import Foundation
import TestSupport
import Testing

/// What the check says about documents, which were not written for it.
@Suite struct CheckedDocumentsTests {
  private static let folder = projectFolder + "/Tests/FlowDocumentTests/Fixtures"

  @Test("The check finds the mistakes of documents, and takes habits for none")
  func findings() throws {
    var text = ""
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: "\(Self.folder)/checked").sorted() {
      text += "=== \(name)\n"
      let paths = try manager.contentsOfDirectory(atPath: "\(Self.folder)/checked/\(name)")
      let files = try paths.sorted().map {
        SourceFile(path: $0, bytes: try fixture("checked/\(name)/\($0)"))
      }
      text += told(documentFindings(files), in: files)
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(toFile: Self.folder + "/checked.out", atomically: true, encoding: .utf8)
    }
    let recorded = String(decoding: try fixture("checked.out"), as: UTF8.self)
    #expect(text == recorded, "RECORD_GOLDEN=1 writes it; then read the difference")
  }

  @Test("Only documents with mistakes have warnings")
  func quiet() throws {
    let recorded = String(decoding: try fixture("checked.out"), as: UTF8.self)
    var loud: [String] = []
    for part in recorded.split(separator: "=== ") {
      let lines = part.split(separator: "\n")
      if lines.dropFirst().contains(where: { !$0.contains(": note: ") }) {
        loud.append(String(lines[0]))
      }
    }
    #expect(loud == ["kiosk", "mistakes", "twice"])
  }

  @Test("A number of any size in place of one of a document is read and checked")
  func largeNumbers() throws {
    var random = SplitMix(seed: 7)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/habits")
    for name in names.sorted() where random.next(4) == 0 {
      let text = String(decoding: try fixture("habits/\(name)"), as: UTF8.self)
      for number in ["2147483647", "9223372036854775807"] {
        guard let run = text.matches(of: /[0-9]+/).map(\.range).randomElement(using: &random) else {
          continue
        }
        let file = SourceFile(name, text: text.replacingCharacters(in: run, with: number))
        let paths = Set(documentFindings([file]).map(\.diagnostic.path))
        #expect(paths.isSubset(of: [name]), "\(name)")
      }
    }
  }

  @Test("A page of errors in a manual, to which no document leads, is not a flow")
  func manual() {
    let page = SourceFile("errors.md", text: "# Errors\n\n## E1\n\nNo file.\n\n## E2\n\nNo disk.\n")
    var documents = DocumentFlows()
    documents.read(page)
    #expect(documents.sources().isEmpty)
    #expect(documents.withoutUseCase == ["errors.md"])
  }

  @Test(
    "Names in one line end at commas, but not in quotation marks or before small letters",
    arguments: [
      ("Info, Forgot PIN", ["Info", "Forgot PIN"]),
      ("Yes, continue, No, go back", ["Yes, continue", "No, go back"]),
      ("\"Yes, Delete\", \"No\"", ["Yes, Delete", "No"]),
      ("Change seat; Continue", ["Change seat", "Continue"]),
      ("info, next", ["info", "next"]), ("Don't, Do", ["Don't", "Do"]),
      ("'It, 'twas', No", ["It, 'twas", "No"]),
    ])
  func lists(line: String, names: [String]) throws {
    let text = """
      # UC1 T

      | # | Description | Next |
      |---|---|---|
      | 1 | MAIN | |
      | 1.1 | System displays screen 'S' <br>Actions: \(line) | End |
      """
    let flow = try #require(DocumentImport(document(text)).flows.first)
    #expect(try loaded(flow).steps.first?.buttons == names)
  }

  @Test("A row that names two words as one button joins them")
  func joined() throws {
    let text = """
      # UC1 T

      | # | Description | Next |
      |---|---|---|
      | 1 | MAIN | |
      | 1.1 | System displays screen 'S' <br>Actions: Yes, Delete, No, Keep | |
      | 1.1a | User selects Yes, Delete | End |
      | 1.1b | User selects No, Keep | Back |
      """
    let flow = try #require(DocumentImport(document(text)).flows.first)
    #expect(try loaded(flow).steps.first?.buttons == ["Yes, Delete", "No, Keep"])
  }

  private func told(_ findings: [Finding], in files: [SourceFile]) -> String {
    findings.map { found in
      let told = found.diagnostic
      let line = files.first { $0.path == told.path }?.position(of: told.span.start).line ?? 0
      return "\(told.path):\(line): \(told.severity): \(told.message) [\(told.rule)]\n"
    }.joined()
  }
}

/// What the check says about documents.
func documentFindings(_ files: [SourceFile]) -> [Finding] {
  var documents = DocumentFlows()
  for file in files { documents.read(file) }
  var flows = KeptFlows()
  for (path, sources) in documents.sources() { flows.read(sources, ofDocument: path) }
  let result = flows.result(and: documents.problems + documents.leftOut)
  return CheckReport(
    result.declared, reading: result.diagnostics, guesses: documents.guesses
  ).findings
}
