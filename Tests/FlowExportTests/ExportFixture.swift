import FlowExport
import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// The flows of the fixtures: every kind of target, conditions, counts, timers, a secret.
struct ExportFixture {
  let catalogue: Catalogue

  init() throws {
    catalogue = try FlowTestSupport.catalogue(
      in: projectFolder + "/Tests/FlowExportTests/Fixtures/flows")
  }

  func model(_ id: String = "UC1", as reading: Reading = .written) throws -> ExportModel {
    let flow = try #require(catalogue.flow(id: id))
    return try #require(ExportModel(flow, in: catalogue.compiled(as: reading)))
  }
}
