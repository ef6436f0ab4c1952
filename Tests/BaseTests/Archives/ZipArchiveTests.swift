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
    }
  }
}
