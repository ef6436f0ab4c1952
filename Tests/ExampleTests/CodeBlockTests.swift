import Diagnostics
import EstEID
import Files
import FlowKit
import FlowLoader
import FlowProof
import FlowSwift
import FlowTestSupport
import Foundation
import ISO7816
import TestSupport
import Testing

/// Every block of Swift in the documentation compiles. They use FlowKit, FlowProof and the card's
/// modules, so that these are imported here.
@Suite struct CodeBlockTests {
  private static let tutorial =
    projectFolder + "/Sources/Flow/FlowKit/FlowKit.docc/Resources"

  /// What the blocks of functions use without declaring it.
  private static let surroundings = """
    import AppDriver
    import EstEID
    import Foundation
    import FlowKit
    import FlowProof
    import ISO7816

    protocol Screen: Sendable { func show(_ situation: Situation); func choice(_ situation: \
    Situation) async -> RunDriver.Decision }
    protocol Rooms: Sendable { func hold() async -> Bool }
    func post(_ report: String) async {}
    @MainActor final class XCUIElement {
      func tap() {}
      func typeText(_ text: String) {}
      func waitForExistence(timeout: TimeInterval) -> Bool { timeout > 0 }
    }
    @MainActor final class XCUIElementQuery {
      subscript(_ name: String) -> XCUIElement { XCUIElement() }
    }
    @MainActor final class XCUIApplication {
      let buttons = XCUIElementQuery()
      let textFields = XCUIElementQuery()
      let staticTexts = XCUIElementQuery()
      func launch() {}
    }

    """

  private func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.read(path), as: UTF8.self)
  }

  /// Types of the hotel's flow.
  private func hotel() throws -> String {
    let file = SourceFile(
      path: "Flows/UC1-book-a-room.yaml",
      bytes: try FileSystem.read(CodeBlockTests.tutorial + "/UC1-book-a-room.yaml"))
    let flows = try need(FlowLoader().load([file]).catalogue)
    return SwiftTypes(flows, name: "Hotel", embedsFlows: true).text
  }

  /// Declarations inside of an enum, so that two pages can have the same names.
  private func wrapped(_ declarations: String, in name: String) -> String {
    let lines = declarations.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("import ") }
      .map { $0.replacingOccurrences(of: "@main ", with: "") }
    return "enum \(name) {\n\(lines.joined(separator: "\n"))\n}\n"
  }

  @Test("Every block of Swift in the documentation compiles, and every file of the tutorial")
  func compiles() throws {
    let folder = try Folder(["Hotel.swift": try hotel()])
    let examples = try FileSystem.files(
      below: projectFolder + "/Examples", endingIn: [".swift"]
    ).map(text).joined()
    let blocks = try CodeBlock.all()
    #expect(blocks.count >= 14)
    var source = CodeBlockTests.surroundings
    for (number, block) in blocks.enumerated() {
      // Parts of an example are compiled with it.
      if block.isManifest || examples.contains(block.text) { continue }
      source += "#sourceLocation(file: \"\(block.place)\", line: 1)\n"
      if block.hasDeclarations {
        source += wrapped(block.text, in: "Block\(number)")
      } else {
        source += """
          @MainActor func block\(number)(
            runner: Runner, program: Program, flow: Flow, handlers given: Handlers, bytes: [UInt8],
            screen: any Screen, text: String, hotel: any Rooms, sent: String, channel: any \
          CardChannel,
            can: borrowing Secret, pin1: consuming Secret, digest: [UInt8],
            houseRules: [HouseRule]
          ) async throws {
            var handlers = given
            do {
          \(block.text)
            }
            handlers = given
          }

          """
      }
      source += "#sourceLocation()\n"
    }
    for name in ["App-1", "App-2", "App-3"] {
      let parts = try ["Desk", name].map { try text("\(CodeBlockTests.tutorial)/\($0).swift") }
      source += wrapped(parts.joined(), in: name.replacingOccurrences(of: "-", with: ""))
    }
    try folder.write(source, to: "Blocks.swift")
    let compiled = try Compiler.check(["Hotel.swift", "Blocks.swift"], in: folder)
    #expect(Compiler.errors(compiled.output) == [])
    #expect(compiled.status == 0)
  }

  @Test("Every part of a manifest in the documentation compiles, and the tutorial's manifest")
  func manifests() throws {
    let folder = try Folder()
    var source = "import PackageDescription\n"
    for (number, block) in try CodeBlock.all().enumerated() where block.isManifest {
      var lines = block.text.split(separator: "\n").filter { !$0.hasPrefix("//") }
      let dependencies = lines.filter { $0.hasPrefix(".package(") }
      lines.removeAll { $0.hasPrefix(".package(") }
      source += """
        let package\(number) = Package(
          name: "App", dependencies: [\(dependencies.joined(separator: "\n"))],
          targets: [\(lines.joined(separator: "\n"))])

        """
    }
    try folder.write(source, to: "Blocks.swift")
    try folder.write(try text(CodeBlockTests.tutorial + "/Package.swift"), to: "Package.swift")
    for file in ["Blocks.swift", "Package.swift"] {
      let compiled = try Compiler.check(manifest: file, in: folder)
      #expect(Compiler.errors(compiled.output) == [])
      #expect(compiled.status == 0)
    }
  }

  @Test("The tutorial's flow is the example's, and every file that the tutorial names exists")
  func files() throws {
    let flow = try text(CodeBlockTests.tutorial + "/UC1-book-a-room.yaml")
    let example = try text(projectFolder + "/Examples/Hotel/Flows/UC1-book-a-room.yaml")
    #expect(example.hasSuffix(flow))
    let tutorial = try text(CodeBlockTests.tutorial + "/../Book-a-room.tutorial")
    let named = tutorial.components(separatedBy: "file: \"").dropFirst().compactMap {
      $0.components(separatedBy: "\"").first
    }
    #expect(named.count == 8)
    for name in named { _ = try text("\(CodeBlockTests.tutorial)/\(name)") }
  }
}
