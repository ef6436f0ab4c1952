internal import Agents
internal import Files
internal import Threads

/// What a client says on standard input.
enum ClientLines {
  /// The lines of standard input, read by a thread of its own. Nil is the last one if a line is too
  /// long or cannot be read.
  static func all() -> AsyncStream<[UInt8]?> {
    AsyncStream { continuation in
      let isStarted = Thread.start {
        var rest: [UInt8] = []
        while true {
          guard let bytes = try? FileSystem.read(upTo: 65_536, from: 0) else {
            continuation.yield(nil)
            break
          }
          if bytes.isEmpty { break }
          rest += bytes
          while let end = rest.firstIndex(of: 0x0A) {
            let line = Array(rest[..<end])
            rest.removeSubrange(...end)
            if line.contains(where: { $0 > 0x20 }) { continuation.yield(line) }
          }
          if rest.count > AgentRequest.longest {
            continuation.yield(nil)
            break
          }
        }
        continuation.finish()
      }
      if !isStarted { continuation.finish() }
    }
  }
}
