import Foundation
import Testing

@testable import FlowRunCLI

@Suite(.serialized) struct ProcessGuardTests {
  @Test("A process that holds secrets writes no core file and shows its memory to nobody")
  func guarded() throws {
    var before = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &before)
    #expect(ProcessGuard.isDumpable)
    ProcessGuard.start()
    // Other tests read the memory of this process.
    defer { ProcessGuard.isDumpable = true }
    #expect(!ProcessGuard.isDumpable)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #expect(limit.rlim_cur == 0 && limit.rlim_max == 0)
  }
}
