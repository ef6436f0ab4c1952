import Archives
import TestSupport
import Testing

@Suite struct ZipArchiveTests {
  /// An archive that another program wrote, with `a` compressed and `b` as it is.
  private func archive() throws -> [UInt8] {
    let folder = try Folder()
    let outcome = try OtherProgram.run(
      "python3",
      [
        "-c",
        """
        import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], 'w')
        z.writestr('a', b'word ' * 1000, zipfile.ZIP_DEFLATED); z.writestr('b', b'plain'); z.close()
        """,
        folder.path("x.zip"),
      ])
    #expect(outcome.status == 0)
    return folder.bytes("x.zip")
  }

  @Test("Files of an archive are read, and one that is too large is not")
  func files() throws {
    let bytes = try archive()
    #expect(ZipArchive.isArchive(bytes))
    let archive = try #require(ZipArchive(bytes))
    #expect(
      archive.file("a", limit: 5_000)
        == Array(repeatElement("word ", count: 1_000)).joined().utf8.map(\.self))
    #expect(archive.file("b", limit: 5) == Array("plain".utf8))
    #expect(archive.file("a", limit: 4_999) == nil && archive.file("c", limit: 9) == nil)
  }

  @Test("A file of an archive is replaced, as another program reads it, and all others stay")
  func replacing() throws {
    let folder = try Folder()
    // `c` is written with its sizes behind it, as to a pipe.
    let made = try OtherProgram.run(
      "python3",
      [
        "-c",
        """
        import sys, zipfile
        class Pipe:
          def __init__(self, file): self.file = file
          def write(self, data): return self.file.write(data)
          def flush(self): self.file.flush()
        with open(sys.argv[1], 'wb') as file:
          z = zipfile.ZipFile(Pipe(file), 'w')
          z.writestr('a', b'first'); z.writestr('c', b'word ' * 99, zipfile.ZIP_DEFLATED)
          z.writestr('b', b'last'); z.comment = b'a comment'; z.close()
        """,
        folder.path("x.zip"),
      ])
    #expect(made.status == 0, "\(made.output)")
    let archive = try #require(ZipArchive(folder.bytes("x.zip")))
    for name in ["a", "b", "c"] {
      for count in [0, 3, 100_000] {
        let new = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let bytes = try #require(archive.replacing(name, with: new))
        try folder.write(bytes, to: "y.zip")
        let outcome = try OtherProgram.run(
          "python3",
          [
            "-c",
            """
            import sys, zipfile; z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None and z.comment == b'a comment'
            print(len(z.read(sys.argv[2])), [z.read(n) for n in z.namelist() if n != sys.argv[2]])
            """,
            folder.path("y.zip"), name,
          ])
        let others = [
          "a": "[b'word \(String(repeating: "word ", count: 98))', b'last']",
          "b": "[b'first', b'\(String(repeating: "word ", count: 99))']",
          "c": "[b'first', b'last']",
        ]
        #expect(outcome.output == "\(count) \(others[name] ?? "")\n", "\(name)")
        #expect(ZipArchive(bytes)?.file(name, limit: count) == new)
      }
    }
    #expect(archive.replacing("d", with: []) == nil)
  }

  @Test("A damaged archive gives what is whole, or nothing, and never a crash")
  func damaged() throws {
    let bytes = try archive()
    var random = SplitMix(seed: 3)
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        damaged.removeLast(Int.random(in: 0..<damaged.count, using: &random))
      }
      let archive = ZipArchive(damaged)
      #expect(archive?.file("a", limit: 5_000)?.count ?? 5_000 <= 5_000)
      let changed = archive?.replacing("a", with: [1, 2, 3])
      #expect(changed == nil || changed.flatMap(ZipArchive.init)?.file("a", limit: 3) == [1, 2, 3])
    }
  }
}
