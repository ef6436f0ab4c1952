import Glibc
import Platform
import Testing

@Suite(.serialized) struct PrivateMemoryTests {
  @Test("A process that holds secrets writes no core file and shows its memory to nobody")
  func guarded() throws {
    var before = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &before)
    #expect(PrivateMemory.isDumpable)
    PrivateMemory.guardProcess()
    // Other tests read the memory of this process.
    defer { PrivateMemory.isDumpable = true }
    #expect(!PrivateMemory.isDumpable)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #expect(limit.rlim_cur == 0 && limit.rlim_max == 0)
  }
}
