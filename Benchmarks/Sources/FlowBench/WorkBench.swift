import Diagnostics
import FlowCheck
import FlowDocument
import FlowLoader
import FlowModel
import FlowRuntime
import FlowTesting
import Workloads

/// Work that has no limit in C: measured alone, on a hundred generated flows of thirty steps.
struct WorkBench {
  private let catalogue: Catalogue
  private let program: Program
  private let documents: [SourceFile]

  init() throws {
    guard let catalogue = FlowLoader().load(GeneratedFlows.files(100, tidy: true)).catalogue else {
      throw BenchError("the generated flows do not load")
    }
    self.catalogue = catalogue
    program = catalogue.compiled()
    documents = catalogue.flows.map { flow in
      let text = DocumentPrinter(flow) { catalogue.flow(named: $0)?.title }.markdown
      return SourceFile(path: "\(flow.id).md", bytes: Array(text.utf8))
    }
  }

  /// The pieces of work: what each does, and a contestant whose units are flows.
  var works: [(name: String, contestant: Measurement.Contestant)] {
    [
      (
        "check, per flow of 30 steps",
        .init("check") {
          _ = CheckReport(catalogue)
          return catalogue.flows.count
        }
      ),
      (
        "paths that take every row, per flow",
        .init("paths") {
          for flow in catalogue.flows { _ = PathBook(flow, on: program, by: [.rows]) }
          return catalogue.flows.count
        }
      ),
      (
        "a document imported, per flow",
        .init("import") {
          for document in documents where DocumentImport(document).flows.count != 1 {
            throw BenchError("\(document.path) is not one flow")
          }
          return documents.count
        }
      ),
    ]
  }
}
