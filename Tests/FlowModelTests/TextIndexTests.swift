import FlowModel
import Testing

@Suite struct TextIndexTests {
  /// Names whose first eight bytes are the same, or all of one, and ordinary ones; enough to grow.
  private static let names: [String] =
    ["", "a", "ab", "12345678", "123456789", "12345678901234567", "1234567890123456", "12345678a"]
    + (0..<500).map { "generated.action\($0)" } + (0..<500).map { "\($0 / 25).\($0 % 25)a" }

  private static let pool: [UInt8] = Array(names.joined(separator: "|").utf8)

  private static let ranges: [Range<Int>] = {
    var start = 0
    return names.map { name in
      defer { start += name.utf8.count + 1 }
      return start..<start + name.utf8.count
    }
  }()

  @Test("Every inserted name is found with its own value")
  func findsAll() {
    var index = TextIndex()
    for (number, range) in Self.ranges.enumerated() {
      #expect(index.find(range, in: Self.pool, known: Self.pool) == nil)
      #expect(index.insert(range, in: Self.pool, value: Int32(number)) == Int32(number))
    }
    for (number, range) in Self.ranges.enumerated() {
      #expect(index.find(range, in: Self.pool, known: Self.pool) == Int32(number))
      #expect(index.insert(range, in: Self.pool, value: -7) == Int32(number))
    }
  }

  @Test("A name is found by its bytes in another pool")
  func otherPool() {
    var index = NameIndex()
    for range in Self.ranges { _ = index.number(of: range, in: Self.pool) }
    let other = Array("..123456789..".utf8)
    #expect(index.number(of: 2..<11, in: other) == 4)
    #expect(index.find(0..<3, in: other) == nil)
  }

  @Test("A cleared index finds nothing")
  func cleared() {
    var index = TextIndex()
    for range in Self.ranges { _ = index.insert(range, in: Self.pool, value: 1) }
    index.clear()
    for range in Self.ranges { #expect(index.find(range, in: Self.pool, known: Self.pool) == nil) }
    #expect(index.insert(Self.ranges[3], in: Self.pool, value: 9) == 9)
  }
}
