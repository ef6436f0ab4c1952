import Diagnostics
import Foundation
import Testing

@testable import FlowEdit

/// Edits of files that `tools/tests/yaml-cases-test` has made, for it to judge.
@Suite struct YAMLCasesTests {
  private struct Answer: Encodable {
    let key: String
    let text: String
    var after: String?
    var refused: String?
    var range: [Int]?
  }

  private static let folder = ProcessInfo.processInfo.environment["YAML_CASES"]
    .map { URL(fileURLWithPath: $0) }

  private func answer(_ file: SourceFile, _ key: String, _ text: String) -> Answer? {
    var answer = Answer(key: key, text: text)
    do throws(EditRefusal) {
      var draft = try YAMLDraft(file)
      guard let index = draft.text.root.index(key), draft.text.root.children[index].isScalar,
        draft.text.root.children[index].text != text
      else { return nil }
      try draft.set(.text(text), at: [index])
      let edits = draft.file.edits
      answer.after = String(decoding: edits.apply(to: file.bytes), as: UTF8.self)
      answer.range = [edits.first?.range.lowerBound ?? 0, edits.last?.range.upperBound ?? 0]
    } catch {
      answer.refused = error.message
    }
    return answer
  }

  @Test("The cases are edited for their judge", .enabled(if: folder != nil))
  func cases() throws {
    let folder = try #require(Self.folder)
    let texts = try JSONDecoder().decode(
      [String].self, from: Data(contentsOf: folder.appendingPathComponent("texts.json")))
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "yaml" }
    #expect(files.count > 100)
    for url in files {
      let file = SourceFile(path: url.lastPathComponent, bytes: [UInt8](try Data(contentsOf: url)))
      var lines = Data()
      if let text = try? YAMLText(file) {
        for key in text.root.keys.map(\.text) {
          for answer in texts.compactMap({ answer(file, key, $0) }) {
            lines += try JSONEncoder().encode(answer) + Data("\n".utf8)
          }
        }
      }
      try lines.write(to: url.deletingPathExtension().appendingPathExtension("jsonl"))
    }
  }
}
