import Diagnostics
import Files
import FlowCheck
import FlowFiles
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// The mistakes of the documents, and that the check finds them.
@Suite struct SlipTests {
  /// The slips of the tables and of the ID-card document, with the finding for each.
  static let slips = [
    "id-used-twice UC1.2:3.3a#2",
    "tested-precondition UC1.2 App version is allowed",
    "unreachable-step UC2.1:1.8",
    "check-without-effect UC2.1:2.1a 1.2b",
    "path-contradiction UC2.3:1.1a platform",
    "used-though-absent UC2.3:1.1b",
    "conditions-incomplete UC2.3:1.2 invalid: `platform` is `android` and `failures` is `5`",
    "unreachable-section UC2.3:5",
    "skipped-checks UC2.3:1.2a",
    "result-not-returned UC2.3:1.4a",
    "self-loop UC2.3:2.1b",
    "path-contradiction UC2.3:4.1b platform",
    "other-secret EID8:4",
    "other-secret EID9:4",
    "timer-at-call EID9:4#2",
    "unanswered-end EID11:7a.b",
  ]

  private static func bare() throws -> Catalogue {
    let paths = try FileSystem.yamlFiles(below: flowsFolder, except: FlowLoader.scriptFolders)
    let files = try paths.map { path in
      let text = Remarks.removed(from: String(decoding: try FileSystem.read(path), as: UTF8.self))
      return SourceFile(path, text: text)
    }
    let result = FlowLoader().load(files)
    let text = DiagnosticRenderer(files: result.files).render(result.diagnostics)
    return try need(result.catalogue, "catalogue:\n\(text)")
  }

  @Test("The check finds every slip of the documents without the remarks in the files")
  func withoutRemarks() throws {
    let catalogue = try Self.bare()
    let remarks = catalogue.flows.flatMap(\.rows).filter {
      $0.meant != nil || $0.slip != nil || $0.meantID != nil || $0.isProposed
    }
    #expect(remarks.isEmpty)
    #expect(catalogue.flows.allSatisfy { $0.slip == nil })
    #expect(catalogue.flows.flatMap(\.steps).allSatisfy { $0.slip == nil && $0.meantCall == nil })
    let open = CheckReport(catalogue).findings.filter { $0.standing == .open }.map(\.fingerprint)
    #expect(Set(Self.slips).subtracting(open) == [])
  }

  @Test("With the remarks, every finding is a known slip")
  func withRemarks() throws {
    let report = CheckReport(try catalogue(in: flowsFolder))
    #expect(report.baseline == [])
    let known = report.findings.filter { $0.standing == .knownSlip }
    #expect(Set(Self.slips).subtracting(known.map(\.fingerprint)) == [])
    #expect(known.allSatisfy { $0.diagnostic.severity == .note })
    let page = String(
      decoding: try FileSystem.read(projectFolder + "/docs/for-testers.md"), as: UTF8.self)
    #expect(page.contains("with \(known.count) findings, from the structure of the flows alone"))
  }

  @Test("The page of the rules names the rule of every slip")
  func rulesPage() throws {
    let bytes = try FileSystem.read(projectFolder + "/docs/rules/README.md")
    let page = String(decoding: bytes, as: UTF8.self)
    for slip in Self.slips {
      let rule = slip.prefix { $0 != " " }
      #expect(page.contains("`\(rule)`"))
    }
  }
}
