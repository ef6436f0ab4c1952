internal import Glibc

/// A new folder for its owner only. It is removed with its content when this value ends.
package struct TemporaryFolder: ~Copyable {
  package let path: String

  /// Creates a folder in `TMPDIR`, or in `/tmp` if that is not set.
  package init() throws(FileError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    guard let template = strdup("\(base)/flowrun-XXXXXX") else {
      throw FileError(base, cannotBe: .made)
    }
    defer { free(template) }
    guard mkdtemp(template) != nil else {
      throw FileError(String(cString: template), cannotBe: .made)
    }
    path = String(cString: template)
  }

  deinit { TemporaryFolder.remove(path) }

  private static func remove(_ folder: String) {
    for entry in (try? FileSystem.entries(of: folder)) ?? [] {
      let path = "\(folder)/\(entry.name)"
      if entry.kind == DT_DIR { remove(path) } else { unlink(path) }
    }
    rmdir(folder)
  }
}
