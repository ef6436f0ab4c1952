import Files
import Glibc
import Testing

@Suite struct FilesTests {
  @Test("A folder without a name is refused, since what is written into it would be at the root")
  func nameless() {
    #expect(throws: FileError.self) { try FileSystem.makeFolder("") }
  }

  @Test("A file is written whole, and nothing is left beside it")
  func writingLeavesNothingBeside() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.txt"
    try FileSystem.write(Array("first".utf8), to: path)
    try FileSystem.write(Array("second".utf8), to: path)
    #expect(try FileSystem.read(path) == Array("second".utf8))
    #expect(try FileSystem.files(below: folder.path, endingIn: [""]) == [path])
    #expect(permissions(of: path) == 0o644)
    for mode in [0o600, 0o640, 0o664] as [mode_t] {
      #expect(chmod(path, mode) == 0)
      try FileSystem.write(Array("third".utf8), to: path)
      #expect(permissions(of: path) == mode)
    }
  }

  @Test("A private file is for its owner only, and is destroyed together with its draft")
  func privateFiles() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/key"
    try FileSystem.writePrivately([1, 2, 3], to: path)
    #expect(permissions(of: path) == 0o600)
    try FileSystem.write([4], to: path + ".new")
    try FileSystem.destroy(path)
    #expect(try FileSystem.files(below: folder.path, endingIn: [""]) == [])
    try FileSystem.destroy(path)
  }

  @Test("The file with this process's address goes with it, unless another one took its place")
  func address() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/address"
    do {
      let file = try AddressFile("mine", at: path)
      #expect(try FileSystem.read(path) == Array("mine".utf8))
      #expect(permissions(of: path) == 0o600)
      _ = consume file
    }
    #expect(!FileSystem.exists(path))
    do {
      let file = try AddressFile("mine", at: path)
      try FileSystem.writePrivately(Array("another's".utf8), to: path)
      _ = consume file
    }
    #expect(try FileSystem.read(path) == Array("another's".utf8))
  }

  @Test("A link stays when the file that it leads to is written, and a pipe stays a pipe")
  func specialFiles() throws {
    let folder = try TemporaryFolder()
    let (file, link, pipe) = (folder.path + "/file", folder.path + "/link", folder.path + "/pipe")
    try FileSystem.write([1], to: file)
    #expect(symlink("file", link) == 0)
    try FileSystem.write([2, 3], to: link)
    #expect(try FileSystem.read(file) == [2, 3])
    var information = stat()
    #expect(lstat(link, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK)
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try FileSystem.write([4, 5], to: pipe)
    #expect(try FileSystem.read(upTo: 8, from: reader) == [4, 5])
    #expect(lstat(pipe, &information) == 0 && information.st_mode & S_IFMT == S_IFIFO)
  }

  @Test("A private folder or file that others may write, or read, is refused")
  func foreignAccess() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state"
    try FileSystem.makePrivateFolder(path)
    #expect(permissions(of: path) == 0o700)
    chmod(path, 0o755)
    try FileSystem.makePrivateFolder(path)
    for mode in [0o775, 0o757, 0o777] as [mode_t] {
      chmod(path, mode)
      let error = try #require(throws: FileError.self) { try FileSystem.makePrivateFolder(path) }
      #expect(
        error.description
          == "`\(path)` cannot be trusted: other users have access to it "
          + "(permissions \(String(mode, radix: 8))); see `chmod go-rwx`")
    }
    chmod(path, 0o700)
    let key = path + "/key"
    try FileSystem.writePrivately([1], to: key)
    func read() throws(FileError) -> Int {
      try withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { buffer in
        Result { () throws(FileError) in try FileSystem.readPrivately(key, into: buffer) }
      }.get()
    }
    #expect(try read() == 1)
    for mode in [0o640, 0o604, 0o620] as [mode_t] {
      chmod(key, mode)
      #expect(throws: FileError.self) { try read() }
    }
  }

  @Test(
    "A folder or a file of another user is refused", .enabled(if: geteuid() == 0, "needs root"))
  func foreignOwner() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state"
    try FileSystem.makePrivateFolder(path)
    chown(path, 12_345, 12_345)
    let error = try #require(throws: FileError.self) { try FileSystem.makePrivateFolder(path) }
    #expect(error.description == "`\(path)` cannot be trusted: it belongs to another user")
  }

  @Test("An error gives the path, the operation and the reason in one sentence")
  func errorsAreSentences() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path + "/missing/file"
    let reading = try #require(throws: FileError.self) { try FileSystem.read(missing) }
    #expect(reading.description == "`\(missing)` cannot be read: No such file or directory")
    #expect(reading.isMissing)
    let writing = try #require(throws: FileError.self) { try FileSystem.write([1], to: missing) }
    #expect(writing.description == "`\(missing)` cannot be written: No such file or directory")
    let listing = try #require(throws: FileError.self) {
      try FileSystem.files(below: missing, endingIn: [""])
    }
    #expect(listing.description == "`\(missing)` cannot be read: No such file or directory")
    let itself = try #require(throws: FileError.self) { try FileSystem.read(folder.path) }
    #expect(itself.description == "`\(folder.path)` cannot be read: it is a folder")
    #expect(throws: FileError.self) { try FileSystem.read("/dev/null") }
  }

  @Test("A file that is larger than the limit is refused, one of that size is read")
  func limits() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/four"
    try FileSystem.write([1, 2, 3, 4], to: path)
    #expect(try FileSystem.read(path, limit: 4) == [1, 2, 3, 4])
    let error = try #require(throws: FileError.self) { try FileSystem.read(path, limit: 3) }
    #expect(error.reason == "it has more than 3 bytes")
    #expect(try FileSystem.read(upTo: 3, of: path) == [1, 2, 3])
  }

  @Test("Hidden files, other names and excepted folders are left out of a list; it is sorted")
  func listing() throws {
    let folder = try TemporaryFolder()
    let tree = folder.path + "/tree"
    for path in ["b.yaml", "a.yml", "c.txt", ".d.yaml", "sub/e.yaml", "not/f.yaml", ".g/h.yaml"] {
      let path = "\(tree)/\(path)"
      try FileSystem.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      try FileSystem.write([], to: path)
    }
    let found = try FileSystem.files(
      below: tree, endingIn: [".yaml", ".yml"], except: ["not"])
    #expect(found == ["a.yml", "b.yaml", "sub/e.yaml"].map { "\(tree)/\($0)" })
  }

  @Test("No file is listed twice, and no link to a folder above is followed")
  func linksInLists() throws {
    let folder = try TemporaryFolder()
    for path in ["tree/sub/a.yaml", "beside/b.yaml", "beside/deep/c.yaml", "d.yaml"] {
      let path = "\(folder.path)/\(path)"
      try FileSystem.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      try FileSystem.write([], to: path)
    }
    let tree = folder.path + "/tree"
    for (link, target) in [
      ("up", ".."), ("sub/up", "../.."), ("root", "/"), ("again.yaml", "sub/a.yaml"),
      ("one", "../beside/deep"), ("two", "../beside"), ("three.yaml", "../d.yaml"),
    ] { #expect(symlink(target, "\(tree)/\(link)") == 0) }
    let found = FileSystem.listing(below: tree, endingIn: [".yaml"])
    #expect(
      found.paths
        == ["one/c.yaml", "sub/a.yaml", "three.yaml", "two/b.yaml"].map { "\(tree)/\($0)" })
    let inside = "it is a link to a folder in which it is itself"
    let refused = [
      ("again.yaml", "it is a link to a file that was read already"), ("root", inside),
      ("sub/up", inside), ("up", inside),
    ]
    #expect(
      found.refused.map(\.description)
        == refused.map { "`\(tree)/\($0.0)` cannot be read: \($0.1)" })
  }

  @Test("A name that is not UTF-8 is refused as that, and the others are listed")
  func namesInBytes() throws {
    let folder = try TemporaryFolder()
    try FileSystem.write([], to: folder.path + "/a.yaml")
    for bytes in [[0x62, 0xFF, 0x2E, 0x79, 0x61, 0x6D, 0x6C], [0xC3]] as [[UInt8]] {
      let name = (Array(folder.path.utf8) + [0x2F] + bytes + [0]).map(CChar.init(bitPattern:))
      let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
      #expect(descriptor >= 0)
      close(descriptor)
    }
    let found = FileSystem.listing(below: folder.path, endingIn: [".yaml"])
    #expect(found.paths == [folder.path + "/a.yaml"])
    #expect(
      found.refused.map(\.reason) == ["its name is not text in UTF-8; rename it"])
  }

  @Test("New files are written all or none, with the folders they are in")
  func newFiles() throws {
    let folder = try TemporaryFolder()
    let place = folder.path + "/x/new"
    let files = [("\(place)/a", [1]), ("\(place)/sub/b", [2])] as [(String, [UInt8])]
    try FileSystem.makeFolder(folder.path + "/kept")
    try FileSystem.write([9], to: folder.path + "/kept/sub")
    // `sub` is a file, so the second one cannot be written.
    let there = files.map { ($0.0.replacing("/x/new", with: "/kept"), $0.1) }
    #expect(throws: FileError.self) {
      try FileSystem.writeNew(there, in: folder.path + "/kept")
    }
    #expect(FileSystem.names(in: folder.path + "/kept") == ["sub"])
    let long = [files[0], ("\(place)/sub/" + String(repeating: "n", count: 300), [3])]
    #expect(throws: FileError.self) { try FileSystem.writeNew(long, in: place) }
    #expect(FileSystem.names(in: folder.path) == ["kept"])
    try FileSystem.writeNew(files, in: place)
    #expect(try FileSystem.read(place + "/sub/b") == [2])
    #expect(symlink("nowhere", place + "/c") == 0)
    let error = try #require(throws: FileError.self) {
      try FileSystem.writeNew([(place + "/c", [3])], in: place)
    }
    #expect(error.reason == "it exists already")
  }

  @Test("A symbolic link is followed only where the caller allows it")
  func links() throws {
    let folder = try TemporaryFolder()
    try FileSystem.write([7], to: folder.path + "/real")
    #expect(symlink("real", folder.path + "/link") == 0)
    #expect(try FileSystem.read(folder.path + "/link") == [7])
    #expect(throws: FileError.self) {
      try FileSystem.read(upTo: 9, of: folder.path + "/link", followsLink: false)
    }
  }

  @Test("One line is read from a descriptor, and what follows stays there")
  func lines() throws {
    let folder = try TemporaryFolder()
    try FileSystem.write(Array("123456\nrest".utf8), to: folder.path + "/can")
    let descriptor = open(folder.path + "/can", O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = try bytes.withUnsafeMutableBytes {
      try FileSystem.readLine(from: descriptor, into: $0)
    }
    #expect(bytes[..<count] == Array("123456".utf8)[...])
    let rest = try bytes.withUnsafeMutableBytes {
      try FileSystem.readLine(from: descriptor, into: $0)
    }
    #expect(bytes[..<rest] == Array("rest".utf8)[...])
  }

  @Test("A temporary folder is removed at the end, with its content")
  func temporaryFolders() throws {
    var path = ""
    do {
      let folder = try TemporaryFolder()
      path = folder.path
      try FileSystem.makeFolder(path + "/deep/deeper")
      try FileSystem.write([1], to: path + "/deep/deeper/file")
      // A name that is not text.
      try FileSystem.write([1], to: path + "/deep/text")
      let name = Array((path + "/deep/").utf8) + [0xFF, 0]
      #expect(rename(path + "/deep/text", name.map(CChar.init(bitPattern:))) == 0)
      #expect(FileSystem.isFolder(path))
    }
    #expect(!FileSystem.exists(path))
  }

  private func permissions(of path: String) -> UInt32 {
    var information = stat()
    return stat(path, &information) == 0 ? information.st_mode & 0o777 : 0
  }
}
