import Foundation
import TestSupport
import Testing

/// The commands print what docs/spec-tools.md shows.
@Suite struct SpecToolsPageTests {
  /// A command of the page and the lines below it.
  private struct Example {
    var command: String
    var output: [String]
  }

  private static func examples() throws -> [Example] {
    let path = projectFolder + "/docs/spec-tools.md"
    var examples: [Example] = []
    var isInside = false
    for line in try String(contentsOfFile: path, encoding: .utf8).components(
      separatedBy: "\n")
    {
      if line.hasPrefix("```") {
        isInside.toggle()
      } else if isInside, line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2)), output: []))
      } else if isInside {
        examples[examples.count - 1].output.append(line)
      }
    }
    return examples
  }

  @Test("The examples of docs/spec-tools.md print what the page shows")
  func examples() async throws {
    let folder = try Folder()
    var count = 0
    for example in try SpecToolsPageTests.examples() {
      var words = example.command.components(separatedBy: " ")
      if words.first == "cat" {
        try folder.write(example.output.joined(separator: "\n") + "\n", to: words[1])
        continue
      }
      // These compare with files that the page does not show.
      if ["diff", "verify"].contains(words[1]) { continue }
      var target: String?
      if let arrow = words.firstIndex(of: ">") {
        target = words[arrow + 1]
        words.removeSubrange(arrow...)
      }
      let arguments = words.dropFirst().map { word in
        word.hasSuffix(".json") || word.hasSuffix(".md") ? folder.path(word) : word
      }
      let printed = await flowrun(arguments, flows: words[1] == "import" ? nil : flowsFolder)
      if let target {
        try folder.write(printed.out, to: target)
        continue
      }
      let text = (printed.err + printed.out).replacingOccurrences(of: flowsFolder, with: "Flows")
        .replacingOccurrences(of: folder.path + "/", with: "")
      let shown = example.output.filter { $0 != "..." }.joined(separator: "\n")
      // `import` prints the file and the diagnostics to two streams; the page shows one after the
      // other.
      for line in shown.components(separatedBy: "\n") where words[1] == "import" && !line.isEmpty {
        #expect(text.contains(line), "\(example.command): \(line)")
      }
      if words[1] != "import" { #expect(text.contains(shown), "\(example.command)") }
      count += 1
    }
    #expect(count >= 7)
  }
}
