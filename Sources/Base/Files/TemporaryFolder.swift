internal import Glibc

/// A new folder for its owner only, removed at the end of this value with all that is in it.
package struct TemporaryFolder: ~Copyable {
  package let path: String

  /// A folder below `TMPDIR`, else below `/tmp`.
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
