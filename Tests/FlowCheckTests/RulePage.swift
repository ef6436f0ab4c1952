import Diagnostics
import Files
import FlowCheck
import FlowLoader
import FlowTestSupport
import TestSupport

/// A page of `docs/rules`, with its examples.
struct RulePage {
  let name: String
  private(set) var text: String
  /// The files of each heading, and the expected output of the first.
  private(set) var reported: [SourceFile] = []
  private(set) var notReported: [SourceFile] = []
  private(set) var output: String?

  static let folder = projectFolder + "/docs/rules"

  init(_ name: String) throws {
    self.name = name
    text = String(decoding: try FileSystem.read("\(RulePage.folder)/\(name).md"), as: UTF8.self)
    var heading = ""
    var block: (language: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```"), let (language, lines) = block {
        add(lines.map { $0 + "\n" }.joined(), language, heading)
        block = nil
      } else if line.hasPrefix("```") {
        block = (String(line.dropFirst(3)), [])
      } else if block != nil {
        block?.lines.append(line)
      } else if line.hasPrefix("## ") {
        heading = String(line.dropFirst(3))
      }
    }
  }

  private mutating func add(_ content: String, _ language: String, _ heading: String) {
    switch (language, heading) {
    case ("text", _): output = content
    case (_, "Reported"): reported.append(file(content))
    case (_, "Not reported"): notReported.append(file(content))
    default: break
    }
  }

  /// Named like the flow in it, in `docs/rules` of the reader's mind.
  private func file(_ content: String) -> SourceFile {
    let id = content.split(separator: "\n").first?.dropFirst("flow: ".count) ?? ""
    return SourceFile("\(id).yaml", text: content)
  }

  /// Puts the output into the page.
  func rewrite(output: String) throws {
    guard let start = text.firstRange(of: "```text\n"),
      let end = text[start.upperBound...].firstRange(of: "```\n")
    else { return }
    let changed = text[..<start.upperBound] + output + text[end.lowerBound...]
    try FileSystem.write(Array(changed.utf8), to: "\(RulePage.folder)/\(name).md")
  }

  /// Everything that loading and checking say about files.
  static func diagnostics(of files: [SourceFile]) -> [Diagnostic] {
    let result = FlowLoader().load(files)
    guard let catalogue = result.catalogue else { return result.diagnostics }
    return CheckReport(catalogue, reading: result.diagnostics).findings.compactMap { finding in
      switch finding.standing {
      case .open, .knownSlip: finding.diagnostic
      case .allowed, .inBaseline: nil
      }
    }
  }
}
