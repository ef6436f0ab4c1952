import Foundation
import TestSupport
import Testing

@Suite struct FixCommandTests {
  private static let flow = """
    flow: A
    title: A   # a comment that stays
    steps:
      - step: 1
        screen: Home
        buttonz: [Pay]
        rows:
          a: { user: selects Pay, next: end }

    """

  @Test("`check --fix` mends a misspelled key and keeps every other byte, `--diff` only shows it")
  func fix() async throws {
    let folder = try Folder(["Flows/A.yaml": Self.flow])
    let flows = folder.path("Flows")
    let shown = await flowrun("check", flows, "--fix", "--diff", flows: nil)
    #expect(shown.status == 1)
    #expect(shown.out.contains("-    buttonz: [Pay]\n+    buttons: [Pay]\n"), "\(shown.out)")
    #expect(folder.text("Flows/A.yaml") == Self.flow)
    let fixed = await flowrun("check", flows, "--fix", flows: nil)
    #expect(fixed.status == 0)
    #expect(fixed.out.hasPrefix("fixed: "), "\(fixed.out)")
    #expect(
      folder.text("Flows/A.yaml") == Self.flow.replacing("buttonz", with: "buttons"))
    let again = await flowrun("check", flows, "--fix", "--diff", flows: nil)
    #expect(again.status == 0 && again.out.isEmpty, "\(again.out)")
  }

  @Test("The JSON of a check has the fixes of the first 50 findings, and all findings")
  func limit() async throws {
    var files: [String: String] = [:]
    for number in 10..<70 {
      files["Flows/A\(number).yaml"] = Self.flow.replacing("flow: A", with: "flow: A\(number)")
    }
    let folder = try Folder(files)
    let outcome = await flowrun(
      "check", folder.path("Flows"), "--format", "json", "--all", flows: nil)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [String: Any]
    let findings = try #require(object?["findings"] as? [[String: Any]])
    #expect(findings.count == 60)
    #expect(findings.count { ($0["fixes"] as? [Any])?.isEmpty == false } == 50)
  }
}
