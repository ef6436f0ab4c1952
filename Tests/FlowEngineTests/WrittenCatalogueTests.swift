import FlowModel
import FlowTestSupport
import Foundation
import TestSupport
import Testing

/// Random flows as files, for the walks of `tools/tests/engine-test`.
@Suite struct WrittenCatalogueTests {
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
