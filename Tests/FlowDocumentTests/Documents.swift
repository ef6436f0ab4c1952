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
