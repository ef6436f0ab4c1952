import Diagnostics
import FlowCheck
import FlowLoader
import FlowModel
import Workloads

/// The check of flows beside loading the same files, and the check after a change of one of them.
struct CheckBench {
  private let files: [SourceFile]
  private let catalogue: Catalogue

  init(_ files: [SourceFile]) throws {
    self.files = files
    guard let catalogue = FlowLoader().load(files).catalogue else {
      throw BenchError("the generated flows do not load")
    }
    self.catalogue = catalogue
  }

  /// The units are flows.
  func load() throws -> (units: Int, made: Catalogue) {
    guard let catalogue = FlowLoader().load(files).catalogue else {
      throw BenchError("the generated flows do not load")
    }
    return (files.count, catalogue)
  }

  func check() -> (units: Int, made: CheckReport) { (files.count, CheckReport(catalogue)) }
}
