internal import Glibc

/// A folder for the length of a run, with everything in it.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/flowrun-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw refuse("no folder can be made below `\(base)`: \(String(cString: strerror(errno)))")
    }
    path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? base
    }
  }

  deinit {
    guard let handle = opendir(path) else { return }
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
    closedir(handle)
    rmdir(path)
  }
}
