import Diagnostics
import FlowCheck
import FlowLoader
import FlowModel
import Foundation
import Testing

/// The pages of the rules are their fixtures: what they show is what the check says.
@Suite struct RulePageTests {
  static let rules =
    (Check.all.map(\.rule) + Check.aboutRemarks + Rule.ofReading + Rule.ofBindings + Rule.ofTexts
    + [.documentAssumed]).map(\.name)
  /// Rules whose page shows no file: what they find cannot be shown as text, or needs no file.
  static let withoutExample: Set<String> = [
    "handler-unbound", "outcome-not-answered", "value-unreturned", "empty-file", "unreadable-file",
    "no-flows", "bound-row-gone", "bound-row-changed",
    "document-assumed",
    "text-missing", "text-older", "text-unknown", "text-values",
    "file-too-large",
    "invalid-utf8", "nested-too-deep", "file-name",
  ]
  /// Set to rewrite the pages' output; the changes are reviewed like code.
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil

  @Test("Every rule has a page with its name, its reason and an example", arguments: rules)
  func pages(rule: String) throws {
    let page = try RulePage(rule)
    #expect(page.text.hasPrefix("# \(rule)\n\n"))
    #expect(page.text.contains("**Why.**"))
    #expect(page.reported.isEmpty == Self.withoutExample.contains(rule))
  }

  @Test("There is no page without a rule")
  func noExtraPage() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: RulePage.folder)
      .filter { $0 != "README.md" }.map { String($0.dropLast(3)) }
    #expect(Set(names) == Set(Self.rules))
  }

  @Test(
    "The example that a page calls wrong is reported in the page's words",
    arguments: rules.filter { !withoutExample.contains($0) })
  func wrongExample(rule: String) throws {
    let page = try RulePage(rule)
    let found = RulePage.diagnostics(of: page.reported)
    #expect(found.contains { $0.rule.name == rule })
    let text = DiagnosticRenderer(files: page.reported).render(found)
    if Self.isRecording { try page.rewrite(output: text) } else { #expect(page.output == text) }
  }

  @Test(
    "The correct example of a page has no finding",
    arguments: rules.filter { !withoutExample.contains($0) })
  func rightExample(rule: String) throws {
    let page = try RulePage(rule)
    let found = RulePage.diagnostics(of: page.notReported)
    #expect(!page.notReported.isEmpty)
    #expect(DiagnosticRenderer(files: page.notReported).render(found) == "")
  }
}
