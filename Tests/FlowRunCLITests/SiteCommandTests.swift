import TestSupport
import Testing

@testable import FlowRunCLI

@Suite struct SiteCommandTests {
  @Test("The engine for pages is found beside the program; without it, the way to get it is said")
  func engine() throws {
    let folder = try Folder(["bin/flowrun": "", "share/flowrun/engine/flow.wasm.gz": "module"])
    let found = try EngineModule.bytes(besideProgram: folder.path("bin/flowrun"))
    #expect(found == Array("module".utf8))
    let refusal = try #require(throws: Refusal.self) {
      try EngineModule.bytes(besideProgram: "/nowhere/flowrun")
    }
    #expect(refusal.status == 2)
    #expect(
      refusal.message
        == """
        the engine for pages is missing beside this program; in a checkout, \
        `tools/build-engine` builds it
        """
    )
  }
}
