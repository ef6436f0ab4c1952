import Diagnostics
import Files
import FlowCheck
import FlowFiles
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// Files that nobody would write by hand. Nothing crashes, and every refusal has a place.
@Suite struct HostileTests {
  private static let small = flowsFolder + "/eid/EID2-enter-pin1.yaml"

  /// Loads, checks and renders; gives the rules that were broken.
  @discardableResult
  private func rules(_ bytes: [UInt8], path: String = "A.yaml") -> [String] {
    let file = SourceFile(path: path, bytes: bytes)
    let result = FlowLoader().load([file])
    let text = DiagnosticRenderer(files: [file]).render(result.diagnostics)
    if let catalogue = result.catalogue {
      _ = CheckReport(catalogue)
    } else {
      #expect(text.hasPrefix(path))
    }
    return result.diagnostics.map(\.rule.name)
  }

  private func flow(_ more: String = "") -> String {
    "flow: A\ntitle: A\n\(more)outline: It will be written later\n"
  }

  @Test("An empty file is reported as empty")
  func emptyFile() {
    #expect(rules([]) == ["empty-file"])
    #expect(rules([0xEF, 0xBB, 0xBF]) == ["empty-file"])
    #expect(rules(Array("\n\n---\n".utf8)) != [])
  }

  @Test(
    "Of thousands of unknown targets only the first get a suggestion; each says what a target is"
  )
  func unknownTargets() throws {
    let count = 2_000
    let steps = (1...count).map { "  - { step: \($0), system: Works, next: x\($0) }\n" }.joined()
    let file = SourceFile(path: "A.yaml", bytes: Array("flow: A\ntitle: A\nsteps:\n\(steps)".utf8))
    let found = FlowLoader().load([file]).diagnostics.filter { $0.rule == .unknownTarget }
    #expect(found.count == count)
    let suggested = found.prefix { $0.help?.hasPrefix("did you mean") ?? false }.count
    #expect((50...200).contains(suggested), "\(suggested)")
    #expect(
      found.dropFirst(suggested).allSatisfy { $0.help?.hasPrefix("a target is a step") ?? false })
  }

  @Test("A byte order mark is not text and does not move columns")
  func byteOrderMark() {
    #expect(rules([0xEF, 0xBB, 0xBF] + flow().utf8) == [])
    let file = SourceFile(path: "A.yaml", bytes: [0xEF, 0xBB, 0xBF] + Array("colour: red\n".utf8))
    let result = FlowLoader().load([file])
    let colour = result.diagnostics.first { $0.rule == .unknownKey }
    #expect(colour.map { file.position(of: $0.span.start).column } == 1)
  }

  @Test("Windows line ends are line ends")
  func windowsLineEnds() {
    let text = flow("colour: red\n").replacing("\n", with: "\r\n")
    let file = SourceFile("A.yaml", text: text)
    let result = FlowLoader().load([file])
    #expect(
      DiagnosticRenderer(files: [file]).render(result.diagnostics).hasPrefix(
        "A.yaml:3:1: error: a flow has no key `colour` [unknown-key]\n  3 | colour: red\n"))
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [
      [0xC3, 0x28], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
      [0xE2, 0x82],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    #expect(rules(Array("flow: A\ntitle: ".utf8) + bytes) == ["invalid-utf8"])
  }

  @Test("Control characters are refused", arguments: [0x00, 0x01, 0x1B, 0x7F] as [UInt8])
  func controlCharacters(byte: UInt8) {
    #expect(rules(Array("flow: A\ntitle: ".utf8) + [byte, 0x0A]) == ["invalid-utf8"])
  }

  @Test("A file of more than 4 MiB is not read")
  func largeFile() {
    let filler = [UInt8](repeating: UInt8(ascii: "\n"), count: 4 << 20)
    #expect(rules(filler + [0x0A]) == ["file-too-large"])
    #expect(rules(filler) == ["empty-file"])
  }

  @Test("64 levels of nesting are read, and 65 are refused")
  func depth() {
    func nested(_ depth: Int) -> [UInt8] {
      Array(
        "summary: \(String(repeating: "[", count: depth))\(String(repeating: "]", count: depth))"
          .utf8)
    }
    #expect(!rules(nested(63)).contains("nested-too-deep"))
    #expect(rules(nested(64)) == ["nested-too-deep"])
    #expect(rules([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) == ["nested-too-deep"])
    // The key of the flow is wrong, however deep the rest is.
    #expect(
      rules(Array(String(repeating: "{a: ", count: 100_000).utf8)) == [
        "unknown-key", "nested-too-deep",
      ])
  }

  @Test("Mappings of 10,000 keys are read")
  func manyKeys() {
    let keys = (0..<10_000).map { "  f\($0): [a, b]\n" }.joined()
    #expect(rules(Array(flow("facts:\n\(keys)").utf8)) == [])
    let rows = (0..<10_000).map { "          1.1x\($0): { user: goes, next: end }\n" }.joined()
    let text = """
      flow: A
      title: A
      sections:
        - section: 1
          title: Primary scenario
          steps:
            - step: 1.1
              screen: Home
              rows:
      \(rows)
      """
    #expect(rules(Array(text.utf8)) == [])
  }

  @Test("All of 2,000 unknown keys are reported")
  func manyUnknownKeys() {
    let keys = (0..<2_000).map { "colour\($0): red\n" }.joined()
    #expect(rules(Array(flow(keys).utf8)).count == 2_000)
  }

  @Test("A missing folder, a folder in place of a file and no files are reported")
  func missingFiles() {
    let missing = FlowLoader().load(folder: projectFolder + "/NoSuchFolder")
    #expect(missing.diagnostics.map(\.rule) == [.unreadableFile])
    let folder = FlowLoader().load(paths: [flowsFolder])
    #expect(folder.diagnostics.map(\.rule) == [.unreadableFile])
    #expect(FlowLoader().load(paths: [], in: "Flows").diagnostics.map(\.rule) == [.noFlows])
  }

  @Test("The 256th row that holds anywhere is an error, and is not left out in silence")
  func manyAnywhere() {
    func load(_ count: Int) -> [String] {
      let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
      let ids = letters.flatMap { first in letters.map { first + $0 } }.prefix(count)
      let rows = ids.map { "  '*\($0)': { user: 'does \($0)', next: end }\n" }.joined()
      let text =
        "flow: A\ntitle: A\nanywhere:\n\(rows)steps:\n  - step: 1\n    user: acts\n    next: end\n"
      return FlowLoader().load([SourceFile("A.yaml", text: text)]).diagnostics.map(\.message)
    }
    #expect(load(255) == [])
    #expect(load(256) == ["a flow has at most 255 rows that hold anywhere"])
  }

  @Test("A file that is cut anywhere is refused or read")
  func truncation() throws {
    let bytes = try FileSystem.read(Self.small)
    for length in bytes.indices { rules(Array(bytes[..<length]), path: Self.small) }
  }

  @Test(
    "A file with any byte changed is refused or read", arguments: [0x01, 0x20, 0x80] as [UInt8])
  func changedBytes(bit: UInt8) throws {
    var bytes = try FileSystem.read(Self.small)
    for index in bytes.indices {
      bytes[index] ^= bit
      rules(bytes, path: Self.small)
      bytes[index] ^= bit
    }
  }
}
