import Glibc
import Platform
import Testing

@Suite struct FolderEntryTests {
  @Test("The name of an entry is where the system's own declaration has it")
  func name() {
    #expect(dirent.nameOffset == MemoryLayout<dirent>.offset(of: \.d_name))
  }
}
