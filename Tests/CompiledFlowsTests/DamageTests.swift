import Diagnostics
import FlowModel
import FlowReports
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

@testable import CompiledFlows

/// Files that are foreign, damaged, or made to do harm. `tools/tests/fuzz-test` tries more.
@Suite struct DamageTests {
  private static let damages = sampleSize("DAMAGES", or: 3_000)
  private static let small = """
    flow: S
    title: S
    steps:
      - { step: 1, screen: S }
      - { step: 2, system: goes on, next: end }
    """

  private func refusal(_ bytes: [UInt8]) -> String? {
    do {
      _ = try Catalogue(compiled: bytes)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("A file of something else is refused as such")
  func foreign() {
    let text = "this is not a file of compiled flows"
    #expect(refusal([]) == text)
    #expect(refusal(Array("flow: UC2.3\n".utf8)) == text)
    #expect(refusal(Array("FLOWRUN".utf8)) == text)
  }

  @Test("A file of another version is refused with what to do")
  func otherVersion() throws {
    var bytes = try catalogue(DamageTests.small).compiledFile
    bytes[16] ^= 1
    #expect(
      refusal(bytes)
        == """
        another version of flowrun compiled these flows; compile them again with `flowrun \
        compile`
        """
    )
  }

  @Test("A file that was cut off is refused at every length")
  func cutOff() throws {
    let bytes = try catalogue(DamageTests.small).compiledFile
    for count in bytes.indices { #expect(refusal(Array(bytes[..<count])) != nil) }
    #expect(refusal(bytes + [0]) != nil)
    #expect(refusal(sealed(bytes + [0])) == "the compiled flows are damaged: the length is wrong")
  }

  @Test("A file whose texts and lists are longer together than the file allows is refused")
  func expanding() throws {
    let opened = try catalogue(DamageTests.small)
    let flow = try #require(opened.flows.first)
    func file(_ rows: Int, _ length: Int) -> [UInt8] {
      var tables = flow.tables.all
      let start = tables.pool.count
      tables.pool += [UInt8](repeating: 0x61, count: length)
      tables.texts += (0..<rows).map { _ in PooledText(start..<start + length, span: .top) }
      return Catalogue(
        flows: [Flow(tables: FlowTables(tables))], indexByID: ["S": 0], links: opened.links,
        compiledRules: nil
      ).compiledFile
    }
    _ = try Catalogue(compiled: file(100, 900))
    #expect(throws: CompiledFlowsError.damaged("text")) {
      try Catalogue(compiled: file(1_000, 9_000))
    }
  }

  @Test("Random damages are all refused")
  func randomDamage() throws {
    let bytes = try catalogue(DamageTests.small).compiledFile
    var random = SplitMix(seed: 11)
    var accepted = 0
    for _ in 0..<Self.damages {
      var damaged = bytes
      for _ in 0...random.next(3) {
        damaged[random.next(bytes.count)] ^= UInt8(1 + random.next(255))
      }
      guard damaged != bytes else { continue }
      if refusal(damaged) == nil { accepted += 1 }
    }
    #expect(accepted == 0)
  }

  @Test("A file that was changed on purpose is refused, or holds flows that can be used")
  func changedOnPurpose() throws {
    var random = SplitMix(seed: 12)
    var opened = 0
    for seed in 0..<6 as Range<UInt64> {
      let bytes = try RandomCatalogue.load(seed: seed, flows: 3).compiledFile
      for _ in 0..<100 {
        var changed = bytes
        let place = 32 + random.next(bytes.count - 32)
        changed[place] = random.next(2) == 0 ? UInt8(random.next(256)) : UInt8(random.next(4))
        guard let catalogue = try? Catalogue(compiled: sealed(changed)) else { continue }
        opened += 1
        use(catalogue, &random)
      }
    }
    #expect(opened > 50)
  }

  @Test("House rules that were changed on purpose are refused when they are read, or are rules")
  func changedRules() throws {
    var random = SplitMix(seed: 13)
    let flows = try RandomCatalogue.load(seed: 0, flows: 1)
    var rule = HouseRule()
    rule.name = HouseRule.Phrase("once", span: Span(start: 1, end: 4))
    rule.subject = [HouseRule.Phrase("end", span: Span(start: 5, end: 8))]
    var rules = HouseRules()
    rules.rules = [rule]
    let bytes = flows.compiledFile(with: rules)
    let start = flows.compiledFile.count
    var refused = 0
    for _ in 0..<Self.damages / 50 {
      var changed = bytes
      changed[start + random.next(bytes.count - start)] = UInt8(random.next(256))
      let opened = try Catalogue(compiled: sealed(changed))
      do { _ = try opened.houseRules() } catch {
        #expect(error == .damaged("a house rule"))
        refused += 1
      }
    }
    #expect(refused > Self.damages / 100)
    // A length that goes beyond the end.
    var long = bytes
    long[start - 4] &+= 1
    #expect(throws: CompiledFlowsError.damaged("the length")) {
      try Catalogue(compiled: sealed(long))
    }
  }

  /// Prints tables and takes random rows: nothing of it may stop the process.
  private func use(_ catalogue: Catalogue, _ random: inout SplitMix) {
    for flow in catalogue.flows { _ = FlowTable(flow, in: catalogue).tsv }
    for reading in Reading.allCases {
      let program = catalogue.compiled(as: reading)
      for flow in catalogue.flows {
        guard var machine = program.start(flow) else { continue }
        for _ in 0..<30 {
          switch machine.need {
          case .end: break
          case .event: _ = try? machine.take(random.next(4))
          case .call: try? machine.enterCall()
          case .result: _ = try? machine.take(machine.resultRow ?? 0)
          case .passOver: _ = try? machine.passOver()
          }
        }
        _ = machine.step.qualified
      }
    }
  }

  /// The bytes with a checksum that fits.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var checksum = FileChecksum()
    checksum.add(bytes, from: 16)
    var head = FieldWriter()
    var sum = checksum.value
    head.raw(&sum)
    return bytes[..<8] + head.bytes + bytes[16...]
  }
}
