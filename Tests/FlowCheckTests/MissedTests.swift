import Diagnostics
import Files
import FlowCheck
import FlowFiles
import FlowLoader
import FlowTestSupport
import TestSupport
import Testing

/// What the check once missed, found by exhaustive exploration: each is a fixture. `# <- rule` at
/// the end of a line says that the rules report something on this line; what is not marked is not
/// reported.
@Suite struct MissedTests {
  /// The rules about where rows lead. Others may say something about the fixtures too.
  private static let rules: Set = [
    "unreachable-step", "unreachable-section", "no-way-out", "system-loop", "counter-never-reset",
    "secret-alive", "secret-used-twice", "back-without-screen", "shadowed-timer",
    "result-unhandled",
    "result-not-returned", "self-loop", "unreachable-flow", "abandoned-caller",
  ]
  private static let folder = projectFolder + "/Tests/FlowCheckTests/Fixtures/missed"
  private static let fixtures =
    (try? FileSystem.yamlFiles(below: folder)) ?? []

  @Test("There are fixtures")
  func hasFixtures() { #expect(Self.fixtures.count >= 25) }

  @Test(
    "What the check once missed is reported where the fixture says, and nothing else",
    arguments: fixtures)
  func found(path: String) throws {
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    var parts: [[Substring]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("flow: ") { parts.append([]) }
      parts[parts.count - 1].append(line)
    }
    let names = parts.map { "\($0[0].dropFirst("flow: ".count)).yaml" }
    let files = zip(names, parts).map { name, lines in
      SourceFile(name, text: lines.joined(separator: "\n"))
    }
    var expected: Set<String> = []
    for (name, lines) in zip(names, parts) {
      for (line, content) in lines.enumerated() {
        guard let mark = content.firstRange(of: "# <- ") else { continue }
        for rule in content[mark.upperBound...].split(separator: ", ") {
          expected.insert("\(name):\(line + 1) \(rule)")
        }
      }
    }
    let result = FlowLoader().load(files)
    let catalogue = try #require(result.catalogue, "\(result.diagnostics.map(\.message))")
    var found: Set<String> = []
    for finding in CheckReport(catalogue).findings {
      let diagnostic = finding.diagnostic
      guard Self.rules.contains(diagnostic.rule.name),
        let file = files.first(where: { $0.path == diagnostic.path })
      else { continue }
      let line = file.positions(of: [diagnostic.span.start])[0].line
      found.insert("\(diagnostic.path):\(line) \(diagnostic.rule.name)")
    }
    #expect(found == expected)
  }
}
