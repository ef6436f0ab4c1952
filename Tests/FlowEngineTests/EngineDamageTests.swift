import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

@testable import CompiledFlows
@testable import FlowEngine

/// The engine with damaged flows: whatever the bytes are, it answers or refuses. In WebAssembly,
/// `Integrations/web/test/damage.mjs` does the same. `tools/tests/fuzz-test` tries more.
@Suite struct EngineDamageTests {
  private static let damages = sampleSize("ENGINE_DAMAGES", or: 150)

  private static func originals() throws -> [[UInt8]] {
    let kinds: [RandomCatalogue.Kind] = [.usual, .rich, .timed, .small, .everything]
    return try (0..<25).map {
      try RandomCatalogue.load(seed: UInt64($0), flows: 3, kind: kinds[$0 % kinds.count])
        .compiledFile
    } + [try catalogue(in: projectFolder + "/Flows").compiledFile]
  }

  @Test("Damaged flows are refused, or can be used in every way", arguments: 0..<10)
  func damaged(part: Int) throws {
    let originals = try EngineDamageTests.originals()
    var (opened, refused) = (0, 0)
    for number in 0..<Self.damages / 10 {
      var random = SplitMix(seed: UInt64(number * 10 + part))
      let original = random.pick(originals)
      var bytes = random.pick(FileDamage.allCases).damaged(original, &random)
      if random.next(4) > 0 { bytes = sealed(bytes, like: original) }
      guard var flows = try? EngineCatalogue(bytes) else {
        refused += 1
        continue
      }
      opened += 1
      use(&flows, &random)
    }
    #expect(opened > 0)
    #expect(refused > 0)
  }

  /// The calls with which a host begins, and random moves. Only whether they end matters.
  private func use(_ flows: inout EngineCatalogue, _ random: inout SplitMix) {
    _ = flows.flows
    let names = flows.catalogue.flows.map { $0.id }
    for reading in Reading.allCases {
      _ = try? flows.actions(reading.rawValue)
      for name in names {
        _ = try? flows.flow(name)
        let start = "flow \(name)\nas \(reading.rawValue)"
        guard var run = try? EngineRun(start, in: &flows) else { continue }
        var moves = ""
        for _ in 0..<6 {
          let rows = run.machine.rows.map { $0.reference }
          for position in rows.indices {
            var other = run
            _ = other.step(position)
            try? other.settle()
            _ = (other.state, other.trace(from: 0))
          }
          if let saved = try? run.snapshot { _ = try? EngineRun(restoring: saved, in: &flows) }
          guard let row = rows.randomElement(using: &random) else { break }
          if (try? run.take(row)) != nil { moves += "\nmove \(row)" }
          try? run.settle()
          try? run.elapse(to: run.machine.clock + 100_000, isFiring: true)
          _ = run.state
        }
        _ = try? flows.follow(start + moves)
        _ = try? flows.follow("\(start)\nmove wait 1000\nmove suspend \(names[0])")
      }
    }
  }

  /// The bytes with the beginning of a file, and a checksum that fits.
  private func sealed(_ bytes: [UInt8], like original: [UInt8]) -> [UInt8] {
    guard bytes.count >= 32 else { return bytes }
    let rest = original[16..<24] + bytes[24...]
    var checksum = FileChecksum()
    checksum.add(Array(original[..<16] + rest), from: 16)
    var head = FieldWriter()
    var sum = checksum.value
    head.raw(&sum)
    return original[..<8] + head.bytes + rest
  }
}
