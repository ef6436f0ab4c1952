import Diagnostics
import Files
import FlowEdit
import FlowFiles
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// A file that is changed alone.
struct Sample {
  let flows: EditableFlows
  let path: String

  init(_ text: String, path: String = "A.yaml") {
    self.init(SourceFile(path, text: text))
  }

  init(_ file: SourceFile) {
    (flows, path) = (EditableFlows(flows: [file]), file.path)
  }

  /// The text after an operation.
  func after(_ operation: EditOperation) throws -> String {
    String(decoding: try #require(try edit(operation).after), as: UTF8.self)
  }

  /// The change of the file. Undoing it must give the file again.
  func edit(_ operation: EditOperation) throws -> FlowEdit.File {
    let edit = try flows.edit(operation, in: path)
    let file = try #require(edit.files.first)
    let before = try #require(file.before)
    #expect(edit.files.count == 1)
    #expect(file.edits.apply(to: before) == file.after)
    let inverse = try #require(edit.inverse.files.first)
    #expect(inverse.edits.apply(to: file.after ?? []) == before)
    return file
  }

  /// Why an operation is refused. Nil if it is not.
  func refusal(_ operation: EditOperation) -> String? {
    do throws(EditRefusal) {
      _ = try flows.edit(operation, in: path)
      return nil
    } catch {
      return error.message
    }
  }

  /// The files of our own flows.
  static var own: [SourceFile] {
    get throws {
      try FlowLoader.flowFiles(below: flowsFolder).paths.map {
        try SourceFile(readingFrom: $0)
      }
    }
  }

  /// The files of a random catalogue with every key of the language, written in many ways.
  static func random(seed: UInt64) -> [SourceFile] {
    var random = SplitMix(seed: seed)
    return RandomCatalogue.trees(seed: seed).map { tree in
      let text = tree.styled(&random)
      return SourceFile("\(tree.text(of: "flow") ?? "").yaml", text: text)
    }
  }
}
