import CLimits
import Diagnostics
import FlowLoader
import FlowModel
import FlowRuntime

/// Loading: from the bytes of files to a compiled program, with positions and diagnostics.
package enum LoadBench {
  /// The raw libyaml loop over the same bytes. The units are bytes.
  package static func limit(_ files: [SourceFile], times: Int) throws -> Int {
    var size = 0
    for _ in 0..<times {
      for file in files {
        let events = file.bytes.withUnsafeBufferPointer {
          limit_yaml_events($0.baseAddress, $0.count)
        }
        guard events > 0 else { throw BenchError("libyaml refuses \(file.path)") }
        size += file.bytes.count
      }
    }
    return size
  }

  /// Loads and compiles files, this number of times. The units are bytes. Also returns the last
  /// program.
  package static func load(
    _ files: [SourceFile], threads: Int, times: Int
  ) throws -> (units: Int, made: Program?) {
    var program: Program?
    for _ in 0..<times {
      let result = FlowLoader(threads: threads).load(files)
      guard let catalogue = result.catalogue else {
        throw BenchError("the generated flows do not load: \(result.diagnostics.prefix(3))")
      }
      program = catalogue.compiled()
    }
    return (times * size(of: files), program)
  }

  package static func size(of files: [SourceFile]) -> Int {
    files.reduce(0) { $0 + $1.bytes.count }
  }
}
