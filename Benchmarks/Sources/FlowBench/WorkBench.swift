import Diagnostics
import FlowCheck
import FlowDocument
import FlowLoader
import FlowModel
import FlowProof
import FlowRuntime
import FlowTesting
import Workloads

/// Work that has no limit in C: measured alone, on a hundred generated flows of thirty steps.
struct WorkBench {
  private let catalogue: Catalogue
  private let program: Program
  private let documents: [SourceFile]
  private let rule: HouseRule

  init() throws {
    guard let catalogue = FlowLoader().load(GeneratedFlows.files(100, tidy: true)).catalogue else {
      throw BenchError("the generated flows do not load")
    }
    self.catalogue = catalogue
    program = catalogue.compiled()
    let text = """
      rules:
        - rule: one-after-the-other
          never: action uc0.action2
          before: action uc0.action1
          because: It is measured
      """
    let file = SourceFile(path: "rules.yaml", bytes: Array(text.utf8))
    guard let rule = RuleLoader().load(file).rules.rules.first else {
      throw BenchError("the house rule cannot be read")
    }
    self.rule = rule
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
        "a house rule proved, per flow",
        .init("prove") {
          let result = Prover(catalogue).prove(rule)
          guard result.verdicts.count == 2 else { throw BenchError("the house rule is undecided") }
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
