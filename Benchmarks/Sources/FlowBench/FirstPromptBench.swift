import CLimits
import Workloads

/// From the start of a process to its first question, with a terminal as its standard input.
struct FirstPromptBench {
  /// The program in C, `flowrun`, and the folder with the flows.
  let limitPath: String
  let flowrunPath: String
  let flows: String

  static let starts = 20

  func limit() throws -> Double {
    try FirstPromptBench.start([limitPath, "\(flows)/wallet/UC2.3-unlock-the-app.yaml"])
  }

  func flowrun() throws -> Double {
    try FirstPromptBench.start([flowrunPath, "UC2.3", "--by-hand", "--flows", flows])
  }

  /// The shortest of several starts, in nanoseconds: other work on the machine only adds time.
  private static func start(_ arguments: [String]) throws -> Double {
    var best = Int64.max
    for _ in 0..<starts {
      let passed = withCStrings(arguments) { limit_first_prompt($0, "\n> ") }
      guard passed > 0 else { throw BenchError("`\(arguments[0])` asks nothing") }
      best = min(best, passed)
    }
    return Double(best)
  }

  private static func withCStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Int64
  ) -> Int64 {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
      offsets.append(bytes.count)
      bytes += string.utf8CString
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let pointers = offsets.map { buffer.baseAddress?.advanced(by: $0) } + [nil]
      return pointers.withUnsafeBufferPointer { list in
        list.baseAddress.map(body) ?? -1
      }
    }
  }
}
