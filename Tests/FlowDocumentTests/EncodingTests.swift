import Diagnostics
import FlowDocument
import FlowEdit
import Foundation
import TestSupport
import Testing

/// Documents in other encodings than UTF-8.
@Suite struct EncodingTests {
  private func flows(_ file: SourceFile) -> [String] {
    DocumentImport(DocumentText.file(file)).flows.map(\.yaml)
  }

  /// A generated document whose bytes tell its encoding.
  private func text(_ style: PlanStyle, _ tongue: LanguagesTests.Tongue, _ seed: Int) -> String {
    Plan(seed: UInt64(seed)).document(style, in: tongue).replacing("Test", with: "Tèst")
  }

  @Test(
    "UTF-16 with a byte-order mark is the same flow, and is not edited",
    arguments: PlanStyle.allCases)
  func marked(style: PlanStyle) throws {
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      let plain = text(style, tongue, number)
      let path = "uc4.\(style.ending)"
      for (mark, encoding) in [
        ([0xFF, 0xFE] as [UInt8], String.Encoding.utf16LittleEndian),
        ([0xFE, 0xFF], .utf16BigEndian),
      ] {
        let bytes = mark + (plain.data(using: encoding) ?? Data())
        let file = SourceFile(path: path, bytes: bytes)
        #expect(flows(file) == flows(document(plain, path)))
        #expect(DocumentText.problem(DocumentText.file(file)) == nil)
        let refusal = try #require(throws: EditRefusal.self) {
          try DocumentChange(file, of: "UC4")
        }
        #expect(refusal.message.contains("is UTF-16, which is not changed here; `iconv -f UTF-16 "))
      }
    }
  }

  @Test(
    "Another encoding is named, with the command that makes UTF-8 of it",
    arguments: PlanStyle.allCases)
  func others(style: PlanStyle) throws {
    let folder = try Folder()
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      let plain = text(style, tongue, number)
      for turn in turns(1, of: 4, from: number) {
        let (name, encoding) = [
          ("Latin-1 (ISO 8859-1)", String.Encoding.isoLatin1), ("Windows-1252", .windowsCP1252),
          ("UTF-16 without a byte-order mark", .utf16LittleEndian),
          ("UTF-16 without a byte-order mark", .utf16BigEndian),
        ][turn]
        let words = encoding == .windowsCP1252 ? plain.replacing("Tèst", with: "“Tèst”") : plain
        let path = folder.path("uc4 it's.\(style.ending)")
        let bytes = Array(try #require(words.data(using: encoding)))
        try folder.write(bytes, to: "uc4 it's.\(style.ending)")
        let file = DocumentText.file(SourceFile(path: path, bytes: bytes))
        let problem = try #require(DocumentText.problem(file), "\(words)")
        #expect(problem.message == "this is \(name), which is not read")
        let command = try #require(problem.help?.split(separator: "`").first)
        let result = try OtherProgram.run("sh", ["-c", String(command)])
        #expect(result.status == 0, "\(command): \(result.output)")
        let now = SourceFile(path: path, bytes: folder.bytes("uc4 it's.\(style.ending)"))
        #expect(flows(now) == flows(document(words, path)), "\(command)")
      }
    }
  }

  @Test("A text without a use case is no problem, and a letter that is cut off is one")
  func damaged() throws {
    let note = SourceFile(path: "a.txt", bytes: Array("Caf".utf8) + [0xE9, 0x0A])
    #expect(DocumentText.problem(DocumentText.file(note)) == nil)
    let text = "# UC1 Café\n\n## Main flow\n1. User goes\n2. User rests "
    let cut = SourceFile(path: "a.md", bytes: Array(text.utf8) + [0xC3, 0x0A])
    let problem = try #require(DocumentText.problem(DocumentText.file(cut)))
    #expect(problem.help == "save it as UTF-8")
    #expect(problem.span.start == UInt32(text.unicodeScalars.count))
  }
}
