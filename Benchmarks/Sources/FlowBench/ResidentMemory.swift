import Files
import Workloads

/// The memory that the system has given to this process.
enum ResidentMemory {
  static func bytes() throws -> Int {
    let words = String(decoding: try FileSystem.read("/proc/self/statm"), as: UTF8.self).split(
      separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { throw BenchError("no memory is told") }
    return pages * 4_096
  }
}
