import Diagnostics
import FlowDocument
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// The flow of a flow file by itself.
func loaded(_ flow: DocumentImport.Flow) throws -> Flow {
  let file = SourceFile(flow.fileName, text: flow.yaml)
  let result = FlowLoader().load([file])
  return try #require(
    result.flows.first,
    "\(flow.id): \(DiagnosticRenderer(files: [file]).render(result.diagnostics))\n\(flow.yaml)")
}

func document(_ text: String, _ path: String = "document.md") -> SourceFile {
  SourceFile(path, text: text)
}

extension DocumentImport.Flow {
  /// The flow as its file says it after one replacement.
  func changed(_ before: String, _ after: String) throws -> Flow {
    try #require(yaml.contains(before), "\(yaml)")
    // The alias would have to agree with the name of the file, which an owner keeps.
    let text = yaml.replacing(before, with: after, maxReplacements: 1)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("alias: ") }.joined(separator: "\n")
    return try #require(
      FlowLoader().load([SourceFile("\(id).yaml", text: text)]).flows.first, "\(text)")
  }
}
