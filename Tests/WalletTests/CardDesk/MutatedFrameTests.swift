import JSON
import TestSupport
import Testing

@testable import CardDesk

/// Messages with random changes, as a broken or hostile extension could send them.
@Suite struct MutatedFrameTests {
  private static let messages = [
    #"{"command":"quit","arguments":{}}"#,
    #"{"command":"authenticate","arguments":{"challengeNonce":"12345678123456781234567812345678912356789123","origin":"https://ria.ee","lang":"et"}}"#,
    #"{"command":"get-signing-certificate","arguments":{"origin":"https://ria.ee:8443"}}"#,
    #"{"command":"sign","arguments":{"hash":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=","hashFunction":"SHA-256","origin":"https://ria.ee","certificate":"MIIB"}}"#,
  ]
  private static let pieces = [
    "{", "}", "[", "]", "\"", "\\", "\\u0000", "\\ud800", "\0", "\u{7F}", "é", "👍",
    "9223372036854775808", "-1",
    "1e999", "null", "https://", "://", "@", "%", "SHA-512", "command", "arguments", "origin",
  ].map { Array($0.utf8) }

  /// Reads a frame as the host does: its length, then the message.
  private static func read(_ frame: [UInt8]) -> Bool {
    guard let length = try? NativeFrame.length(Array(frame.prefix(4))) else { return false }
    let message = Array(frame.dropFirst(4).prefix(length))
    return (try? BrowserRequest(message)) != nil
  }

  @Test("No changed message stops the process; whole ones are read")
  func mutated() async {
    let count = sampleSize("MUTATED_FRAMES", or: 6_000)
    let parts = 4
    let read = await withTaskGroup(of: Int.self) { group in
      for part in 0..<parts {
        group.addTask { Self.readAll(count / parts, seed: UInt64(part)) }
      }
      return await group.reduce(0, +)
    }
    // Some changes are harmless, and most are not.
    #expect(read > count / 100)
    #expect(read < count)
    if count >= 1_000_000 { print("\(count) changed messages: \(read) were requests, no crash") }
  }

  private static func readAll(_ count: Int, seed: UInt64) -> Int {
    var random = SplitMix(seed: seed)
    let frames = messages.compactMap { JSONValue(parsing: $0).map { NativeFrame.encoded($0) } }
    var read = 0
    for _ in 0..<count {
      var frame = random.pick(frames)
      for _ in 0...random.next(3) {
        let place = random.next(frame.count + 1)
        switch random.next(6) {
        case 0 where place < frame.count: frame[place] ^= 1 << UInt8(random.next(8))
        case 1 where place < frame.count: frame[place] = UInt8(random.next(256))
        case 2: frame = Array(frame.prefix(place))
        case 3: frame.insert(contentsOf: random.pick(pieces), at: place)
        case 4 where place < frame.count:
          frame.removeSubrange(place..<min(frame.count, place + 1 + random.next(8)))
        default:
          let start = random.next(frame.count + 1)
          frame.insert(contentsOf: frame[min(start, place)..<max(start, place)], at: place)
        }
      }
      // Half of the lengths fit, so that what comes after them is read.
      if random.next(2) == 0, frame.count > 4 {
        let length = UInt32(frame.count - 4)
        frame.replaceSubrange(0..<4, with: withUnsafeBytes(of: length) { Array($0) })
      }
      if self.read(frame) { read += 1 }
    }
    return read
  }
}
