import FlowModel
import FlowTestSupport
import Foundation
import TestSupport
import Testing

/// Random flows as files, for the walks of `tools/tests/engine-test` and the packs of
/// `tools/tests/packs-test`.
@Suite struct WrittenCatalogueTests {
  @Test("Random flows before and after changes are written into the folder that PACKS names")
  func writePairs() throws {
    let environment = ProcessInfo.processInfo.environment
    let temporary = try Folder()
    let folder = environment["PACKS"] ?? temporary.path
    let first = environment["PACKS_SEED"].flatMap(UInt64.init) ?? 0
    let count = environment["PACKS_COUNT"].flatMap(UInt64.init) ?? 3
    for seed in first..<first + count {
      let trees = RandomCatalogue.trees(seed: seed)
      let edited = RandomEdit.edited(trees, seed: seed, count: 1 + Int(seed % 4))
      for (side, version) in [("old", trees), ("new", edited)] {
        let place = "\(folder)/\(seed)/\(side)"
        try FileManager.default.createDirectory(
          atPath: place, withIntermediateDirectories: true)
        // Two flows of one id are in two files.
        for (number, text) in version.map(\.file).enumerated() {
          let name = "\(place)/\(number).yaml"
          try text.write(toFile: name, atomically: true, encoding: .utf8)
        }
      }
      #expect(try catalogue(in: "\(folder)/\(seed)/old").flows.count == trees.count)
    }
  }

  @Test("Random flows are written into the folder that RANDOM_FLOWS names, and load from there")
  func write() throws {
    let environment = ProcessInfo.processInfo.environment
    let temporary = try Folder()
    let folder = environment["RANDOM_FLOWS"] ?? temporary.path
    let count = environment["RANDOM_FLOWS_COUNT"].flatMap(Int.init) ?? 5
    let kinds: [RandomCatalogue.Kind] = [.usual, .rich, .timed, .small, .everything]
    for seed in 0..<count {
      let place = "\(folder)/\(seed)"
      try FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: true)
      let texts = RandomCatalogue.texts(seed: UInt64(seed), kind: kinds[seed % kinds.count])
      for text in texts {
        let id = text.split(separator: "\n")[0].dropFirst("flow: ".count)
        try text.write(toFile: "\(place)/\(id).yaml", atomically: true, encoding: .utf8)
      }
      #expect(try catalogue(in: place).flows.count == texts.count)
    }
  }
}
